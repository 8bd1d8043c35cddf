"""The ranges that `knotlab view` gives: at every decision of random games all numbers of the view and of the legal
moves lie in them.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import UNIFORM, Game
from knotlab.sim.settings import make_rules
from tests.sim.conforming import every_game, oracle

DECISIONS = 300  # of a game, at most


def outside(values: Any, seen: Any) -> np.ndarray:
    """The numbers seen that are not in a declared range, which may be one for each column."""
    seen = np.asarray(seen)
    if values is None:
        return seen[:0].ravel()
    if isinstance(values[0], tuple):
        return np.concatenate([outside(each, seen[..., column]) for column, each in enumerate(values)])
    low, high, *apart = values
    return seen[~((seen >= low) & (seen <= high) | np.isin(seen, apart))]


class Watched(Stepper):
    """A game of which every view and every legal move is kept."""

    def __init__(self, game: Game, n: int, changes: Sequence[str]) -> None:
        super().__init__(game, make_rules(game, n, changes))
        self.views: list[np.record] = []
        self.listed: set[Any] = set()

    def moves(self) -> list[Any]:
        """The legal moves, as they are listed."""
        result = super().moves()
        self.views.append(self.view.copy())
        self.listed.update(result)
        return result

    def strays(self) -> list[str]:
        """Fields of the view and kinds of move that had numbers outside their ranges."""
        views, moves = np.array(self.views, self.game.view), np.array(list(self.listed))
        result = [name for name, _, _, values, _, _ in self.game.view_fields if outside(values, views[name]).size]
        kinds = enumerate(self.game.move_kinds)
        return result + [
            name for kind, (name, values, _, _) in kinds if outside(values, moves[moves[:, 0] == kind, 1:]).size
        ]


@every_game
def test_every_number_of_the_view_and_of_the_moves_lies_in_its_range(name: str) -> None:
    for n, changes in (*oracle(name).SETUPS, *oracle(name).EXTREMES):
        for seed in range(1 if OFF else 3):
            step = Watched(games.find(name), n, changes)
            decisions = sum(1 for _ in islice(step.random_game(seed), DECISIONS))
            assert decisions > 30 and step.strays() == [], (n, changes, seed)


@every_game
def test_every_field_and_every_number_of_a_move_has_a_range(name: str) -> None:
    game = games.find(name)
    assert [field for field, _, _, values, _, _ in game.view_fields if values is None] == ["plan"]
    for field, kind, shape, values, _, _ in game.view_fields:
        columns = values if values and isinstance(values[0], tuple) else ()
        assert not columns or len(columns) == shape[-1], field
        for low, high, *_ in columns or [values or UNIFORM]:
            assert low <= high and isinstance(low, float if kind == "f8" else int), field
    assert all(len(values) == len(game.move._fields) - 1 for _, values, _, _ in game.move_kinds)


@pytest.mark.parametrize(
    ("field", "value"), [("players", 9), ("direction", 0), ("top", -2), ("held", 1 << 14), ("turn_uniform", 1.0)]
)
def test_a_number_outside_its_range_is_noticed(field: str, value: float) -> None:
    step = Watched(games.find("twisted-knot"), 3, ())
    next(step.random_game(seed=0))
    step.moves()
    assert step.strays() == []
    step.view[field] = value
    step.views.append(step.view)
    assert step.strays() == [field]


def test_a_move_outside_its_range_is_noticed() -> None:
    step = Watched(games.find("twyst"), 4, ())
    next(step.random_game(seed=0))
    step.moves()
    step.listed.add(step.game.move(0, 52, -1))
    assert step.strays() == ["BID"]
