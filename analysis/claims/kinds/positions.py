"""Playing on from positions that games came to, by two branches with common random numbers."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim import games
from knotlab.sim.playing.branch import CHOOSE, Positions, play_branches, positions
from knotlab.sim.playing.job import Job
from knotlab.sim.protocol import FINISHED
from knotlab.strategies.resolve import player


class Branch(NamedTuple):
    """How one of two branches of a position begins.

    move: the move's numbers, as expressions of the event log's row; none: the strategy chooses. alter: changes the
    position first, in place, given the positions and the rows; returns where that was possible, of shape (games,).
    strategy: who takes the chair of the player to move from there on; none: the same as before.
    """

    move: tuple[pl.Expr, ...] | None
    alter: Callable[..., Any] | None = None
    strategy: str | None = None


def as_it_is(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Change nothing in a position."""
    return np.ones(rows.height, bool)


class WaysOn(NamedTuple):
    """What is asked of positions: all ways to go on from them, by which metric payoffs count, and the field of the view
    that names the player whose payoff that is.
    """

    branches: tuple[Branch, ...]
    metric: str
    whose: str


class Outcomes(NamedTuple):
    """What came of some positions.

    payoffs: of each branch, + for the player it is about, each of shape (positions,): means over rollouts. possible:
    where each branch was possible, of shape (branches, positions). endless: how many of the rollouts had no end.
    """

    payoffs: list[np.ndarray]
    possible: np.ndarray
    endless: np.ndarray

    @property
    def is_comparable(self) -> np.ndarray:
        """Where the first branch was possible, and another one to hold it against."""
        return np.asarray(self.possible[0] & self.possible[1:].any(axis=0))


def play_on(
    ways: WaysOn,
    job: Job,
    rows: pl.DataFrame,
    strategies_from: Sequence[Path],
    rollouts: int,
    *,
    skipped: int = 0,
    unseen: bool = False,
) -> Outcomes:
    """Play both branches of the positions before some decisions of a job's event log.

    rows: one row of the event log for each position. strategies_from: files with strategies that branches may name.
    skipped: rollouts to leave out before those that count. unseen: deal what the player cannot see again in each
    rollout. Returns what both branches came to, by position.
    """
    start = positions(job, rows["game"].to_numpy(), rows["step"].to_numpy().astype(np.int64))
    whose = start.views[ways.whose].astype(np.int64)
    possible, payoffs = np.ones((len(ways.branches), rows.height), bool), []
    endless = np.zeros(rows.height)
    for number, (branch, moves) in enumerate(zip(ways.branches, _moves(ways.branches, job, rows), strict=True)):
        begun = Positions(*(part.copy() for part in start))
        if branch.alter:
            possible[number] = branch.alter(begun, rows)
        results = _results(branch, job, begun, rows, moves, skipped + rollouts, strategies_from, unseen)[:, skipped:]
        payoffs.append(_payoff(job, ways.metric, results, whose).mean(axis=1))
        endless += (results["end"] != FINISHED).sum(axis=1)
    return Outcomes(payoffs, possible, endless)


def _results(
    branch: Branch,
    job: Job,
    begun: Positions,
    rows: pl.DataFrame,
    moves: np.ndarray,
    rollouts: int,
    strategies_from: Sequence[Path],
    unseen: bool,
) -> Any:
    """Results of a branch of each position, which begins with a move of `_moves`, shape (positions, rollouts)."""
    if branch.strategy is None:
        return play_branches(job, begun, moves, rollouts, unseen)[:, 0]
    seats, results = rows["seat"].to_numpy(), np.zeros((rows.height, rollouts), games.find(job.game).result)
    newcomer = player(job.game, branch.strategy, strategies_from)
    for seat in np.unique(seats):
        here = seats == seat
        players = list(job.players)
        players[seat] = newcomer  # seats are fixed: the player of a number sits on the seat of that number
        changed, part = replace(job, players=tuple(players)), Positions(*(values[here] for values in begun))
        results[here] = play_branches(changed, part, moves[here], rollouts, unseen)[:, 0]
    return results


def _moves(branches: Sequence[Branch], job: Job, rows: pl.DataFrame) -> list[np.ndarray]:
    """The forced move of each branch at each position, shape (positions, 1, numbers of a move)."""
    width = len(games.find(job.game).move._fields)
    numbers = {
        f"branch {number}, {k}": expression.cast(pl.Int64)
        for number, branch in enumerate(branches)
        for k, expression in enumerate(branch.move or [pl.lit(CHOOSE)] * width)
    }
    values = rows.with_columns(**numbers).select(*numbers).to_numpy()  # a constant, too, for every position
    return np.split(values[:, None, :], len(branches), axis=2)


def _payoff(job: Job, name: str, results: Any, seats: np.ndarray) -> np.ndarray:
    """A metric for one seat of each position, + for the player, shape (positions, rollouts)."""
    metric, n = metric_named(games.find(job.game), name), len(job.players)
    places = results[metric.field].reshape(-1, results[metric.field].shape[-1])[:, :n].astype(np.int64)
    by_seat = metric.payoff(places).value.reshape(*results.shape, n) / UNIT
    return metric.factor * by_seat[np.arange(len(seats)), :, seats] / metric.divisor(n)
