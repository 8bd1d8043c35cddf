"""Collecting aces and nines together: shared by the ideas that build on it."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, NINE
from knotlab.sim.games.twisted_knot.state import LAY
from knotlab.strategies.twisted_knot._hoard import hoard
from knotlab.strategies.twisted_knot._hold import FIRST, HOLD, parts_with
from knotlab.strategies.twisted_knot.shed import shed


@strict
def hoard_either(view, move, others):
    """Hoard the larger group of aces and nines; lay the smaller with the last plain cards in the hand, which it carries
    off.
    """
    greater, smaller = (NINE, ACE) if view.hand[NINE] > view.hand[ACE] else (ACE, NINE)
    if not parts_with(move, smaller):
        return hoard(view, move, greater, others)
    plain = view.hand_sizes[view.seat] - view.hand[greater] - view.hand[smaller]
    if move.kind == LAY and view.hand[greater] > 0 and 0 < plain <= move.count:
        return shed(view, move) + FIRST
    if move.kind == LAY and view.hand[greater] == 0:
        return hoard(view, move, smaller, others)
    return shed(view, move) + HOLD
