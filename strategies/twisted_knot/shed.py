"""Emptying the hand: the baseline that the tips of the rulebooks are measured against."""

from knotlab.sim.games.twisted_knot.cards import N_RANKS
from knotlab.sim.games.twisted_knot.state import GO_ON, LAY, PICK_UP
from knotlab.strategies import strategy

NEVER = -1000.0  # below every other score: only done when nothing else is legal


@strategy("twisted-knot", title="Plain shedder")
def shed(view, move):
    """Lay the lowest rank that goes, all cards of it together; never pick up by choice.

    Low means low in the card order, so high cards stay for hard demands. It tops up whenever it may, since that takes
    cards off the pile, and gives away the lowest card, which is the hardest to lay.

    Source: no tip; what a player without a plan does.
    """
    if move.kind == LAY:
        return float(N_RANKS - move.rank) + move.count / 100.0
    if move.kind == PICK_UP:
        return NEVER
    if move.kind == GO_ON:
        return -1.0
    return float(-move.rank)
