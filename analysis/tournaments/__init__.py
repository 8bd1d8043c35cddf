"""Tournaments: who beats whom, and who is likely to take over a table."""
