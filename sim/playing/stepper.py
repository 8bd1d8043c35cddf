"""A game played one move at a time from Python, by the same compiled rules as the fast runs: for verification, tests
and explanations.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from threading import get_ident
from types import FunctionType
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import entry, is_compiled, once, record_type
from knotlab.sim.compiling.later import types
from knotlab.sim.compiling.precompile import Kernel, make_ready
from knotlab.sim.kernels import trace
from knotlab.sim.kernels.chance import CHANCES, rewind, streams
from knotlab.sim.protocol import CHANCE, DECIDE, OVER, TURN, Game

# Those that take longest to compile come first.
STEPS = ("apply", "settle", "begin", "legal", "open_turn", "deal", "redeal", "draw_chance", "write_result")


@once
def steps(name: str) -> dict[str, Callable[..., Any]]:
    """The compiled steps of a game's rules, by name."""
    make_ready(step_kernels(name), is_for_cluster=False)
    return {step: compiled_step(name, step) for step in STEPS}


def step_kernels(name: str) -> list[Kernel]:
    """The compiled steps of a game's rules, each to be had by itself."""
    return [Kernel(compiled_step, (name, step), name) for step in STEPS]


@once
def compiled_step(name: str, step: str) -> Callable[..., Any]:
    """One compiled step of a game's rules."""
    game = games.find(name)
    width = len(game.move._fields)
    state, noted, chance = (record_type(game.view), record_type(game.hidden)), trace.trace_type(), record_type(CHANCES)
    status = types.int64
    signatures = {
        "deal": types.none(*state, chance),
        "begin": status(*state, noted),
        "draw_chance": types.none(*state, chance),
        "settle": status(*state, noted),
        "open_turn": status(*state, noted),
        "legal": types.int64(record_type(game.view), record_type(game.options)),
        "apply": status(*state, noted, *[types.int64] * width),
        "redeal": types.none(*state, chance),
        "write_result": types.none(*state, record_type(game.result)),
    }
    return entry(in_python(getattr(game.rules, step)), signatures[step], f"{name}.step_{step}")


def in_python(function: Any) -> Any:
    """A compiled function as plain Python: to be compiled by itself, or for what is not worth loading the compiler."""
    if not is_compiled(function):
        return function
    source = function.py_func
    return FunctionType(source.__code__, source.__globals__, source.__name__, source.__defaults__, source.__closure__)


def room_for_moves(game: str) -> np.record:
    """This thread's own room for the moves of a decision of a game: it takes longer to make than a few moves to list or
    to score.
    """
    return _room(game, get_ident())


@lru_cache(maxsize=8)
def _room(game: str, thread: int) -> np.record:
    options: np.record = np.zeros(1, games.find(game).options)[0]
    return options


def legal_moves(game: Game, view: np.record) -> list[Any]:
    """The legal moves of the decision that a view stands before, in listed order, as the game's move tuples."""
    options = room_for_moves(game.name)
    n = int(steps(game.name)["legal"](view, options))
    return [game.move(*row) for row in options["move"][:n].tolist()]


class Stepper:
    """One game in progress. `view` and `hidden` are its position; `moves()` the legal moves while `status` is DECIDE.

    >>> from knotlab.sim import games
    >>> from knotlab.sim.settings import make_rules
    >>> game = games.find("twisted-knot")
    >>> step = Stepper(game, make_rules(game, 2, ["jokers=0"]))
    >>> int(step.view.players)
    2
    """

    def __init__(self, game: Game, rules: Mapping[str, Any]) -> None:
        self.game = game
        self._views, self._hiddens = np.zeros(1, game.view), np.zeros(1, game.hidden)
        self.view, self.hidden = self._views[0], self._hiddens[0]
        game.prepare(self.view, rules)
        if "cheats" in (game.view.names or ()):
            self.view.cheats = 1  # no strategy sits here: whatever the settings allow is listed
        self.trace = trace.empty(game, 1024, 1)
        self.status = OVER
        self._steps = steps(game.name)

    def events(self) -> list[dict[str, Any]]:
        """What has happened since this was last asked."""
        rows = list(trace.rows_of(self.trace))
        self.trace.sizes[0] = 0
        return [self.game.events.event_of(self.hidden, self.view, row) for row in rows]

    def place(self, view: np.record, hidden: np.record) -> None:
        """Put a copy of a position on the table."""
        self._views[0], self._hiddens[0] = view, hidden

    def deal(self, seed: int, deal: int = 0) -> None:
        """Shuffle and deal as deal number `deal` of a run with that seed."""
        self._chances = streams(seed)
        in_python(rewind)(self._chances[0], deal, 0)
        self._steps["deal"](self.view, self.hidden, self._chances[0])

    def begin(self) -> None:
        """The first position, from the deal on the table; CHANCE if the start must be drawn or set."""
        self.status = int(self._steps["begin"](self.view, self.hidden, self.trace))

    def draw_chance(self) -> None:
        """Let chance decide by the streams of `deal`, and go on."""
        self._steps["draw_chance"](self.view, self.hidden, self._chances[0])
        self.settle()

    def settle(self) -> None:
        """Go on from what chance decided (as it stands in `hidden`)."""
        self.status = int(self._steps["settle"](self.view, self.hidden, self.trace))

    def redeal(self, seed: int, rollout: int) -> None:
        """Redeal what the player to move cannot see, with the what-if words of deal 0 of a run with that seed."""
        chance = streams(seed, "what-if")
        in_python(rewind)(chance[0], 0, rollout)
        self._steps["redeal"](self.view, self.hidden, chance[0])

    def result(self) -> np.record:
        """What the game gives each seat, as it stands."""
        result: np.record = np.zeros(1, self.game.result)[0]
        self._steps["write_result"](self.view, self.hidden, result)
        return result

    def open_turn(self) -> None:
        """Start the turn of `view.seat`."""
        self.status = int(self._steps["open_turn"](self.view, self.hidden, self.trace))

    def moves(self) -> list[Any]:
        """The legal moves in listed order, as the game's move tuples."""
        assert self.status == DECIDE
        return legal_moves(self.game, self.view)

    def play(self, move: Any) -> None:
        """Play a legal move, up to the next decision or the end of the turn."""
        self.status = int(self._steps["apply"](self.view, self.hidden, self.trace, *move))

    def random_game(self, seed: int) -> Iterator[None]:
        """Deal and play a whole game of random moves; stops at every decision before its move is drawn."""
        rng = np.random.default_rng(seed)
        self.deal(seed)
        self.begin()
        while self.status != OVER:
            if self.status == CHANCE:
                self.draw_chance()
            elif self.status == TURN:
                self.open_turn()
            else:
                yield
                moves = self.moves()
                self.play(moves[int(rng.integers(len(moves)))])
