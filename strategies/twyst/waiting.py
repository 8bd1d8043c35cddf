"""Moves that wait, for a hunch that is laid over a player's scores."""

from knotlab.sim.compiling.jit import strict
from knotlab.strategies.behind import behind_all


@strict
def wait(view, move, player, *values):
    """The score of a move that waits for all others of its decision.

    player: a strategy. values: its parameters, in order.
    """
    return behind_all(player(view, move, *values))
