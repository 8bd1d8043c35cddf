"""Collecting nines: the other half of the rulebooks' tip on 9s and aces."""

from knotlab.sim.games.twisted_knot.cards import NINE
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hoard import hoard
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", others=param(0, 0, 8), tip=param(1, 0, 1))
def hoard_nines(view, move, others, tip):
    """Play everything else first, then lay the nines together, so that they throw cards from the pile out of the game.

    others: how many other cards may still be in the hand when the nines go. The books say none. tip: 0 plays just
    `shed`. Assumed: a nine is laid earlier rather than the stack picked up, and is never given away while there is
    another card to give.
    """
    return hoard(view, move, NINE, others) if tip else shed(view, move)
