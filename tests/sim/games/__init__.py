"""Tests of what every game offers, and of its rulings."""
