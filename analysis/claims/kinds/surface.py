"""A rate by two groups at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import polars as pl

from knotlab.analysis.claims.kinds.curve import jobs_of
from knotlab.analysis.claims.model.chart import LEAST_CASES, Axis, Description, Group, Sample, rate_of, sums_by_deal
from knotlab.analysis.claims.model.field import Field, check_field
from knotlab.analysis.stats.rates import Rate
from knotlab.sim.playing.players import Player


class Side(NamedTuple):
    """The rows or the columns of a surface.

    group: the number of a row of the event log. values: the numbers that are shown. names: what the numbers are called,
    if not by themselves.
    """

    group: pl.Expr
    name: str
    values: range
    names: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Surface(Description):
    """A rate by rows and columns: a few columns are drawn as lines, more of them as a map.

    of, among: the rate: the total of `of` over the total of `among`, of the event log's rows. unit: the unit of the
    rate. field, players: who plays, and how many.
    """

    label: str
    of: pl.Expr
    among: pl.Expr
    rows: Side
    columns: Side
    unit: str
    field: Field = "simple-1"
    players: int = 3

    def axes(self) -> tuple[Axis, ...]:
        """Rows and columns."""
        return tuple(Axis(side.name, side.values, side.names) for side in (self.rows, self.columns))

    def check(self, game: str, strategies_from: Sequence[Path]) -> None:
        """Raise InputError if there is no such table or strategy."""
        check_field(game, self.field, self.players)
        jobs_of(self, Sample(game, 0, 0, tuple(strategies_from)))

    def entrants(self, sample: Sample) -> Sequence[Player]:
        """All who play."""
        return [player for job in jobs_of(self, sample) for player in job.players]

    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """The rates of the cells with enough cases, row by row."""
        rows, columns = self.rows.group, self.columns.group
        inside = rows.is_in(self.rows.values) & columns.is_in(self.columns.values)
        among = self.among.cast(pl.Float64) * inside
        sums = sums_by_deal(
            jobs_of(self, sample), sample.deals, self.of, among, {"row": rows, "column": columns}
        ).partition_by("row", "column", as_dict=True)
        cells = {(int(row), int(column)): part for (row, column), part in sums.items()}
        shown = sorted(cell for cell, part in cells.items() if part["m"].sum() >= LEAST_CASES)
        return {cell: rate_of(cells[cell], sample.deals) for cell in shown}
