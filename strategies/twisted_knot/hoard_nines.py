"""Collecting nines: the other half of the rulebooks' tip on 9s and aces."""

from sim.twisted_knot.cards import NINE
from strategies import param, strategy
from strategies.twisted_knot._hoard import hoard


@strategy("twisted-knot", others=param(0, 0, 8))
def hoard_nines(view, move, others):
    """Play everything else first, then lay the nines together, so that they throw cards from the pile out of the game.

    others: how many other cards may still be in the hand when the nines go. The books say none. Assumed: a nine is laid earlier
    rather than the stack picked up, and is never given away while there is another card to give.
    """
    return hoard(view, move, NINE, others)
