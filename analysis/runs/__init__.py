"""Runs of games: playing and counting them up, and rates from the event log."""
