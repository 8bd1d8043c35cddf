"""Games of a strategy that may fail: watched, so that a decision without end is noticed, and stopped at the position in
which it failed.
"""

import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import RunError
from knotlab.sim.playing.job import NO_MATCH, Job, batch_kernel, cause_of, fresh_runs, fresh_tables

DECISION_SECONDS = 10.0  # what a decision may take
LOOK_SECONDS = 0.25  # between two looks at how far a call is


class Failure(RunError):
    """A strategy failed.

    where: the decision, in words; cause: what went wrong; view: what the strategy saw then; endless: whether it was
    given up because the decision took too long.
    """

    def __init__(self, where: str, cause: str, view: np.record, endless: bool = False) -> None:
        super().__init__(f"{where}: {cause}")
        self.where, self.cause, self.view, self.endless = where, cause, view, endless


class TookTooLong(Exception):
    """A call did not get any further for as long as a decision may take."""

    def __str__(self) -> str:
        return f"no score after {DECISION_SECONDS:g} s"


def watched(call: Callable[[], Any], progress: Callable[[], Any] = lambda: None) -> Any:
    """What a call gives back, which is made in a thread of its own; raises TookTooLong if it does not get any further.

    progress: how far it is, equal as long as it is no further. Machine code cannot be stopped: the thread goes on until
    the program ends. Without the compiler the call is made as it is, since somebody may be looking at it in a debugger.
    """
    if OFF:
        return call()
    outcome: list[tuple[Any, Exception | None]] = []

    def run() -> None:
        try:
            outcome.append((call(), None))
        except Exception as error:
            outcome.append((None, error))

    thread = Thread(target=run, daemon=True)
    thread.start()
    last, since = progress(), time.monotonic()
    while thread.is_alive():
        thread.join(LOOK_SECONDS)
        now = progress()
        if now != last:
            last, since = now, time.monotonic()
        elif thread.is_alive() and time.monotonic() - since > DECISION_SECONDS:
            raise TookTooLong
    result, error = outcome[0]
    if error is not None:
        raise error
    return result


def play_watched(job: Job, first: int, count: int) -> np.ndarray:
    """Play games first .. first + count - 1: records of the game's result dtype; raises Failure."""
    game = games.find(job.game)
    tables, runs = fresh_tables(game, job), fresh_runs(job)
    numbers, results = np.arange(first, first + count), np.zeros(count, game.result)
    kernel, options = batch_kernel(job.game), np.zeros(1, game.options)

    def play() -> None:
        with np.errstate(divide="raise"):  # without the compiler NumPy's numbers would only warn
            kernel(tables, options, runs, numbers, NO_MATCH, results, job.rotations, None, None)

    try:
        watched(play, lambda: (int(runs[0].batch_index), int(runs[0].decisions)))
    except Exception as error:
        endless = isinstance(error, TookTooLong)
        where = f"game {numbers[runs[0].batch_index]}, decision {runs[0].decisions}"
        cause = str(error) if endless else cause_of(error)
        raise Failure(where, cause, tables.views[0].copy(), endless) from error
    return results
