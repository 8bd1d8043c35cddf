"""A gain in two line-ups: what a strategy gains over another one at a table, less what it gains at a table of other
players, on the same deals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.claims.kinds.measured import CASES, PLAYED, JobsByTable, Measured
from knotlab.analysis.claims.model.experiment import BETTER
from knotlab.analysis.claims.model.field import Field, Site
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import PLAYER, Meaning, meaning_of
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim import games
from knotlab.sim.playing.job import Job, play_games
from knotlab.sim.protocol import FINISHED

SIDES = ("a_here", "b_here", "a_elsewhere", "b_elsewhere")
METRIC = "loss_rate"


@dataclass(frozen=True, eq=False)
class Elsewhere(Measured):
    """What A gains over B in a line-up, less what it gains in another one; + if it gains more in the first.

    label: what it compares, in a few words. other: the strategies of the other line-up, which take the other chairs in
    turn; those of the first are the field. margin: the smallest difference that matters. means: what each verdict says
    about the tip. rules: rule settings that differ from the game's defaults, as `KEY=VALUE`.
    """

    kind = "elsewhere"
    with_log = False
    label: str
    a: str
    b: str
    other: tuple[str, ...]
    fields: tuple[Field, ...]
    players: tuple[int, ...] = (3,)
    margin: float = 0.005
    means: Mapping[Any, str] = field(default_factory=lambda: BETTER)
    rules: tuple[str, ...] = ()

    def unit_in(self, game: str) -> str:
        return METRIC

    def meaning_in(self, game: str) -> Meaning:
        """What A gains over B in the first line-up, beyond what it gains in the other one."""
        return meaning_of(metric_named(games.find(game), METRIC), PLAYER)

    def tables(self, cell: Site, inquiry: Inquiry) -> JobsByTable:
        """A and B in the one line-up, then in the other."""
        others = [self.other[chair % len(self.other)] for chair in range(cell.players - 1)]
        return [
            [
                make_job(
                    cell.game,
                    [strategy, *line_up],
                    seed=inquiry.seed,
                    rules=list(self.rules),
                    strategies_from=inquiry.strategies_from,
                )
            ]
            for line_up in (cell.others(), others)
            for strategy in (self.a, self.b)
        ]

    def play_tables(
        self, tables: JobsByTable, strategies_from: Sequence[Path], purpose: str, first: int, count: int
    ) -> pl.DataFrame:
        """Play consecutive deals: what the first player of each table got, the games, and how many had no end."""
        columns = {name: np.zeros(count) for name in PLAYED}
        for side, (job,) in zip(SIDES, tables, strict=True):
            columns[side], endless = _payoffs(replace(job, purpose=purpose), first, count)
            columns["games"] += job.rotations
            columns["unfinished"] += endless
        return pl.DataFrame({"deal": np.arange(first, first + count), CASES: np.ones(count)} | columns)

    def centre(self, deals: pl.DataFrame) -> dict[str, float]:
        """Nothing: every deal counts the same."""
        return {}

    def effects(self, deals: pl.DataFrame, centre: dict[str, float]) -> np.ndarray:
        a_here, b_here, a_elsewhere, b_elsewhere = (deals[side].to_numpy() for side in SIDES)
        return np.asarray((a_here - b_here) - (a_elsewhere - b_elsewhere))

    def reach(self, cell: Site, pilot: Any) -> float:
        return 2.0

    def is_bounded(self, game: str) -> bool:
        return True

    def describe(self, inquiry: Inquiry) -> str:
        here, there = (", ".join(str(each) for each in line_up) for line_up in (self.fields[0], self.other))
        return f"what {self.a} gains over {self.b} among {here}, less what it gains among {there}, on the same deals"


def _payoffs(job: Job, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """What the first player of a table got on each deal, + for the player, and how many games had no end."""
    metric, n, turns = metric_named(games.find(job.game), METRIC), len(job.players), job.rotations
    results = play_games(job, job.game_of(first), job.games_on(count))
    by_seat = metric.payoff(results[metric.field][:, :n].astype(np.int64)).value / (UNIT * metric.divisor(n))
    seats = np.array([job.players_by_seat(game).index(0) for game in range(turns)])
    mine = metric.factor * by_seat[np.arange(len(results)), np.tile(seats, count)]
    endless = (results["end"] != FINISHED).reshape(count, turns).sum(axis=1)
    return mine.reshape(count, turns).mean(axis=1), endless.astype(float)
