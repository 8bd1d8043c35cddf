"""Counting up the deals of a duel, metric by metric, in whole numbers."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from knotlab.analysis.duels.designs import Shape, SideSums, effects, unit_of_effects
from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.stats.sequence import Watch, half_width
from knotlab.analysis.stats.watching import LOOK_EVERY, PowerSums, Watcher
from knotlab.sim.storage.result_files import Real


@dataclass(frozen=True)
class MetricRow:
    """A metric's line of a duel's table.

    metric, title: its name, and what it is called. a, b: what A and B got per game. effect, sd, low, high: a minus B, +
    in A's favour: mean, standard deviation by deal, interval. Of the metric that decides, the interval is the running
    one. least, greatest: what games without an end could have made of the effect.
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


@dataclass(frozen=True)
class Blocks:
    """Exact sums over blocks of consecutive deals, each of which ends at the latest where a duel may be looked at.

    deals: deals of each block, shape (blocks,). unfinished: games without an end, shape (blocks,). sides: what A and B
    got and the bounds of their difference, as `play_deals` has them, shape (blocks, metrics, 4). powers: sums of the
    first three powers of D, shape (blocks, metrics, 3); Python's own numbers where 64 bits may be too few.
    """

    deals: np.ndarray
    unfinished: np.ndarray
    sides: np.ndarray
    powers: np.ndarray


def blocks_of(metrics: Sequence[Metric], deals: pl.DataFrame) -> Blocks:
    """The sums of some deals.

    metrics: the metrics that are counted. deals: consecutive deals, as `play_deals` gives them.
    """
    numbers = deals["deal"].to_numpy()
    starts = np.flatnonzero((numbers % LOOK_EVERY == 0) | (np.arange(len(numbers)) == 0))
    columns = [[deals[f"{metric.name}_{part}"].to_numpy() for part in SideSums._fields] for metric in metrics]
    effect = np.stack([effects(deals, metric) for metric in metrics], axis=1)
    if int(np.abs(effect).max(initial=0)) ** 3 * LOOK_EVERY >= 1 << 63:
        effect = effect.astype(object)
    return Blocks(
        np.diff(starts, append=len(numbers)),
        np.add.reduceat(deals["unfinished"].to_numpy(), starts),
        np.add.reduceat(np.moveaxis(np.array(columns), 2, 0), starts),
        np.add.reduceat(np.stack([effect, effect**2, effect**3], axis=2), starts),
    )


class Totals:
    """Exact sums over the deals of a duel."""

    def __init__(self, metrics: Sequence[Metric], shape: Shape, n_players: int) -> None:
        self.metrics, self.shape, self.n_players = metrics, shape, n_players
        self.deals = self.unfinished = 0
        self.sums = [PowerSums() for _ in metrics]
        self.sides = [[0] * len(SideSums._fields) for _ in metrics]

    def add(self, blocks: Blocks, count: int) -> None:
        """Count the first `count` of some more blocks."""
        deals = int(blocks.deals[:count].sum())
        self.deals += deals
        self.unfinished += int(blocks.unfinished[:count].sum())
        for sums, powers in zip(self.sums, blocks.powers[:count].astype(object).sum(axis=0), strict=True):
            sums.merge(deals, powers)
        more = blocks.sides[:count].sum(axis=0).tolist()
        self.sides = [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(self.sides, more, strict=True)]

    def rows(self, watcher: Watcher, decides: str) -> tuple[MetricRow, ...]:
        """The lines of the table; of the metric that decides, the interval is the watcher's."""
        return tuple(
            self._row(number, watcher.watch, watcher if watcher.path and metric.name == decides else None)
            for number, metric in enumerate(self.metrics)
        )

    def _row(self, number: int, watch: Watch, watcher: Watcher | None) -> MetricRow:
        """The line of a metric by its number."""
        n, metric = self.deals, self.metrics[number]
        if n < 2:
            return MetricRow(metric.name, metric.title)
        unit, unit_of_payoffs = unit_of_effects(self.shape, self.n_players, metric), UNIT * self.shape.deal_scale
        seen = self.sums[number].moments(unit)
        effect, sd = float(seen.mean), float(seen.sd)
        half = float(half_width(n, seen.sd, watch.alpha, watch.rho)) if seen.sd > 0 else math.nan
        low, high = watcher.known if watcher else (effect - half, effect + half)
        a, b, least, most = (total / n for total in self.sides[number])
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


def count_up(played: Iterable[Blocks], metric: Metric, watcher: Watcher, totals: Totals) -> None:
    """Count some deals up, in order, until the watcher has seen enough.

    played: blocks of deals, in order. watcher: says when enough is known. totals: to which everything is added.
    """
    number = [each.name for each in totals.metrics].index(metric.name)
    for blocks in played:
        count = 0
        while count < len(blocks.deals) and not watcher.is_done:
            watcher.add_sums(int(blocks.deals[count]), blocks.powers[count, number])
            count += 1
        totals.add(blocks, count)
        if watcher.is_done:
            return
