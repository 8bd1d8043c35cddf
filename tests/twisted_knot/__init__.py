"""Tests of Twisted Knot: its rulings, what holds in every game, its records."""
