"""What a champion sees of a position: the entries of its descriptions, by the block of rows that they are in."""

from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from knotlab.sim.compiling.jit import whole
from knotlab.sim.kernels.vectors import ROOM
from knotlab.sim.playing.stepper import Stepper

Described = dict[str, dict[int, float]]


@cache
def describer(judgement: ModuleType) -> Callable[..., Any]:
    """A function that Python can call, of the compiled ones of a game: the entries of a decision and of a move."""
    called = (getattr(judgement, name) for name in ("prepare", "describe_decision", "describe_move"))
    prepare, describe_decision, describe_move = called

    @whole()
    def describe(view: Any, move: Any, rows: Any, values: Any) -> Any:
        view.plan[:] = 0.0
        prepare(view)
        n = describe_decision(view, rows[0], values[0])
        return n, describe_move(view, move, rows[1], values[1])

    compiled: Callable[..., Any] = describe
    return compiled


def described(judgement: ModuleType, game: Stepper, move: Any) -> tuple[Described, Described]:
    """What is seen of the decision at hand, and of one of its moves."""
    rows, values = np.zeros((2, ROOM), np.int32), np.zeros((2, ROOM), np.float32)
    sizes = describer(judgement)(game.view, move, rows, values)
    layouts = (judgement.IN_DECISION, judgement.IN_MOVE)
    first, second = (
        by_block(layout._asdict(), rows[k, : sizes[k]], values[k, : sizes[k]]) for k, layout in enumerate(layouts)
    )
    return first, second


def by_block(layout: Mapping[str, int], rows: np.ndarray, values: np.ndarray) -> Described:
    """Entries by the block that their row is in, and their place in it."""
    names, begins = list(layout), list(layout.values())
    seen: Described = {}
    for row, value in zip(rows.tolist(), values.tolist(), strict=True):
        k = int(np.searchsorted(begins, row, side="right")) - 1
        assert names[k] != "n_rows" and row - begins[k] not in seen.get(names[k], {}), (names[k], row)
        seen.setdefault(names[k], {})[row - begins[k]] = value
    return seen
