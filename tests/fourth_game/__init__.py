"""A fourth game, Crazy Eights, that does not ship: its files lie below `tree/` as they would lie in a checkout."""
