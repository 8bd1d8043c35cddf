"""Collecting aces and nines: the whole of the rulebooks' tip on both."""

from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._both import hoard_either
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", title="Ace and nine hoarder", others=param(0, 0, 8), tip=param(1, 0, 1))
def hoard_both(view, move, others, tip):
    """Collect aces and nines; finish with the rank of which there are more, and use the other to get rid of the last
    plain cards.

    Source: the rulebooks' tip on nines and aces, which does not say what to do with both in hand.

    Assumed: either group would carry off the other instead of pile cards, so the smaller one is laid as soon as it can
    take along all the plain cards that are left. With as many aces as nines, the aces count as the larger group.

    Parameters
    ----------
    others
        How many other cards may still be in the hand when the larger group is laid.
    tip
        1 follows the tip; 0 plays exactly like `shed`.
    """
    return hoard_either(view, move, others) if tip else shed(view, move)
