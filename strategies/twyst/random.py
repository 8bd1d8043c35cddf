"""Bidding and playing at random: the yardstick that every idea should beat."""

from knotlab.strategies import strategy


@strategy("twyst")
def random(view, move):
    """Any card as bid, any leader and any legal card, all equally likely."""
    return 0.0
