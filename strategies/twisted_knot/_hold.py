"""Holding cards back, which most tips ask for: a card held back is laid only to avoid picking up the stack, and given
away only when no other is left.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.state import DISCARD, LAY, PASS

HOLD = -100.0  # below every plain lay, above picking up
FIRST = 100.0  # above every plain lay


@strict
def hold(view, hand):
    """What is taken off the score of a card held back: nothing while the hand is smaller than `hand`, so that the pile
    comes into play.
    """
    return HOLD if view.hand_sizes[view.seat] >= hand else 0.0


@strict
def parts_with(move, rank):
    """Whether a move lays or gives away cards of a rank."""
    return move.rank == rank and (move.kind == LAY or move.kind == DISCARD or move.kind == PASS)


@strict
def leaves_fewer(view, move, rank, n):
    """Whether a move parts with cards of a rank and leaves fewer than n of them in the hand."""
    return parts_with(move, rank) and view.hand[rank] - move.count < n


@strict
def other_cards(view, rank):
    """How many cards of other ranks are in the hand."""
    return view.hand_sizes[view.seat] - view.hand[rank]
