"""Tests of runs, records and whoever plays them."""
