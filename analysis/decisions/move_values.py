"""What the moves of a whole game were worth, each played on many times from where it was made, with the cards that the
player could not see redealt each time.
"""

from collections.abc import Container
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.decisions.rollouts import RESAMPLE, decision_of, metric_of, payoffs_of, play_moves
from knotlab.analysis.stats.intervals import t_value
from knotlab.analysis.stats.metrics import direction
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import records_of
from knotlab.sim.playing.records import decisions_of

LEAST_ROLLOUTS = 100
ERROR = 0.05  # the chance that any move of a game is called worse and is not
Record = dict[str, Any]


class MoveValues(NamedTuple):
    """What each move of one choice came to, for the player who had it.

    payoffs: shape (moves, rollouts), the first axis in listed order; all moves share the chance of each rollout.
    """

    payoffs: np.ndarray

    @property
    def means(self) -> list[float]:
        """Each move's mean."""
        return [float(mean) for mean in self.payoffs.mean(axis=1)]

    def worse(self, sign: int, error: float) -> list[int]:
        """The numbers of the moves that are worse than some other, each with at most this chance of error.

        sign: 1 if more is better for the player, -1 if less is.
        """
        n = self.payoffs.shape[1]
        limit = t_value(1 - 2 * error, n - 1) / n**0.5  # one-sided
        shortfalls = (sign * (self.payoffs - own) for own in self.payoffs)
        is_worse = [(each.mean(axis=1) > limit * each.std(axis=1, ddof=1)).any() for each in shortfalls]
        return [number for number, worse in enumerate(is_worse) if worse]


def valued_records(job: Job, index: int, n_rollouts: int, only: Container[int] | None = None) -> list[Record]:
    """The record of a game, as a list of one, with what each move was worth at every choice.

    job: the games; of single games, not of matches. n_rollouts: how often each move is played on, 100 or more. only:
    the numbers of the decisions that are valued; none: all. Returns one record, with `whatif` in the record and in its
    choices (`sim/games/records.md`). Raises InputError if the job is one of matches, or the number of rollouts is too
    small. Raises StrategyError if a strategy fails.

    >>> from knotlab.analysis.runs.play import make_job
    >>> (record,) = valued_records(make_job("twisted-knot", ["shed", "random"], seed=1), 0, 100)
    >>> record["whatif"]
    {'rollouts': 100, 'metric': 'loss_rate'}
    """

    if job.match is not None:
        raise InputError("moves are valued in single games, not in matches; leave out --target and --rounds")
    if n_rollouts < LEAST_ROLLOUTS:
        raise InputError(f"the number of rollouts is {LEAST_ROLLOUTS} or more, not {n_rollouts}")
    (record,) = records_of(job, index, why=True)
    metric = metric_of(job.game)
    choices = [
        (number, each)
        for number, each in enumerate(decisions_of(record))
        if len(each["moves"]) > 1 and (only is None or number in only)
    ]
    _write([(choice, values_at(job, index, number, n_rollouts, metric)) for number, choice in choices], metric)
    return [record | {"whatif": {"rollouts": n_rollouts, "metric": metric}}]


def values_at(job: Job, index: int, decision: int, n_rollouts: int, metric: str) -> MoveValues:
    """What each move of one decision comes to. Where others have chosen before and nobody has seen what, as with bids,
    they choose anew with the cards that they are redealt.

    decision: number of the decision in it. n_rollouts: how often each move is played on. metric: what a move is worth.
    """
    point = decision_of(job, index, decision)
    results = play_moves(point, point.moves, n_rollouts, RESAMPLE)
    return MoveValues(payoffs_of(point, results, metric) / UNIT)


def _write(valued: list[tuple[dict[str, Any], MoveValues]], metric: str) -> None:
    """Put the values next to the moves; all comparisons of a game together are wrong with a chance of ERROR at most."""
    pairs = sum(len(values.payoffs) * (len(values.payoffs) - 1) for _, values in valued)
    for choice, values in valued:
        worse = values.worse(direction(metric), ERROR / pairs)
        choice["whatif"] = {"values": [round(mean, 4) for mean in values.means], "worse": worse}
