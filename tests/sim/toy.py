"""A game of a few lines, whose moves have 1 or 6 numbers.

Two players take turns, four turns in all. Each turn offers three moves; move i has the numbers i, 10 i, 100 i, .. and
adds `worth` to its player's score.
"""

from collections import namedtuple
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

from knotlab.sim.compiling.jit import inline, strict
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.playing.players import Functions, Player
from knotlab.sim.protocol import DECIDE, OVER, TURN, Game, record_dtype

N_MOVES, N_TURNS, N_PLAYERS = 3, 4, 2
SOURCE = source_hash([Path(__file__)])[:8]  # the cache of compiled code sees no edit of a test

VIEW = record_dtype(
    [
        ("players", "i8"),
        ("seat", "i8"),
        ("decision", "i8"),
        ("game_uniform", "f8"),
        ("turn_uniform", "f8"),
        ("decision_uniform", "f8"),
        ("plan", "f8", 32),
        ("turns", "i8"),
        ("scores", "i8", 8),
    ]
)
HIDDEN = record_dtype([("nothing", "i8")])


def worth(numbers: Any) -> int:
    """What a move adds to the score: each number counts by its place, so that none can stand for another."""
    total = 0
    for k in range(len(numbers)):
        total += (k + 2) * numbers[k]
    return total


@cache
def toy(width: int) -> Game:
    """The game with moves of so many numbers."""
    move = namedtuple("ToyMove", [f"number_{k}" for k in range(width)])  # type: ignore[misc]
    return Game(
        name=f"toy-{width}-{SOURCE}",
        title="Toy",
        rules=_rules(width),
        view=VIEW,
        hidden=HIDDEN,
        move=move,
        max_moves=N_MOVES,
        view_fields=(),
        move_kinds=(),
        settings=(),
        presets={},
        players=(N_PLAYERS, N_PLAYERS),
        result_fields=(("score", "i4"),),
        prepare=lambda view, rules: setattr(view, "players", rules["players"]),
        check=lambda rules: None,
        events=cast(ModuleType, SimpleNamespace(FIELDS=("players",), FLAGS=(), CLOSED={})),
        log=_log(),
    )


def _rules(width: int) -> ModuleType:
    """The rules, compiled."""
    worth_of = inline(worth)

    @inline
    def deal(view, hidden, chance):
        view.seat = view.turns = 0
        view.scores[:] = 0

    @inline
    def begin(view, hidden, trace):
        return TURN

    @inline
    def open_turn(view, hidden, trace):
        return DECIDE

    @inline
    def legal(view, options):
        for i in range(N_MOVES):
            number = i
            for k in range(width):
                options.move[i, k] = number
                number *= 10
        return N_MOVES

    @inline
    def move_on(view, numbers):
        view.scores[view.seat] += worth_of(numbers)
        view.turns += 1
        view.seat = 1 - view.seat
        return OVER if view.turns == N_TURNS else TURN

    appliers = {
        1: inline(lambda view, hidden, trace, a: move_on(view, (a,))),
        6: inline(lambda view, hidden, trace, a, b, c, d, e, f: move_on(view, (a, b, c, d, e, f))),
    }

    @inline
    def nothing(view, hidden, chance):
        pass

    @inline
    def progress(view, hidden):
        return view.turns

    @inline
    def same_position(view, hidden, view2, hidden2):
        return view.turns == view2.turns

    @inline
    def write_result(view, hidden, result):
        for seat in range(N_PLAYERS):
            result.score[seat] = view.scores[seat]

    steps = {"draw_chance": nothing, "redeal": nothing, "settle": open_turn, "apply": appliers[width]}
    own = (deal, begin, open_turn, legal, progress, same_position, write_result)
    names = [getattr(step, "py_func", step).__name__ for step in own]
    return cast(ModuleType, SimpleNamespace(**steps, **dict(zip(names, own, strict=True))))


def _log() -> ModuleType:
    """A log without columns of its own. Each width has its own functions: its rows begin like those of the others."""

    @inline
    def position(view, hidden, row):
        pass

    @inline
    def outcome(view, hidden, seat, status, row):
        pass

    return cast(ModuleType, SimpleNamespace(FIELDS=(), position=position, outcome=outcome))


def chooser(width: int, sign: float) -> Player:
    """A player who takes the move with the highest last number, or with -1 the lowest."""

    @strict
    def score(view, move):
        return sign * move[-1]

    functions = Functions(toy(width).name, f"take-{sign:g}", score, None, "", SOURCE)
    return Player(functions.name, functions)
