"""The event log: one row per decision, written by a kernel of its own while it plays.

A row starts with columns that all games share (`FIELDS`), then come the game's own (`sim/games/<game>/log.py`): what
the player to move saw, written before the move, and what came of it, written after. A game's log module has

    FIELDS                                    name, type, meaning, ruling of each of its columns
    position(view, hidden, row)               before the move, which stands in the row already
    outcome(view, hidden, seat, status, row)  after it; `seat` is the one that moved

A row ends with `HOLDS`, which is no column: which conditions hold, of those that a run asks about each decision.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from knotlab.sim.compiling.jit import inline
from knotlab.sim.kernels.choice import rate_signature
from knotlab.sim.kernels.trace import FORCED
from knotlab.sim.lowlevel import caller
from knotlab.sim.protocol import Game, record_dtype

# name, type, meaning, ruling
FIELDS = (
    ("game", "i8", "number of the game in the run", "records"),
    ("turn", "i4", "turns before this one in the game", "records"),
    ("step", "i4", "decisions before this one in the game", "records"),
    ("seat", "u1", "the seat that decides", "records"),
    ("player", "u1", "the player on it, as numbered on the command line from 0", "records"),
    ("decision", "u1", "kind of decision, as `decision` in the view", "view"),
    ("moves", "i4", "number of legal moves", "view"),
    ("how", "u1", "how the move was chosen: 0 the only one, 1 by the strategy's scores, 2 by a tremble", "draws"),
)

HOLDS = "holds"  # a bit for each condition (`Job.conditions`)


def columns(game: Game) -> list[tuple[str, str, str, str]]:
    """Name, type, meaning and ruling of every column: the shared ones, the move's numbers, the game's own."""
    move = [(column, "i4", f"`{column.removeprefix('move_')}` of the move made", "view") for column in _of_move(game)]
    return [*FIELDS, *move, *game.log.FIELDS]


def row_dtype(game: Game) -> np.dtype:
    """One row as a record."""
    return record_dtype([*((name, kind) for name, kind, _, _ in columns(game)), (HOLDS, "i8")])


def build_log(game: Game) -> Callable[..., Any]:
    """The function that writes the row of a decision that is made but not yet played; the row's number."""
    position, write_move, ask = game.log.position, _move_writer(_of_move(game)), caller(rate_signature(game))

    @inline
    def log_decision(state, options, n, chosen, run, log):
        view, hidden, _ = state
        wanted = run.log_row
        run.log_row = wanted + 1
        # Beyond its end the log is full: the game is played again with more room.
        number = min(wanted, log.shape[0] - 1)
        row = log[number]
        row.game, row.turn, row.step = run.game_number, run.turns, run.decisions
        row.seat, row.player, row.decision = view.seat, run.seating[view.seat], view.decision
        row.moves, row.how = n, run.how if n > 1 else FORCED
        row.holds = 0
        if run.conditions_address != 0:
            row.holds = ask(run.conditions_address, view, options, chosen, run.players[0])
        write_move(row, options, chosen)
        position(view, hidden, row)
        return number

    return log_decision


def _of_move(game: Game) -> list[str]:
    """The columns of the move's numbers."""
    return [f"move_{name}" for name in game.move._fields]


def _move_writer(names: Sequence[str]) -> Callable[..., Any]:
    """A function that writes a legal move's numbers into the columns of these names, one after another."""
    if not names:
        return inline(lambda row, options, i: None)
    write_others, last, k = _move_writer(names[:-1]), names[-1], len(names) - 1

    @inline
    def write_move(row, options, i):
        write_others(row, options, i)
        row[last] = options.move[i, k]

    return write_move
