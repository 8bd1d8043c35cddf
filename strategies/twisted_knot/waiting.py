"""Moves that wait, for a hunch that is laid over a player's scores."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import NOTHING
from knotlab.sim.games.twisted_knot.state import LAYING, PICK_UP, Move
from knotlab.strategies.behind import behind_all, just_above


@strict
def wait(view, move, player, *values):
    """The score of a move that waits for all others that the player would rather make than pick up: he lays it before
    he picks up, if he would lay it at all.

    player: a strategy. values: its parameters, in order.
    """
    score = player(view, move, *values)
    if view.decision != LAYING or view.stack_size == 0 or view.bound == 1:
        return behind_all(score)
    return just_above(score, player(view, Move(PICK_UP, NOTHING, view.stack_size), *values))
