"""What would have come of another move: one decision of one game, each legal move forced there in turn and played on
many times; and what the moves of a whole game were worth, with the cards that the player could not see redealt each
time.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from knotlab.analysis.result import Conditions, Result, conditions_of
from knotlab.analysis.runs.rollouts import AS_DEALT, RESAMPLE, decision_of, metric_of, payoffs_of, play_moves
from knotlab.analysis.stats.estimate import Estimate, mean_of
from knotlab.analysis.stats.intervals import Range
from knotlab.analysis.stats.payoffs import UNIT, direction, payoffs_by_metric, range_of
from knotlab.sim import games
from knotlab.sim.errors import InputError, StrategyError
from knotlab.sim.playing.job import Job, cause_of
from knotlab.sim.playing.match import records_of
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.records import decisions_of
from knotlab.sim.protocol import FINISHED

CAVEATS = {
    AS_DEALT: (
        "Hidden cards lie as they were dealt, which the player could not know: this tells of one game; without "
        "--hidden as-dealt it is advice for the position."
    ),
    RESAMPLE: "Hidden cards are drawn anew from all deals that agree with what the player sees; what earlier play "
    "told about them is ignored,"
    " and cards seen to come to a hand and not seen to leave it are taken to be there still.",
}


@dataclass(frozen=True, eq=False, repr=False)
class WhatIfResult(Result):
    """What each legal move of one decision came to, for the player who had it; intervals are over rollouts, which all
    moves share. Plot: `gains`.

    moves: in the game's words, in listed order. means: by metric, an estimate for each move. gains: by metric, what
    each move gains over the one that the strategy scores highest, paired by rollout; + is better for the player,
    whether the metric counts what is won or what is lost. chosen: number of that move. unfinished: share of each move's
    games that did not end.
    """

    job: Job
    index: int
    decision: int
    seat: int
    hidden: str
    moves: tuple[str, ...]
    scores: tuple[float, ...]
    chosen: int
    means: dict[str, tuple[Estimate, ...]]
    gains: dict[str, tuple[Estimate, ...]]
    unfinished: tuple[float, ...]

    @property
    def player(self) -> str:
        """The strategy that decides."""
        return self.job.players[self.job.players_by_seat(self.index)[self.seat]].name

    @property
    def conditions(self) -> Conditions:
        return conditions_of(self.job)

    def _heading(self) -> str:
        where = f"game {self.index}, decision {self.decision}: seat {self.seat} ({self.player})"
        return f"{self.settings_line}; {where}, hidden cards {self.hidden}\n{CAVEATS[self.hidden]}"

    def to_pandas(self) -> pd.DataFrame:
        """One row per move: its score, each metric with its interval, and its gain over the strategy's own move with
        its interval (+ is better for the player).
        """
        rows = []
        for i, move in enumerate(self.moves):
            row: dict[str, object] = {"move": move, "score": self.scores[i], "own": i == self.chosen}
            for metric, means in self.means.items():
                row |= means[i].columns(metric) | self.gains[metric][i].columns(f"{metric}_gain")
            rows.append(row | {"unfinished_share": self.unfinished[i]})
        return pd.DataFrame(rows)


def what_if(job: Job, index: int, decision: int, n_rollouts: int = 1000, hidden: str = AS_DEALT) -> WhatIfResult:
    """Force each legal move of one decision in turn, and play on from there with common random numbers.

    job: the games; of single games, not of matches. decision: number of the decision in it, from 0. n_rollouts: how
    often each move is played on. hidden: `as-dealt` leaves the hidden cards where they are; `resample` redraws them
    in each rollout among all deals that agree with what the player sees, and makes hidden bids anew. Raises InputError
    if there is no such decision, or it has one legal move only. Raises StrategyError if a strategy fails.

    Examples
    --------
    >>> from knotlab.analysis.runs.play import make_job
    >>> result = what_if(make_job("twisted-knot", ["shed", "random"], seed=1), index=0, decision=5, n_rollouts=50)
    >>> len(result.moves) == len(result.scores)
    True
    """
    if n_rollouts < 2:
        raise InputError(f"the number of rollouts is 2 or more, not {n_rollouts}")
    point = decision_of(job, index, decision)
    moves = point.moves
    if len(moves) < 2:
        raise InputError(
            f"decision {decision} of game {index} has one legal move only; knotlab replay --why shows which have more"
        )
    scores = _scores(job, point.view, moves, index, decision)
    results = play_moves(point, moves, n_rollouts, hidden)
    chosen, seat = int(np.argmax(scores)), int(point.view.seat)
    means, gains = {}, {}
    for metric in payoffs_by_metric(games.find(job.game)):
        own, bounds = payoffs_of(point, results, metric), range_of(metric, len(job.players))
        means[metric] = tuple(mean_of(payoffs, UNIT, bounds=bounds) for payoffs in own)
        gains[metric] = tuple(
            Estimate(0.0, 0.0, 0.0, 0.0, n_rollouts) if i == chosen else _gain(direction(metric) * change, bounds)
            for i, change in enumerate(own - own[chosen])
        )
    return WhatIfResult(
        job=job,
        index=index,
        decision=decision,
        seat=seat,
        hidden=hidden,
        moves=point.words,
        scores=tuple(map(float, scores)),
        chosen=chosen,
        means=means,
        gains=gains,
        unfinished=tuple(float(share) for share in (results["end"] != FINISHED).mean(axis=1)),
    )


def _scores(job: Job, view: np.record, moves: Sequence[Any], index: int, decision: int) -> np.ndarray:
    """What the strategy that decides thinks of each legal move."""
    player = job.players[job.players_by_seat(index)[int(view.seat)]]
    try:
        return np.asarray(scores_of(player, view.copy(), moves))
    except Exception as error:
        raise StrategyError(player.name, index, decision, cause_of(error), job) from error


def _gain(changes: np.ndarray, bounds: Range | None) -> Estimate:
    """The mean difference of payoffs with some bounds."""
    size = bounds.high - bounds.low if bounds else 0.0
    return mean_of(changes, UNIT, bounds=Range(-size, size) if bounds else None)


# --- many decisions ---


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
        from scipy import stats

        n = self.payoffs.shape[1]
        limit, numbers = float(stats.t.isf(error, n - 1)), []
        for i, own in enumerate(self.payoffs):
            shortfall = sign * (self.payoffs - own)
            deviation = shortfall.std(axis=1, ddof=1) / np.sqrt(n)
            if (shortfall.mean(axis=1) > limit * deviation).any():
                numbers.append(i)
        return numbers


def valued_records(job: Job, index: int, n_rollouts: int, only: Container[int] | None = None) -> list[Record]:
    """The record of a game, as a list of one, with what each move was worth at every choice.

    job: the games; of single games, not of matches. n_rollouts: how often each move is played on, 100 or more. only:
    the numbers of the decisions that are valued; none: all. Returns one record, with `whatif` in the record and in its
    choices (`sim/games/records.md`). A choice before which hidden cards cannot be redealt has none. Raises InputError
    if the job is one of matches, or the number of rollouts is too small. Raises StrategyError if a strategy fails.

    Examples
    --------
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
    valued = []
    for number, choice in choices:
        values = values_at(job, index, number, n_rollouts, metric)
        if values is not None:
            valued.append((choice, values))
    _write(valued, metric)
    return [record | {"whatif": {"rollouts": n_rollouts, "metric": metric}}]


def values_at(job: Job, index: int, decision: int, n_rollouts: int, metric: str) -> MoveValues | None:
    """What each move of one decision comes to; None if hidden cards cannot be redealt before it.

    decision: number of the decision in it. n_rollouts: how often each move is played on. metric: what a move is worth.
    """
    point = decision_of(job, index, decision)
    if not games.find(job.game).can_redeal(point.view):
        return None
    results = play_moves(point, point.moves, n_rollouts, RESAMPLE)
    return MoveValues(payoffs_of(point, results, metric) / UNIT)


def _write(valued: list[tuple[dict[str, Any], MoveValues]], metric: str) -> None:
    """Put the values next to the moves; all comparisons of a game together are wrong with a chance of ERROR at most."""
    pairs = sum(len(values.payoffs) * (len(values.payoffs) - 1) for _, values in valued)
    for choice, values in valued:
        worse = values.worse(direction(metric), ERROR / pairs)
        choice["whatif"] = {"values": [round(mean, 4) for mean in values.means], "worse": worse}
