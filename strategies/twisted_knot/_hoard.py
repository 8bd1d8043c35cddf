"""Keeping one rank back until little else is in the hand: shared by the hoarding ideas."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.state import LAY
from knotlab.strategies.twisted_knot._hold import FIRST, HOLD, other_cards, parts_with
from knotlab.strategies.twisted_knot.shed import shed


@strict
def hoard(view, move, rank, others):
    """Shed everything else first; lay `rank`, all cards together, once at most `others` other cards are in the hand."""
    score = shed(view, move)
    if not parts_with(move, rank):
        return score
    if move.kind == LAY and other_cards(view, rank) <= others:
        return score + FIRST * move.count
    return score + HOLD
