"""Tens for a string of goes: the rulebooks' tip on tens (with kings, threes and nines to follow)."""

from sim.twisted_knot.cards import SATISFIES, TEN
from sim.twisted_knot.state import DISCARD, LAY, PASS
from strategies import param, strategy
from strategies.twisted_knot.shed import shed


@strategy("twisted-knot", tens=param(2, 1, 4))
def ten_chain(view, move, tens):
    """Hold tens until enough of them are together and something in the hand can follow, then lay them all and shed on.

    tens: how many make a chain. Assumed: a ten that does not make a chain is laid only rather than the stack picked up, and a
    chain is started only with a card in the hand that beats a ten.
    """
    score = shed(view, move)
    if move.rank != TEN:
        return score
    if move.kind == LAY:
        followers = view.held & SATISFIES[TEN] & ~(1 << TEN)
        if view.hand[TEN] >= tens and followers != 0:
            return score + 100.0 * move.count
        return score - 100.0
    if move.kind == DISCARD or move.kind == PASS:
        return score - 100.0
    return score
