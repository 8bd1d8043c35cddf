"""Playing at random: what every idea should beat."""

from knotlab.strategies import strategy


@strategy("knotweed", title="Random player")
def random(view, move):
    """Any legal move, all equally likely, stopping and passing included.

    Source: no advice; a yardstick.
    """
    return 0.0
