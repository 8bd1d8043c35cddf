"""The same rate at several tables side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from knotlab.analysis.claims.kinds.rates import check_log
from knotlab.analysis.claims.model.chart import Axis, Description, Group, Sample, rate_of, sums_by_deal
from knotlab.analysis.claims.model.events import job_asking
from knotlab.analysis.claims.model.field import check_field
from knotlab.analysis.stats.rates import Rate
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player


@dataclass(frozen=True, eq=False)
class TableRates(Description):
    """A rate at one table after another, each with one strategy in all chairs.

    of, among: the rate: the total of `of` over the total of `among`, of the event log's rows. tables: the strategy of
    each table. axis: in what the tables differ. unit: the unit of the rate. names: what each table is called.
    """

    label: str
    of: pl.Expr
    among: pl.Expr
    tables: tuple[str, ...]
    axis: str
    unit: str
    names: tuple[str, ...]
    players: int = 3

    @property
    def measures(self) -> tuple[pl.Expr, ...]:
        return self.of, self.among

    def axes(self) -> tuple[Axis, ...]:
        return (Axis(self.axis, range(len(self.tables)), self.names),)

    def check(self, game: str, strategies_from: Sequence[Path]) -> None:
        """Raise InputError if there is no such strategy, a table has no name, or a measure names what the event log has
        not.
        """
        if not self.tables or len(self.names) != len(self.tables):
            raise InputError(
                f"'{self.label}' has {len(self.tables)} tables and {len(self.names)} names; each table has one name"
            )
        for strategy in self.tables:
            check_field(game, (strategy,), self.players)
        check_log(self.measures, game, self.players)
        self._jobs(Sample(game, 0, 0, tuple(strategies_from)))

    def entrants(self, sample: Sample) -> Sequence[Player]:
        """The strategy of each table."""
        return [job.players[0] for job in self._jobs(sample)]

    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """The rate at each table."""
        return {
            (number,): rate_of(sums_by_deal([job], sample.deals, self.of, self.among, {}), sample.deals)
            for number, job in enumerate(self._jobs(sample))
        }

    def _jobs(self, sample: Sample) -> list[Job]:
        """What each table plays."""
        tables = ([strategy] * self.players for strategy in self.tables)
        return [job_asking(self.measures, sample.game, table, sample) for table in tables]
