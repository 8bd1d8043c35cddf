"""Playing at random: what every idea should beat."""

from knotlab.strategies import strategy


@strategy("twisted-knot", title="Random player")
def random(view, move):
    """Any legal move, all equally likely, picking up included.

    Source: no tip; a yardstick.
    """
    return 0.0
