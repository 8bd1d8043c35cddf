"""What the champion of Twisted Knot learns from, and the file that its weights are written to."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.champions.regression import Examples, Network
from knotlab.sim import branch
from knotlab.sim.files import write_whole
from knotlab.sim.games.twisted_knot.state import DISCARD, LAY, Move
from knotlab.sim.jit import whole
from knotlab.sim.job import Job
from knotlab.strategies import twisted_knot
from knotlab.strategies.resolve import player
from knotlab.strategies.twisted_knot._judgement import (
    DECISION,
    GIVEN_RANKS,
    KINDS,
    LAY_RANKS,
    LAYS,
    MOVE,
    OTHERS,
    describe_decision,
    describe_lay,
    describe_other,
)
from knotlab.strategies.twisted_knot.all_round import all_round, plan

UNITS = 8
BASES = ("all-round@v1-2-players", "all-round@v2-3-players", "all-round@v2-4-players")  # by number of players
WEIGHTS = Path(twisted_knot.__file__).resolve().with_name("_champion_weights.py")

HEAD = '''"""The weights of the champion's network for two, three, and four or more players. Written by
`knotlab.analysis.champions.make`.
"""

import numpy as np

HIDDEN = {units}  # hidden units
LAST = {last}  # the last of the tables with weights of their own


def _numbers(text: str, *shape: int) -> np.ndarray:
    """Numbers with spaces between them, in an array of a shape."""
    return np.array(text.split(), dtype=np.float64).reshape(shape)


'''
COLUMNS = 118  # of a line of numbers


@cache
def _describer() -> Any:
    """The compiled function that describes decisions and their moves."""

    @whole()
    def describe(views: Any, starts: Any, moves: Any, base: Any, decisions: Any, numbers: Any) -> None:
        for i in range(views.shape[0]):
            view = views[i]
            view.plan[:] = 0.0
            plan(view, *base)
            describe_decision(view, decisions[i])
            for row in range(starts[i], starts[i + 1]):
                move = Move(moves[row, 0], moves[row, 1], moves[row, 2])
                score = all_round(view, move, *base)
                if move.kind == LAY:
                    numbers[row, LAY_RANKS + move.rank] = 1.0
                    for k, value in enumerate(describe_lay(view, move, score)):
                        numbers[row, LAYS + k] = value
                else:
                    numbers[row, KINDS + move.kind - 1] = 1.0
                    if move.kind >= DISCARD:
                        numbers[row, GIVEN_RANKS + move.rank] = 1.0
                    for k, value in enumerate(describe_other(view, move, score)):
                        numbers[row, OTHERS + k] = value

    return describe


def base_of(players: int) -> tuple[float, ...]:
    """The weights of the all-round player that the champion corrects."""
    return tuple(float(value) for value in player("twisted-knot", BASES[min(players, 4) - 2]).values)


def examples_of(job: Job, rows: pl.DataFrame) -> Examples:
    """Decisions that were looked at in games of a job, as a network sees them."""
    first = rows.select(["game", "decision"]).unique(maintain_order=True)
    sizes = rows.group_by(["game", "decision"], maintain_order=True).len()["len"].to_numpy().astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    views = branch.positions(job, first["game"].to_numpy(), first["decision"].to_numpy()).views
    moves = rows["move"].to_numpy().astype(np.int64)
    decisions, numbers = np.zeros((len(views), DECISION)), np.zeros((len(moves), MOVE))
    _describer()(views, starts, moves, base_of(len(job.players)), decisions, numbers)
    gains = -rows["lost"].to_numpy().astype(np.float32)
    return Examples(decisions.astype(np.float32), numbers.astype(np.float32), gains, starts)


def write_weights(networks: Sequence[Network]) -> None:
    """Write the weights for two, three, and more players as the module that the champion reads."""
    arrays = {
        "BASES": np.array([base_of(players) for players in range(2, len(networks) + 2)]),
        "DECISIONS": np.array([network.decisions for network in networks]),
        "MOVES": np.array([network.moves for network in networks]),
        "OUT": np.array([network.out for network in networks]),
        "DIRECT": np.array([network.direct for network in networks]),
    }
    text = HEAD.format(units=UNITS, last=len(networks) - 1)
    for name, values in arrays.items():
        shape = "".join(f"    {size},\n" for size in values.shape)
        text += f'{name} = _numbers(\n    """\n{_lines(values)}\n""",\n{shape})\n'
    write_whole(WEIGHTS, text.encode())


def _lines(values: np.ndarray) -> str:
    """Numbers with four digits, in lines of moderate length."""
    lines = [""]
    for word in (f"{value:.4g}" for value in values.ravel()):
        if len(lines[-1]) + 1 + len(word) > COLUMNS:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
