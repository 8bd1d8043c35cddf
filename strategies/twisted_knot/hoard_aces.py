"""Collecting aces: a tip of all three rulebooks."""

from knotlab.sim.games.twisted_knot.cards import ACE
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hoard import hoard
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", title="Ace hoarder", others=param(0, 0, 8), tip=param(1, 0, 1))
def hoard_aces(view, move, others, tip):
    """Play everything else first, then lay the aces together, so that they pass cards from the pile to the next player.

    Source: the rulebooks' tip on nines and aces; claim TK-C1.

    Assumed: an ace held back is otherwise played only to avoid picking up the stack, and given away last.

    Parameters
    ----------
    others
        How many other cards may still be in the hand when the aces are laid; the rulebooks say none.
    tip
        1 follows the tip; 0 plays exactly like `shed`.
    """
    return hoard(view, move, ACE, others) if tip else shed(view, move)
