"""The champion's habits that no tip mentions, each as a rule over view and move, to be laid over a player
(`strategies/ruled.py`); and which turns are certain to go out, which no rule concerns.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, EIGHT, KING, QUEEN, TEN, THREE
from knotlab.sim.games.twisted_knot.demand import satisfying
from knotlab.sim.games.twisted_knot.state import LAY, LAYING, PASS, PICK_UP
from knotlab.strategies.twisted_knot._finish import COUNT_AT, RANK_AT, plan_finish

plan_going_out = plan_finish


@strict
def goes_out(view, move):
    """Whether a move begins the turn that was found to be certain to go out."""
    return move.kind == LAY and move.rank == view.plan[RANK_AT] and move.count == view.plan[COUNT_AT]


@strict
def may_lay(view, rank):
    """Whether a card of a rank may be laid now."""
    return view.decision == LAYING and view.hand[rank] > 0 and satisfying(view)[0] >> rank & 1 == 1


@strict
def keeps(view, move, rank):
    """Whether a card of a rank could be laid, and the move is another one."""
    return may_lay(view, rank) and not (move.kind == LAY and move.rank == rank)


@strict
def keeps_threes(view, move):
    """Whether a three could be laid, and the move is another one."""
    return keeps(view, move, THREE)


@strict
def lays_aces_at_no_hand(view, move):
    """Whether a move lays aces at a player who has no hand."""
    return move.kind == LAY and move.rank == ACE and view.hand_sizes[view.next] == 0


@strict
def keeps_eights(view, move):
    """Whether an eight could be laid onto an ace or a king, and the move is another one."""
    return (view.top == ACE or view.top == KING) and keeps(view, move, EIGHT)


@strict
def picks_up_tens(view, move):
    """Whether a move picks up a stack with a ten in it."""
    return move.kind == PICK_UP and view.stack_counts[TEN] > 0


@strict
def passes_queens(view, move):
    """Whether a move passes a queen on."""
    return move.kind == PASS and move.rank == QUEEN


HABITS = (keeps_threes, lays_aces_at_no_hand, keeps_eights, picks_up_tens, passes_queens)  # in the order of their table
