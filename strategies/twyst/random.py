"""Bidding and playing at random: what every idea should beat."""

from knotlab.strategies import strategy


@strategy("twyst")
def random(view, move):
    """Any card as bid, any leader and any legal card, all equally likely.

    Source: no advice; a yardstick.
    """
    return 0.0
