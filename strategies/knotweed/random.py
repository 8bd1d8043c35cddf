"""Playing at random: the yardstick that every idea should beat."""

from knotlab.strategies import strategy


@strategy("knotweed")
def random(view, move):
    """Any legal move, all equally likely, stopping and passing included."""
    return 0.0
