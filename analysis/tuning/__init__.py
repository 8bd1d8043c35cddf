"""Tuning: better parameters for a strategy, confirmed on deals that no search has used."""
