"""How much of what tells players apart is strategy: its share of the spread of places, less a half.

Of each deal every strategy plays against the same others, drawn at random, in every seat. Let x_s be the mean place of
strategy s on a deal. For two deals with other cards and other opponents the mean of (x_s - x)(x'_s - x') over the
strategies has the variance between strategies as its expectation, since nothing but the strategies is common to both;
and the mean of y^2, less the product of the two deals' means, has that of all places y. Their ratio is the share of
strategy. So a pair of deals gives one number, the first less half of the second, whose mean is above zero exactly if
strategy makes more of the spread than everything else together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import polars as pl

from knotlab.analysis.claims.kinds.measured import CASES, PLAYED, JobsByTable, Measured
from knotlab.analysis.claims.model.chart import Axis, Description, Group, Sample
from knotlab.analysis.claims.model.experiment import ALL_SIZES, BETTER
from knotlab.analysis.claims.model.field import Field, Site, members_of
from knotlab.analysis.claims.model.trial import Trial
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.intervals import interval
from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.variance import GROUPS, SOURCES
from knotlab.analysis.tournaments.setup import Setup, make_setup
from knotlab.analysis.tournaments.tournament import play_for_shares
from knotlab.sim import games
from knotlab.sim.playing.job import Job, play_numbers
from knotlab.sim.playing.players import Player
from knotlab.sim.protocol import FINISHED
from knotlab.strategies import resolve

DRAWN = 2**32 + 1  # key of the stream that draws opponents, beyond those of the games' purposes
STRATEGY, ALL = "strategy", "all_cases"  # columns: what a pair of deals adds to either variance
METRIC = "mean_place"
HALF = 0.5


@dataclass(frozen=True, eq=False)
class SkillShare(Measured):
    """The share of strategy in the spread of places among some strategies, less a half; + if strategy makes more of it
    than seats, cards and chance.

    fields: the strategies among which it is asked. margin: the smallest difference from a half that matters, as a
    share. means: what each verdict says about the tip. rules: rule settings that differ from the game's defaults, as
    `KEY=VALUE`.
    """

    kind = "skill"
    with_log = False
    label: str
    fields: tuple[Field, ...]
    players: tuple[int, ...] = ALL_SIZES
    margin: float = 0.05
    means: Mapping[Any, str] = field(default_factory=lambda: BETTER)
    rules: tuple[str, ...] = ()

    def unit_in(self, game: str) -> str:
        return "share"

    def half_width(self, game: str) -> float:
        """Half the width that the interval of a share is to have."""
        return self.margin / 10

    def tables(self, cell: Site, trial: Trial) -> JobsByTable:
        """One table for each strategy, at which it sits in all chairs; who sits where is drawn deal by deal."""
        members = members_of(cell.game, cell.field, cell.players)
        return [
            [
                make_job(
                    cell.game,
                    [strategy] * cell.players,
                    seed=trial.seed,
                    rules=list(self.rules),
                    strategies_from=trial.strategies_from,
                )
            ]
            for strategy in members
        ]

    def games_per_deal(self, tables: JobsByTable) -> int:
        """Games of a pair of deals: each strategy in each seat."""
        return 2 * super().games_per_deal(tables)

    def play_tables(
        self, tables: JobsByTable, strategies_from: Sequence[Path], purpose: str, first: int, count: int
    ) -> pl.DataFrame:
        """Play consecutive pairs of deals: one row per pair, with what it adds to either variance."""
        jobs = [replace(job, purpose=purpose) for (job,) in tables]
        places, unfinished = _places(jobs, 2 * first, 2 * count)
        pairs = places.reshape(count, 2, len(jobs), -1)
        by_strategy, by_deal = pairs.mean(axis=3), pairs.mean(axis=(2, 3))
        apart = by_strategy - by_deal[:, :, None]
        columns = {
            "deal": np.arange(first, first + count),
            CASES: np.ones(count),
            STRATEGY: (apart[:, 0] * apart[:, 1]).mean(axis=1),
            ALL: (pairs**2).mean(axis=(1, 2, 3)) - by_deal.prod(axis=1),
            "games": np.full(count, float(pairs[0].size)),
            "unfinished": unfinished.reshape(count, 2).sum(axis=1),
        }
        return pl.DataFrame({name: columns[name] for name in ("deal", CASES, STRATEGY, ALL, *PLAYED)})

    def centre(self, deals: pl.DataFrame) -> dict[str, float]:
        """The variance of all places."""
        return {ALL: float(deals[ALL].to_numpy().mean())}

    def effects(self, deals: pl.DataFrame, centre: dict[str, float]) -> np.ndarray:
        """D of each pair of deals."""
        return np.asarray((deals[STRATEGY].to_numpy() - HALF * deals[ALL].to_numpy()) / centre[ALL])

    def describe(self, trial: Trial) -> str:
        return "the share of strategy in the variance of places, less a half, from pairs of independent deals"


def _places(jobs: Sequence[Job], first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Places on consecutive deals, of shape (deals, strategies, seats), and the games of each deal without an end."""
    base, n = jobs[0], len(jobs[0].players)
    metric, turns = metric_named(games.find(base.game), METRIC), base.rotations
    drawn = np.array([_opponents(base.seed, deal, len(jobs), n - 1) for deal in range(first, first + count)])
    places, unfinished = np.zeros((count, len(jobs), turns)), np.zeros(count)
    groups, which = np.unique(drawn, axis=0, return_inverse=True)
    for number, group in enumerate(groups):
        rows = np.flatnonzero(which.ravel() == number)
        for i, job in enumerate(jobs):
            table = replace(base, players=(job.players[0], *(jobs[other].players[0] for other in group)))
            games_there = table.game_of((first + rows)[:, None], np.arange(turns))
            results = play_numbers(table, games_there.ravel())
            by_seat = metric.payoff(results[metric.field][:, :n].astype(np.int64)).value.reshape(len(rows), turns, n)
            seats = table.seat_of(0, np.arange(turns))
            mine = np.take_along_axis(by_seat, np.broadcast_to(seats[:, None], (*by_seat.shape[:2], 1)), axis=2)
            places[rows, i] = metric.factor * mine[..., 0] / (UNIT * metric.divisor(n))
            unfinished[rows] += (results["end"] != FINISHED).reshape(len(rows), turns).sum(axis=1)
    return places, unfinished


def _opponents(seed: int, deal: int, strategies: int, chairs: int) -> np.ndarray:
    """Who sits in the other chairs on a deal: the same whatever is played before."""
    return np.random.default_rng([seed, DRAWN, deal]).integers(strategies, size=chairs)


@dataclass(frozen=True, eq=False)
class Spread(Description):
    """The shares of the variance of places by source, among some strategies (`knotlab.analysis.stats.variance`).

    strategies: who plays; empty: all of the game's strategies. players: how many play at a table. axis, unit, names:
    how the shares are shown.
    """

    quick_deals: ClassVar[int] = 100  # each is played by every strategy at several tables
    label: str
    strategies: tuple[str, ...]
    players: int = 3
    axis: str = "source"
    unit: str = "share"
    names: tuple[str, ...] = SOURCES

    def axes(self) -> tuple[Axis, ...]:
        return (Axis(self.axis, range(len(self.names)), self.names),)

    def check(self, game: str, strategies_from: Sequence[Path]) -> None:
        """Raise InputError if there is no such strategy."""
        resolve.players(game, self.strategies, strategies_from)

    def entrants(self, sample: Sample) -> Sequence[Player]:
        return self._setup(sample).entrants

    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """The share of each source."""
        parts = zip(*play_for_shares(self._setup(sample), sample.deals, workers=1), strict=True)
        return {
            (number,): Rate(
                float(share), float(error), *interval(share, error, GROUPS, 0.95), sample.deals, sample.deals, 1.0
            )
            for number, (share, error) in enumerate(parts)
        }

    def _setup(self, sample: Sample) -> Setup:
        """The tournament whose tables are played."""
        return make_setup(
            sample.game,
            self.strategies,
            n_players=self.players,
            seed=sample.seed,
            strategies_from=sample.strategies_from,
        )
