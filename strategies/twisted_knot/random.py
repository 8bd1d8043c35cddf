"""Playing at random: the yardstick that every idea should beat."""

from knotlab.strategies import strategy


@strategy("twisted-knot")
def random(view, move):
    """Any legal move, all equally likely, picking up included."""
    return 0.0
