"""Moves that wait, for a hunch that is laid over a player's scores."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.state import PASS, PLAYING, Move
from knotlab.strategies.behind import behind_all, just_above


@strict
def wait(view, move, player, *values):
    """The score of a move that waits for all others that the player would rather make than pass, which costs three
    cards: he makes it before he passes, if he would make it at all. Once he has played, he rather stops.

    player: a strategy. values: its parameters, in order.
    """
    score = player(view, move, *values)
    if view.decision != PLAYING or view.plays > 0:
        return behind_all(score)
    return just_above(score, player(view, Move(PASS, -1, -1, 0), *values))
