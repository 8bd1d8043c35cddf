"""Tens with threes and nines: the rulebooks' tip on getting rid of low cards."""

from sim.jit import strict
from sim.twisted_knot.cards import NINE, TEN, THREE
from sim.twisted_knot.state import LAY
from strategies import param, strategy
from strategies.twisted_knot._hold import FIRST, HOLD, parts_with
from strategies.twisted_knot.shed import shed


@strategy("twisted-knot", tens=param(2, 2, 4), nines=param(1, 1, 4), tip=param(1, 0, 1))
def ten_three_nine(view, move, tens, nines, tip):
    """Collect tens, a three and nines; lay the tens, the threes, low cards while goes are left, and in the last go all the nines.

    tens: how many start a chain. nines: how many must be there to end it. tip: 0 plays just `shed`. Assumed: tens, threes and nines are laid earlier only
    rather than the stack picked up. A chain is under way while that many tens lie in the stack.
    """
    if tip and (parts_with(move, TEN) or parts_with(move, THREE) or parts_with(move, NINE)):
        return shed(view, move) + (FIRST * move.count if move.kind == LAY and is_due(view, move, tens, nines) else HOLD)
    return shed(view, move)


@strict
def is_due(view, move, tens, nines):
    """Whether it is the turn of this rank in the chain."""
    if move.rank == TEN:
        return view.hand[TEN] >= tens and view.hand[THREE] > 0 and view.hand[NINE] >= nines
    if view.stack_counts[TEN] < tens:
        return False
    if move.rank == THREE:
        return view.top == TEN and view.goes > 1
    return view.goes == 1
