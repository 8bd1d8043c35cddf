"""The tips of the rulebooks as data, one module for each game."""
