"""What is shown without a verdict: rates by group, with intervals. A kind is a module of its own in `kinds`.

Every kind gives the same record, a `Chart`, from which plots, tables and sentences are made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from knotlab.analysis.claims.model.meaning import FEWER, PLAYER, Meaning
from knotlab.analysis.stats.rates import Rate, rate

if TYPE_CHECKING:  # each takes long to import, and a chart that is published needs none
    import pandas as pd
    import polars as pl

    from knotlab.sim.playing.job import Job
    from knotlab.sim.playing.players import Player

LEAST_CASES = 30  # a group with fewer is not shown
PIECE = 250  # deals played at a time
CURVE_DEALS, QUICK_CURVE_DEALS = 4000, 500
GAINS = "percentage points of games lost"  # the unit of what is gained: above zero fewer games are lost
NOTICED = 0.25  # games in 100: nobody would notice less
MARK = " (as the tip is read)"  # after the name of the amount that a tip speaks of
HALVES, ON_AVERAGE = "half of the tip", ", on average"  # the axis of a tip's halves; after a half's name

Group = tuple[int, ...]  # a whole number for each axis


@dataclass(frozen=True)
class Axis:
    """One axis of a chart.

    values: the numbers that are shown; empty: those that there are. names: what the numbers are called; empty: they are
    numbers.
    """

    name: str
    values: Sequence[int] = ()
    names: tuple[str, ...] = ()

    def label(self, value: int) -> str:
        """What a number is called."""
        return self.names[value] if self.names else f"{value:g}"


@dataclass(frozen=True, eq=False)
class Chart:
    """Rates by group, as they were played: a curve if there is one axis, a surface if there are two.

    unit: the unit of the rates; a `share` is 0 to 1. groups: each group with enough cases: a number for each axis.
    rates: the rate of each group.
    """

    label: str
    unit: str
    axes: tuple[Axis, ...]
    groups: tuple[Group, ...]
    rates: tuple[Rate, ...]

    @property
    def meaning(self) -> Meaning:
        """What its rates count."""
        return Meaning(self.unit, PLAYER, FEWER) if self.is_gain else Meaning(self.unit)

    @property
    def is_gain(self) -> bool:
        """Whether its rates are gains: fewer games lost above zero, and more below it."""
        return self.unit == GAINS

    @property
    def halves(self) -> dict[str, int]:
        """The two halves of a tip and the number of the group that each is on average over doing with and without the
        other; none of any other chart.
        """
        names = [self.name(i) for i in range(len(self.groups))] if self.axes[0].name == HALVES else []
        return {name.removesuffix(ON_AVERAGE): i for i, name in enumerate(names) if name.endswith(ON_AVERAGE)}

    @property
    def best(self) -> int:
        """The number of the group with the greatest rate."""
        return max(range(len(self.rates)), key=lambda i: self.rates[i].value)

    @property
    def has_gain(self) -> bool:
        """Whether the best amount certainly gains something that one would notice."""
        return self.rates[self.best].low > 0 and self.rates[self.best].value >= NOTICED

    @property
    def is_surface(self) -> bool:
        """Whether it has rows and columns."""
        return len(self.axes) > 1

    @property
    def scale(self) -> float:
        """What rates are multiplied by to be shown: shares are shown in per cent."""
        return 100.0 if self.unit == "share" else 1.0

    @property
    def size(self) -> int:
        """How many groups there could be, of a surface; those without enough cases are blank."""
        rows, columns = self.axes
        return len(rows.values) * len(columns.values)

    def name(self, i: int) -> str:
        """What group i is called."""
        labels = [axis.label(value) for axis, value in zip(self.axes, self.groups[i], strict=True)]
        if not self.is_surface:
            return labels[0]
        return ", ".join(f"{axis.name} {label}" for axis, label in zip(self.axes, labels, strict=True))

    def to_pandas(self) -> pd.DataFrame:
        """One row per group: the group (or row and column), rate, interval, cases, share of deals with a case."""
        import pandas as pd

        columns = ["row", "column"] if self.is_surface else ["group"]
        rows = [
            dict(zip(columns, group if self.is_surface else [self.name(i)], strict=True)) | asdict(rate)
            for i, (group, rate) in enumerate(zip(self.groups, self.rates, strict=True))
        ]
        return pd.DataFrame(rows, columns=[*columns, *Rate.__dataclass_fields__])


class Sample(NamedTuple):
    """What a chart is drawn from.

    deals: how many deals are played. strategies_from: files with the user's own strategies.
    """

    game: str
    deals: int
    seed: int
    strategies_from: tuple[Path, ...] = ()


class Description(ABC):
    """Something to show about a tip, without a verdict.

    unit: the unit of its rates. players: how many play. deals, quick_deals: how many deals it is drawn from, and in a
    quick pass.
    """

    deals: ClassVar[int] = CURVE_DEALS
    quick_deals: ClassVar[int] = QUICK_CURVE_DEALS
    label: str
    unit: str
    players: int

    @abstractmethod
    def axes(self) -> tuple[Axis, ...]:
        """What its groups are."""

    @abstractmethod
    def check(self, game: str, strategies_from: Sequence[Path]) -> None:
        """Raise InputError if it names what does not exist."""

    @abstractmethod
    def entrants(self, sample: Sample) -> Sequence[Player]:
        """All who play."""

    @abstractmethod
    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """Play: the rate of each group, in the order in which they are shown."""

    @property
    def measures(self) -> tuple[pl.Expr, ...]:
        """All that it reads of the event log."""
        return ()

    def functions(self) -> tuple[Callable[..., Any], ...]:
        """The functions that it was given, on whose code its rates depend."""
        return ()

    def chart(self, rates: Mapping[Group, Rate]) -> Chart:
        """The chart of some rates."""
        return Chart(self.label, self.unit, self.axes(), tuple(rates), tuple(rates.values()))

    def play(self, sample: Sample) -> Chart:
        """Play it and draw it up; no share is below 0 or above 1, so neither is its interval."""
        rates = self.rates(sample)
        if self.unit == "share":
            rates = {group: measured.of_share() for group, measured in rates.items()}
        return self.chart(rates)


# --- rates read from the event log ---


def sums_by_deal(
    jobs: Sequence[Job], deals: int, of: pl.Expr, among: pl.Expr, groups: Mapping[str, pl.Expr]
) -> pl.DataFrame:
    """The totals of a rate's two measures, `n` and `m`, by `deal` and group.

    deals: how many deals of each. of: what is counted, in the rows of decisions. among: what it is counted among.
    groups: the number of each axis' group, by the axis. Returns a row for each deal and group.
    """
    import polars as pl

    from knotlab.analysis.claims.model.events import logged, spans
    from knotlab.sim.playing.job import compile_ahead

    jobs = [replace(job, purpose="play") for job in jobs]
    compile_ahead(*jobs, log=True)
    case = among.cast(pl.Float64).fill_null(0.0)
    counted = pl.when(case != 0).then(of.cast(pl.Float64).fill_null(0.0)).otherwise(0.0)
    sums = []
    for start in range(0, deals, PIECE):
        for job, first, count in spans(jobs, start, min(PIECE, deals - start)):
            frame = pl.concat(logged(job, job.game_of(first), job.games_on(count)))
            rows = frame.select(
                job.deal_of(pl.col("game")).alias("deal"), counted.alias("n"), case.alias("m"), **groups
            )
            sums.append(rows.filter(pl.col("m") != 0).group_by("deal", *groups).sum())
    return pl.concat(sums).group_by("deal", *groups).sum()


def rate_of(sums: pl.DataFrame, deals: int) -> Rate:
    """The rate of deals' totals."""
    import polars as pl

    return rate(sums.rename({"deal": "game"}).lazy(), pl.col("n"), pl.col("m"), 1, deals)
