"""Counting up the deals of a duel, metric by metric, in whole numbers."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import polars as pl

from knotlab.analysis.duels.designs import Shape, effects, unit_of_effects
from knotlab.analysis.kept import Real
from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.stats.sequence import Watch, half_width
from knotlab.analysis.stats.watching import PowerSums, Watcher


@dataclass(frozen=True)
class MetricRow:
    """A metric's line of a duel's table.

    Parameters
    ----------
    metric, title
        Its name, and what it is called.
    a, b
        What A and B got per game.
    effect, sd, low, high
        A minus B, + in A's favour: mean, standard deviation by deal, interval. Of the metric that decides, the interval
        is the running one.
    least, greatest
        What games without an end could have made of the effect.
    """

    metric: str
    title: str
    a: Real = math.nan
    b: Real = math.nan
    effect: Real = math.nan
    sd: Real = math.nan
    low: Real = math.nan
    high: Real = math.nan
    least: Real = math.nan
    greatest: Real = math.nan


class Totals:
    """Exact sums over the deals of a duel.

    Parameters
    ----------
    metrics
        The game's metrics.
    shape
        Of the design.
    n_players
        At the table.
    """

    def __init__(self, metrics: Sequence[Metric], shape: Shape, n_players: int) -> None:
        self.metrics, self.shape, self.n_players = metrics, shape, n_players
        self.deals = self.unfinished = 0
        self.sums = {metric.name: PowerSums() for metric in metrics}
        self.parts = {f"{metric.name}_{part}": 0 for metric in metrics for part in ("a", "b", "least", "most")}

    def add(self, deals: pl.DataFrame) -> None:
        """Count some more deals, as `play_deals` gives them."""
        self.deals += deals.height
        self.unfinished += int(deals["unfinished"].sum())
        for metric in self.metrics:
            self.sums[metric.name].add(effects(deals, metric))
        for name in self.parts:
            self.parts[name] += int(deals[name].sum())

    def rows(self, watcher: Watcher, decides: str) -> tuple[MetricRow, ...]:
        """The lines of the table; of the metric that decides, the interval is the watcher's."""
        return tuple(
            self._row(metric, watcher.watch, watcher if watcher.path and metric.name == decides else None)
            for metric in self.metrics
        )

    def _row(self, metric: Metric, watch: Watch, watcher: Watcher | None) -> MetricRow:
        """A metric's line."""
        n = self.deals
        if n < 2:
            return MetricRow(metric.name, metric.title)
        unit, unit_of_payoffs = unit_of_effects(self.shape, self.n_players, metric), UNIT * self.shape.deal_scale
        seen = self.sums[metric.name].moments(unit)
        effect, sd = float(seen.mean), float(seen.sd)
        half = float(half_width(n, seen.sd, watch.alpha, watch.rho)) if seen.sd > 0 else math.nan
        low, high = watcher.known if watcher else (effect - half, effect + half)
        a, b, least, most = (self.parts[f"{metric.name}_{part}"] / n for part in ("a", "b", "least", "most"))
        return MetricRow(
            metric.name,
            metric.title,
            a / unit_of_payoffs,
            b / unit_of_payoffs,
            effect,
            sd,
            low,
            high,
            least / unit,
            most / unit,
        )


def count_up(frames: Iterable[pl.DataFrame], metric: Metric, watcher: Watcher, totals: Totals) -> None:
    """Count some deals up, in order, until the watcher has seen enough."""
    for frame in frames:
        totals.add(frame.head(watcher.add(effects(frame, metric))))
        if watcher.is_done:
            return
