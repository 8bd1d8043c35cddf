"""One game of a job, played again with a trace of all that happens in it."""

import contextlib
from dataclasses import dataclass

import numpy as np

from knotlab.sim import games
from knotlab.sim.errors import StrategyError
from knotlab.sim.kernels import trace
from knotlab.sim.kernels.turns import RUN, States
from knotlab.sim.playing import asked
from knotlab.sim.playing.job import (
    NO_MATCH,
    Job,
    batch_kernel,
    blame,
    call_kernel,
    fresh_states,
    play_batch,
    traced_kernel,
)
from knotlab.sim.playing.players import player_records
from knotlab.sim.playing.trial import try_out
from knotlab.sim.protocol import ENDS


@dataclass(frozen=True, eq=False)
class TracedGame:
    """One game played again and traced: its result and everything that happened, up to a strategy's failure if there is
    one.
    """

    job: Job
    index: int
    result: np.record
    trace: trace.Trace
    states: States
    failure: StrategyError | None = None

    @property
    def end(self) -> str:
        """How the game ended: finished, stalled or capped."""
        return ENDS[int(self.result.end)]


def play_traced(job: Job, index: int, totals: np.ndarray = NO_MATCH) -> TracedGame:
    """Play game `index` of a job alone, with a trace. It is the same game as in any batch.

    totals: shape (1, seats), what each seat has won in the match before it.
    """
    try_out(job)
    with asked.undisturbed() if job.asks else contextlib.nullcontext():  # objects answer as before
        return _play_traced(job, index, totals)


def _play_traced(job: Job, index: int, totals: np.ndarray) -> TracedGame:
    """Play a game without a trace, which says how long it is, and once more with it."""
    game = games.find(job.game)
    results, failure = np.zeros(1, game.result), None
    result = results[0]
    try:
        play_batch(batch_kernel, job, np.array([index]), results, totals=totals)
    except StrategyError as error:
        failure, result.turns = error, 2**31 - 1
    room = trace.empty(game)
    while True:
        states, runs = fresh_states(game, job), np.zeros(1, RUN)
        run = runs[0]
        run.deal, run.rotation, run.rollout = job.deal_of(index), job.rotation_of(index), job.rollout
        run.seating[: job.n_players] = job.players_by_seat(index)
        run.limit, run.players = result.turns, player_records(job.players)
        if "totals" in (game.view.names or ()) and len(totals):
            states.views[0].totals[:] = totals[0]
        try:
            with asked.seated(job, index, traced=True) if job.asks else contextlib.nullcontext():
                call_kernel(traced_kernel(job.game), job.players, runs, states, np.zeros(1, game.options), runs, room)
        except Exception as error:
            if failure is None:  # at a decision in which it trembled: a trace asks it for scores there, too
                raise blame(job, states, runs, index, error) from error
        if not trace.overflowed(room):
            return TracedGame(job, index, result, room, states, failure)
        room = trace.empty(game, int(room.sizes[0]), int(room.sizes[1]))
