"""Planning the finish: the rulebooks' tip on going out with a ten and the right number of aces or nines."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, NINE, NOTHING, TEN
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._finish import COUNT_AT, RANK_AT, plan_finish
from knotlab.strategies.twisted_knot._hold import FIRST, hold, parts_with
from knotlab.strategies.twisted_knot.shed import shed


@strict
def plan(view, pile, hand, tip):
    """Look for a turn that goes out."""
    view.plan[RANK_AT] = NOTHING
    if tip == 1 or tip == 3:
        plan_finish(view)


@strategy(
    "twisted-knot", title="Finish planner", plan=plan, pile=param(6, 0, 10), hand=param(5, 1, 20), tip=param(1, 0, 3)
)
def planned_finish(view, move, pile, hand, tip):
    """Play a turn that is certain to go out as soon as the hand has one; near the end, collect the tens, aces and nines
    it takes.

    Source: the rulebooks' tip on finishing; claim TK-C12.

    Assumed: a finish relies on no card that was not seen, so pile cards must be carried off by aces or nines. Cards
    held back are otherwise laid only to avoid picking up the stack. The limits of the search are in `_finish.py`.

    Parameters
    ----------
    pile
        Tens, aces and nines are collected once the pile has at most this many cards.
    hand
        Cards are held back only while the hand has at least this many.
    tip
        1 collects and searches; 2 collects without searching; 3 searches without collecting; 0 plays exactly like
        `shed`.
    """
    score = shed(view, move)
    if tip == 0:
        return score
    if move.rank >= 0 and move.rank == view.plan[RANK_AT] and move.count == view.plan[COUNT_AT]:
        return score + 10.0 * FIRST
    if tip == 3 or view.pile_sizes[view.seat] > pile:
        return score
    if parts_with(move, TEN) or parts_with(move, ACE) or parts_with(move, NINE):
        return score + hold(view, hand)
    return score
