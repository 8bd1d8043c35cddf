"""Runs of games: playing and counting them up, rates from the event log, what-ifs, checking a strategy, measuring
speed.
"""
