"""Tests of Twyst: its rulings, what holds in every deal, its records."""
