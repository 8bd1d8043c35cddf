"""Keeping one rank back until little else is in the hand: shared by the hoarding ideas."""

from sim.jit import strict
from sim.twisted_knot.state import DISCARD, LAY, PASS
from strategies.twisted_knot.shed import shed

KEEP = -100.0  # laid only if nothing else but picking up is left


@strict
def hoard(view, move, rank, others):
    """Shed all else first; lay `rank`, all together, once at most `others` other cards are in the hand."""
    score = shed(view, move)
    if move.rank != rank:
        return score
    if move.kind == LAY:
        rest = view.hand_sizes[view.seat] - view.hand[rank]
        return score + (KEEP if rest > others else 100.0 * move.count)
    if move.kind == DISCARD or move.kind == PASS:
        return score + KEEP
    return score
