"""Playing at random: the yardstick that every idea should beat."""

from knotlab.strategies import strategy


@strategy("crazy-eights")
def random(view, move):
    """Any legal move, all equally likely, drawing included."""
    return 0.0
