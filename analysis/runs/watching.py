"""Games of a strategy that may fail: watched, so that a decision without end is noticed, and stopped at the position in
which it failed.
"""

import numpy as np

from knotlab.sim import games
from knotlab.sim.errors import RunError
from knotlab.sim.playing.job import NO_MATCH, Job, batch_kernel, cause_of, fresh_runs, fresh_tables
from knotlab.sim.playing.watch import TookTooLong, watched


class Failure(RunError):
    """A strategy failed.

    where: the decision, in words; cause: what went wrong; view: what the strategy saw then; endless: whether it was
    given up because the decision took too long.
    """

    def __init__(self, where: str, cause: str, view: np.record, endless: bool = False) -> None:
        super().__init__(f"{where}: {cause}")
        self.where, self.cause, self.view, self.endless = where, cause, view, endless


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
