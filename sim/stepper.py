"""A game played one move at a time from Python, by the same compiled rules as the fast runs: for verification, tests and explanations."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np
from numba.core import types

from sim import games, trace
from sim.jit import entry, record
from sim.protocol import DECIDE, OVER, TURN, Game


@cache
def _steps(name: str) -> dict[str, Callable]:
    """The compiled steps of a game's rules, by name."""
    game = games.find(name)
    rules = game.rules
    state = (record(game.view), record(game.hidden))
    width = len(game.move._fields)

    def first_cards(view, hidden, noted):
        rules_first(view, hidden, noted)

    def let_start(view, hidden, seat):
        rules_start(view, hidden, seat)

    def open_turn(view, hidden, noted):
        return rules_open(view, hidden, noted)

    def legal(view, options):
        return rules_legal(view, options)

    def apply3(view, hidden, noted, a, b, c):
        return rules_apply(view, hidden, noted, a, b, c)

    def apply4(view, hidden, noted, a, b, c, d):
        return rules_apply(view, hidden, noted, a, b, c, d)

    rules_first, rules_start, rules_open = rules.take_first_cards, rules.let_start, rules.open_turn
    rules_legal, rules_apply = rules.legal, rules.apply
    signatures: dict[str, tuple[Callable, Any]] = {
        "first_cards": (first_cards, types.none(*state, trace.TRACE_TYPE)),
        "let_start": (let_start, types.none(*state, types.int64)),
        "open_turn": (open_turn, types.int64(*state, trace.TRACE_TYPE)),
        "legal": (legal, types.int64(record(game.view), record(game.options))),
        "apply": (apply3 if width == 3 else apply4, types.int64(*state, trace.TRACE_TYPE, *[types.int64] * width)),
    }
    return {name: entry(function, sig, f"{game.name}.step_{name}") for name, (function, sig) in signatures.items()}


class Stepper:
    """One game in progress. `view` and `hidden` are its position; `moves()` the legal moves while `status` is DECIDE.

    >>> from sim import games
    >>> from sim.settings import make_rules
    >>> game = games.find("twisted-knot")
    >>> step = Stepper(game, make_rules(game, 2, ["jokers=0"]))
    >>> int(step.view.players)
    2
    """

    def __init__(self, game: Game, rules: Mapping[str, Any]) -> None:
        self.game = game
        self._views, self._hiddens, self._options = np.zeros(1, game.view), np.zeros(1, game.hidden), np.zeros(1, game.options)
        self.view, self.hidden = self._views[0], self._hiddens[0]
        game.prepare(self.view, rules)
        self.trace = trace.empty(256, 1)
        self.status = OVER
        self._steps = _steps(game.name)

    def events(self) -> list[dict[str, Any]]:
        """What has happened since this was last asked."""
        rows = self.trace.events[: int(self.trace.sizes[0])]
        self.trace.sizes[0] = 0
        return [self.game.events.event_of(self.hidden, self.view, row) for row in rows]

    def start(self, seat: int) -> None:
        """Give the first turn to a seat, once `take_first_cards` is done."""
        self._steps["let_start"](self.view, self.hidden, seat)

    def take_first_cards(self) -> None:
        """What all players do before the first turn."""
        self._steps["first_cards"](self.view, self.hidden, self.trace)

    def open_turn(self) -> None:
        """Start the turn of `view.seat`."""
        self.status = int(self._steps["open_turn"](self.view, self.hidden, self.trace))

    def moves(self) -> list[Any]:
        """The legal moves in listed order, as the game's move tuples."""
        assert self.status == DECIDE
        n = int(self._steps["legal"](self.view, self._options[0]))
        return [self.game.move(*(int(value) for value in row)) for row in self._options[0].move[:n]]

    def play(self, move: Any) -> None:
        """Play a legal move, up to the next decision or the end of the turn."""
        self.status = int(self._steps["apply"](self.view, self.hidden, self.trace, *move))

    def random_game(self, rng: np.random.Generator) -> Iterator[None]:
        """Deal and play a whole game of random moves; stops at every decision before its move is drawn."""
        self.hidden.n_cards = self.game.events.shuffle_in(self.view, self.hidden, rng)
        self.take_first_cards()
        self.start(next(seat for seat in range(int(self.view.players)) if self.game.events.may_start(self.view, self.hidden, seat)))
        self.status = TURN
        while self.status == TURN:
            self.open_turn()
            while self.status == DECIDE:
                yield
                moves = self.moves()
                self.play(moves[int(rng.integers(len(moves)))])
