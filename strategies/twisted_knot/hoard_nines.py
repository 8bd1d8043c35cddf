"""Collecting nines: the other half of the rulebooks' tip on nines and aces."""

from knotlab.sim.games.twisted_knot.cards import NINE
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hoard import hoard
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", title="Nine hoarder", others=param(0, 0, 8), tip=param(1, 0, 1))
def hoard_nines(view, move, others, tip):
    """Play everything else first, then lay the nines together, so that they discard cards from the pile.

    Source: the rulebooks' tip on nines and aces; claim TK-C2.

    Assumed: a nine held back is otherwise played only to avoid picking up the stack, and given away last.

    Parameters
    ----------
    others
        How many other cards may still be in the hand when the nines are laid; the rulebooks say none.
    tip
        1 follows the tip; 0 plays exactly like `shed`.
    """
    return hoard(view, move, NINE, others) if tip else shed(view, move)
