"""Collecting aces and nines: the whole of the rulebooks' tip on 9s and aces."""

from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._both import hoard_either
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", others=param(0, 0, 8), tip=param(1, 0, 1))
def hoard_both(view, move, others, tip):
    """Collect aces and nines; of the two, end on the rank with more cards, and use the other to get rid of the last
    plain cards.

    others: how many other cards may still be in the hand when the greater group goes. tip: 0 plays just `shed`. The
    books leave open what to do with both in hand. Assumed: either group would carry off the other one instead of pile
    cards, so the smaller goes as soon as there are no more plain cards than it can take along; with equally many the
    aces count as the greater.
    """
    return hoard_either(view, move, others) if tip else shed(view, move)
