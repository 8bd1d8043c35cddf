"""Tens for a string of goes: what the rulebooks' two tips on tens have in common."""

from knotlab.sim.games.twisted_knot.cards import TEN
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hold import parts_with
from knotlab.strategies.twisted_knot._tens import followers, left_over, start
from knotlab.strategies.twisted_knot.shed import shed


@strategy(
    "twisted-knot",
    title="Ten chainer",
    tens=param(2, 1, 4),
    left=param(1, 0, 20),
    hand=param(8, 1, 20),
    tip=param(1, 0, 1),
)
def ten_chain(view, move, tens, left, hand, tip):
    """Hold tens until there are enough and a rank in the hand can follow in each go that they win; then lay them and
    shed on.

    Source: the common part of the rulebooks' tips on tens.

    Assumed: a ten held back is laid only to avoid picking up the stack. A chain is as long as there are ranks to follow
    it, since a go without one means picking up.

    Parameters
    ----------
    tens
        How many make a chain.
    left
        How many cards too low for the chain may stay in the hand.
    hand
        Cards are held back only while the hand has at least this many.
    tip
        1 follows the tip; 0 plays exactly like `shed`.
    """
    if tip and parts_with(move, TEN):
        return start(view, move, tens, followers(view) if left_over(view) <= left else 0, hand)
    return shed(view, move)
