"""Collecting aces: a tip of all three rulebooks ("use of 9s and aces")."""

from knotlab.sim.games.twisted_knot.cards import ACE
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hoard import hoard
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", others=param(0, 0, 8), tip=param(1, 0, 1))
def hoard_aces(view, move, others, tip):
    """Play everything else first, then lay the aces together, so that they carry cards from the pile to the next
    player.

    others: how many other cards may still be in the hand when the aces go. The books say none. tip: 0 plays just
    `shed`. Assumed: an ace is laid earlier rather than the stack picked up, and is never given away while there is
    another card to give.
    """
    return hoard(view, move, ACE, others) if tip else shed(view, move)
