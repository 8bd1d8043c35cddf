"""How many choices a game takes, by the number of players and packs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from knotlab.analysis.claims.kinds.rates import check_log
from knotlab.analysis.claims.model.chart import Axis, Description, Group, Sample, rate_of, sums_by_deal
from knotlab.analysis.claims.model.events import job_asking
from knotlab.analysis.claims.model.field import check_field, line_ups
from knotlab.analysis.stats.rates import Rate
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player

NUMBERS = ("none", "one", "two")


@dataclass(frozen=True, eq=False)
class ChoicesBySize(Description):
    """Decisions of all players together with more than one legal move, per game.

    field: who plays. sizes, packs: at which tables.
    """

    label: str
    field: str
    sizes: range
    packs: range
    unit: str = "decisions"

    @property
    def measures(self) -> tuple[pl.Expr, ...]:
        return (pl.col("moves") > 1).sum().over("game"), pl.col("step") == 0

    def axes(self) -> tuple[Axis, ...]:
        return Axis("players", self.sizes), Axis("packs", self.packs, NUMBERS)

    def check(self, game: str, strategies_from: Sequence[Path]) -> None:
        """Raise InputError if there is no such table, or a measure names what the event log has not."""
        for players in self.sizes:
            check_field(game, self.field, players)
            check_log(self.measures, game, players)

    def entrants(self, sample: Sample) -> Sequence[Player]:
        return [player for players in self.sizes for job in self._jobs(sample, players, 1) for player in job.players]

    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """The choices of a game at each table."""
        choices, games = self.measures
        return {
            (players, packs): rate_of(
                sums_by_deal(self._jobs(sample, players, packs), sample.deals, choices, games, {}), sample.deals
            )
            for players in self.sizes
            for packs in self.packs
        }

    def _jobs(self, sample: Sample, players: int, packs: int) -> list[Job]:
        """What is played at a table: one job for each line-up of the field."""
        return [
            job_asking(self.measures, sample.game, table, sample, rules=[f"packs={packs}"])
            for table in line_ups(sample.game, self.field, players)
        ]
