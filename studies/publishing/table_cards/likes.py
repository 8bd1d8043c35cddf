"""What lines of cards like, by game: which moves of a decision, for all of some decisions at once."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim.compiling.jit import jit
from knotlab.sim.games.knotweed.state import Move as WeedMove
from knotlab.sim.games.twisted_knot.state import Move as KnotMove
from knotlab.strategies.knotweed import _card as weed
from knotlab.strategies.knotweed.cheapest import cheapest
from knotlab.strategies.knotweed.finisher import find_finish
from knotlab.strategies.twisted_knot import _card as knot
from knotlab.strategies.twisted_knot._finish import plan_finish
from knotlab.strategies.twisted_knot.shed import shed

AGAINST_AT = 3  # the bit of a line that advises against its moves


@jit
def like_knot(views: Any, moves: Any, n_moves: Any, line: int, likes: Any) -> None:
    """Into `likes`: of each decision of Twisted Knot the set of moves that a line likes; empty if it says nothing."""
    for i in range(len(views)):
        likes[i] = 0
        if knot.is_so(views[i], line):
            for j in range(n_moves[i]):
                move = KnotMove(moves[i, j, 0], moves[i, j, 1], moves[i, j, 2])
                if knot.is_meant(views[i], move, line) != (line >> AGAINST_AT & 1 == 1):
                    likes[i] |= np.int64(1) << j


@jit
def like_weed(views: Any, moves: Any, n_moves: Any, line: int, likes: Any) -> None:
    """Into `likes`: of each decision of Knotweed the set of moves that a line likes; empty if it says nothing."""
    for i in range(len(views)):
        likes[i] = 0
        if weed.is_so(views[i], line):
            for j in range(n_moves[i]):
                move = WeedMove(moves[i, j, 0], moves[i, j, 1], moves[i, j, 2], moves[i, j, 3])
                if weed.is_meant(views[i], move, line) != (line >> AGAINST_AT & 1 == 1):
                    likes[i] |= np.int64(1) << j


class Likes(NamedTuple):
    """What it takes to follow lines in a game: `like`, as above; `plan(view)`, which finds a turn that goes out; the
    order of moves that no line tells apart; the type of a move.
    """

    like: Callable[..., None]
    plan: Callable[..., None]
    rest: Callable[..., float]
    move: Callable[..., Any]
    is_so: Callable[..., bool]
    is_meant: Callable[..., bool]


LIKES = {
    "twisted-knot": Likes(like_knot, plan_finish, shed, KnotMove, knot.is_so, knot.is_meant),
    "knotweed": Likes(like_weed, find_finish, cheapest, WeedMove, weed.is_so, weed.is_meant),
}


def prepared(game: str, view: Any) -> Any:
    """A view whose plan has the turn that goes out, if there is one."""
    planned = view.copy()
    planned["plan"] = 0.0
    LIKES[game].plan(planned)
    return planned


def liked(game: str, view: Any, move: Any, line: int) -> bool:
    """Whether a line likes a move; no move if what it says of the position is not so."""
    kind = LIKES[game]
    return bool(kind.is_so(view, line)) and bool(kind.is_meant(view, move, line)) != bool(line >> AGAINST_AT & 1)
