"""Jacks as bombs with two players left: shared by the ideas on jacks and fives."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.state import LAY
from knotlab.strategies.twisted_knot._hold import FIRST, hold
from knotlab.strategies.twisted_knot.shed import shed


@strict
def bomb(view, move, hand, ready):
    """The score of a move that parts with jacks: lay them all if the moment has come, otherwise hold them."""
    if move.kind == LAY and ready:
        return shed(view, move) + FIRST * move.count
    return shed(view, move) + hold(view, hand)
