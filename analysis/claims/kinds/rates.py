"""Rates by groups, or by rows and columns: how often something happens, by what was the case."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from knotlab.analysis.claims.model.chart import LEAST_CASES, Axis, Description, Group, Sample, rate_of, sums_by_deal
from knotlab.analysis.claims.model.events import columns_of, job_asking
from knotlab.analysis.claims.model.field import Field, check_field, line_ups
from knotlab.analysis.runs.conditions import check_measures
from knotlab.analysis.stats.rates import Rate
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player


class InField(Description):
    """Something to show that is read from games in a field.

    field, players: who plays, and how many.
    """

    field: Field
    players: int

    def check(self, game: str, strategies_from: Sequence[Path]) -> None:
        """Raise InputError if there is no such table or strategy, or a measure names what the event log has not."""
        check_field(game, self.field, self.players)
        check_log(self.measures, game, self.players)
        self.jobs(Sample(game, 0, 0, tuple(strategies_from)))

    def entrants(self, sample: Sample) -> Sequence[Player]:
        return [player for job in self.jobs(sample) for player in job.players]

    def jobs(self, sample: Sample, fixed_seats: bool = False) -> list[Job]:
        """What is played: one job for each line-up of the field."""
        return [
            job_asking(self.measures, sample.game, strategies, sample, fixed_seats=fixed_seats)
            for strategies in line_ups(sample.game, self.field, self.players)
        ]


def check_log(measures: Sequence[pl.Expr], game: str, players: int) -> None:
    """Raise InputError if a measure names a column that the event log of a game does not have, or no condition."""
    check_measures(measures, game, columns_of(game, players), f"in the event log of {game}")


@dataclass(frozen=True, eq=False)
class Curve(InField):
    """A rate by groups, read from the event log.

    of, among: the rate: the total of `of` over the total of `among`, of the event log's rows. group: the group of a
    row, a whole number. unit: the unit of the rate. field, players: who plays, and how many. names: what the groups are
    called, if not by their numbers. of_all: show each group's cases as a share of those of all groups.
    """

    label: str
    of: pl.Expr
    among: pl.Expr
    group: pl.Expr
    axis: str
    unit: str
    field: Field = "simple-1"
    players: int = 3
    names: tuple[str, ...] = ()
    of_all: bool = False

    @property
    def measures(self) -> tuple[pl.Expr, ...]:
        return self.of, self.among, self.group

    def axes(self) -> tuple[Axis, ...]:
        return (Axis(self.axis, names=self.names),)

    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """The rates of the groups with enough cases, in their order."""
        groups = {"group": self.group}
        sums = sums_by_deal(self.jobs(sample), sample.deals, self.of, self.among, groups)
        cases: dict[Any, float] = dict(sums.group_by("group").agg(pl.col("m").sum()).drop_nulls().iter_rows())
        shown = sorted(group for group, m in cases.items() if m >= LEAST_CASES)
        parts = [sums.filter(pl.col("group") == group) for group in shown]
        if self.of_all:
            whole = sums.group_by("deal").agg(pl.col("m").sum())
            parts = [_share_of(whole, part) for part in parts]
        return {(group,): rate_of(part, sample.deals) for group, part in zip(shown, parts, strict=True)}


def _share_of(whole: pl.DataFrame, part: pl.DataFrame) -> pl.DataFrame:
    """A group's cases as a part of those of all groups, by deal."""
    joined = whole.join(part.select("deal", n="m"), "deal", how="left")
    return joined.with_columns(pl.col("n").fill_null(0))


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
class Surface(InField):
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

    @property
    def measures(self) -> tuple[pl.Expr, ...]:
        return self.of, self.among, self.rows.group, self.columns.group

    def axes(self) -> tuple[Axis, ...]:
        return tuple(Axis(side.name, side.values, side.names) for side in (self.rows, self.columns))

    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """The rates of the cells with enough cases, row by row."""
        rows, columns = self.rows.group, self.columns.group
        inside = rows.is_in(self.rows.values) & columns.is_in(self.columns.values)
        among = self.among.cast(pl.Float64) * inside
        sums = sums_by_deal(
            self.jobs(sample), sample.deals, self.of, among, {"row": rows, "column": columns}
        ).partition_by("row", "column", as_dict=True)
        cells = {(int(row), int(column)): part for (row, column), part in sums.items()}
        shown = sorted(cell for cell, part in cells.items() if part["m"].sum() >= LEAST_CASES)
        return {cell: rate_of(cells[cell], sample.deals) for cell in shown}
