"""A game written down as it happens: what a traced kernel notes, for records, replays and explanations.

Rules functions take `trace`, which is `None` in fast runs: the compiler then drops every note, so they cost nothing.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim.compiling.jit import inline
from knotlab.sim.compiling.later import types
from knotlab.sim.protocol import Game

DECISION = -1  # code of a row that notes a decision: seat, number of moves, number chosen, how it was chosen
FORCED, SCORED, TREMBLED = range(3)
MORE = -2  # code of a row that goes on with the row before it: one more value


class Trace(NamedTuple):
    """Rows of what happened, and the legal moves and scores of every decision in order.

    events (E, 4) int64: code, seat and two values (each game's own codes; DECISION rows come before what they cause).
    moves (M, numbers of a move) int64 and scores (M,) float64: the legal moves of one decision after another. sizes
    (2,) int64: rows of both that were needed; more than there is room for means that the game must be traced again with
    more room.
    """

    events: np.ndarray
    moves: np.ndarray
    scores: np.ndarray
    sizes: np.ndarray


def trace_type() -> Any:
    """The compiler's type of a trace."""
    rows, numbers, scores = (
        types.Array(kind, n, "C") for kind, n in ((types.int64, 2), (types.int64, 1), (types.float64, 1))
    )
    return types.NamedTuple([rows, rows, scores, numbers], Trace)


def empty(game: Game, n_events: int = 4096, n_moves: int = 16384) -> Trace:
    """A trace of a game with room for this many rows."""
    moves = np.zeros((n_moves, len(game.move._fields)), np.int64)
    return Trace(np.zeros((n_events, 4), np.int64), moves, np.zeros(n_moves), np.zeros(2, np.int64))


def overflowed(trace: Trace) -> bool:
    """Whether the game was longer than the trace's room."""
    return bool(trace.sizes[0] > len(trace.events) or trace.sizes[1] > len(trace.moves))


@inline
def note(trace, code, seat, a, b):
    """Write one row, if there is a trace."""
    if trace is not None:
        row = trace.sizes[0]
        trace.sizes[0] = row + 1
        if row < trace.events.shape[0]:
            trace.events[row, 0] = code
            trace.events[row, 1] = seat
            trace.events[row, 2] = a
            trace.events[row, 3] = b


@inline
def note_more(trace, value):
    """Write one more value of the row before, if there is a trace."""
    note(trace, MORE, value, 0, 0)


def rows_of(trace: Trace) -> Iterator[list[int]]:
    """The rows in order, each with the values that go on with it at its end."""
    row: list[int] = []
    for following in trace.events[: int(trace.sizes[0])].tolist():
        if following[0] == MORE:
            row.append(following[1])
            continue
        if row:
            yield row
        row = following
    if row:
        yield row


@inline
def note_decision(trace, seat, options, n, chosen, how):
    """Write down a decision with its n legal moves and their scores, if there is a trace."""
    if trace is not None:
        note(trace, DECISION, seat, n, chosen * 4 + how)
        first = trace.sizes[1]
        trace.sizes[1] = first + n
        if first + n <= trace.moves.shape[0]:
            for i in range(n):
                for k in range(options.move.shape[1]):
                    trace.moves[first + i, k] = options.move[i, k]
                trace.scores[first + i] = options.score[i]
