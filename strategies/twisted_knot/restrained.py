"""The champion without one of its habits, to measure what the habit is worth."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, EIGHT, KING, QUEEN, TEN, THREE
from knotlab.sim.games.twisted_knot.demand import satisfying
from knotlab.sim.games.twisted_knot.state import LAY, LAYING, PASS, PICK_UP
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._finish import COUNT_AT, RANK_AT
from knotlab.strategies.twisted_knot.champion import champion
from knotlab.strategies.twisted_knot.champion import plan as plan_champion

DENIED = -1000.0  # below every score of the champion
KEEP_THREES, ACE_AT_NO_HAND, KEEP_EIGHTS, PICK_UP_TENS, PASS_QUEENS = range(1, 6)


@strict
def may_lay(view, rank):
    """Whether a card of a rank may be laid now."""
    return view.decision == LAYING and view.hand[rank] > 0 and satisfying(view)[0] >> rank & 1 == 1


@strict
def keeps(view, move, rank):
    """Whether a card of a rank could be laid, and the move is another one."""
    return may_lay(view, rank) and not (move.kind == LAY and move.rank == rank)


@strict
def shows_habit(view, move, habit):
    """Whether a move shows a habit; one that begins a turn which is certain to go out never does."""
    if move.kind == LAY and move.rank == view.plan[RANK_AT] and move.count == view.plan[COUNT_AT]:
        return False
    if habit == KEEP_THREES:
        return keeps(view, move, THREE)
    if habit == ACE_AT_NO_HAND:
        return move.kind == LAY and move.rank == ACE and view.hand_sizes[view.next] == 0
    if habit == KEEP_EIGHTS:
        return (view.top == ACE or view.top == KING) and keeps(view, move, EIGHT)
    if habit == PICK_UP_TENS:
        return move.kind == PICK_UP and view.stack_counts[TEN] > 0
    return habit == PASS_QUEENS and move.kind == PASS and move.rank == QUEEN


@strict
def plan(view, habit):
    """What the champion plans."""
    plan_champion(view)


@strategy("twisted-knot", title="Champion without a habit", plan=plan, habit=param(0, 0, 5))
def restrained(view, move, habit):
    """Play as `champion`, but never show one of its habits while there is another move.

    Source: no tip. What the champion loses without a habit is what the habit is worth to it.

    Assumed: that the others play about as well, as `champion` does.

    Parameters
    ----------
    habit
        Which it has to do without: 1 keeping threes, 2 laying aces at a player who has no hand, 3 keeping eights from
        aces and kings, 4 picking up stacks with a ten in them, 5 passing queens on. 0 plays exactly like `champion`.
    """
    return champion(view, move) + (DENIED if shows_habit(view, move, habit) else 0.0)
