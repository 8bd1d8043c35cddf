"""Tens for a string of goes: what the rulebooks' two tips on tens have in common."""

from sim.twisted_knot.cards import SATISFIES, TEN
from sim.twisted_knot.state import LAY
from strategies import param, strategy
from strategies.twisted_knot._hold import FIRST, HOLD, parts_with
from strategies.twisted_knot.shed import shed


@strategy("twisted-knot", tens=param(2, 1, 4), tip=param(1, 0, 1))
def ten_chain(view, move, tens, tip):
    """Hold tens until enough of them are together and something in the hand can follow, then lay them all and shed on.

    tens: how many make a chain. tip: 0 plays just `shed`. Assumed: a ten that does not make a chain is laid only rather than the stack picked up, and a
    chain is started only with a card in the hand that beats a ten.
    """
    score = shed(view, move)
    if not tip or not parts_with(move, TEN):
        return score
    followers = view.held & SATISFIES[TEN] & ~(1 << TEN)
    if move.kind == LAY and view.hand[TEN] >= tens and followers != 0:
        return score + FIRST * move.count
    return score + HOLD
