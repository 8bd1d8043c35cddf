"""Counting up the deals of a duel, metric by metric, in whole numbers."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.duels.designs import Shape, SideSums, effects, unit_of_effects
from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.stats.moments import Moments
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.stats.sequence import Interval, half_width, within
from knotlab.analysis.stats.watching import PowerSums, Steps, Watcher, exact_of
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


def cycle_of(metric: Metric, n_sets: int, shape: Shape) -> int:
    """After how many deals all sets of line-ups, and all seatings, have had their turn, where that matters: an exact
    sequence is looked at only then.
    """
    return n_sets * shape.turns if metric.reach else 1


class Occurrences(NamedTuple):
    """How often each number D came, shape (blocks, values), and those numbers, shape (values,)."""

    values: np.ndarray
    counts: np.ndarray

    def of(self, first: int, end: int) -> dict[int, int]:
        """How often each number came in some consecutive blocks."""
        counts = self.counts[first:end].sum(axis=0)
        return dict(zip(self.values[counts > 0].tolist(), counts[counts > 0].tolist(), strict=True))


def counts_of(metric: Metric, effect: np.ndarray, deals: np.ndarray) -> Occurrences:
    """A metric's numbers counted, if they have a bound. deals: of each block."""
    if metric.reach is None:
        return Occurrences(np.empty(0, np.int64), np.empty((len(deals), 0), np.int64))
    values, which = np.unique(effect, return_inverse=True)
    cells = np.repeat(np.arange(len(deals)), deals) * len(values) + which
    return Occurrences(values, np.bincount(cells, minlength=len(deals) * len(values)).reshape(len(deals), len(values)))


@dataclass(frozen=True)
class Blocks:
    """Exact sums over blocks of consecutive deals, each of which ends at the latest where a duel may be looked at.

    deals: deals of each block, shape (blocks,). unfinished: games without an end, shape (blocks,). sides: what A and B
    got and the bounds of their difference, as `play_deals` has them, shape (blocks, metrics, 4). powers: sums of the
    first three powers of D, shape (blocks, metrics, 3); Python's own numbers where 64 bits may be too few. tallies: of
    each metric how often each D came, if it has a bound.
    """

    deals: np.ndarray
    unfinished: np.ndarray
    sides: np.ndarray
    powers: np.ndarray
    tallies: tuple[Occurrences, ...]


def blocks_of(metrics: Sequence[Metric], steps: Steps, deals: pl.DataFrame) -> Blocks:
    """The sums of some deals.

    metrics: the metrics that are counted. steps: where looks may be. deals: consecutive deals, as `play_deals` gives
    them.
    """
    numbers = deals["deal"].to_numpy()
    if (np.diff(numbers) != 1).any():
        raise ValueError("some deals are missing")
    starts = np.flatnonzero(steps.begin(numbers) | (np.arange(len(numbers)) == 0))
    columns = [[deals[f"{metric.name}_{part}"].to_numpy() for part in SideSums._fields] for metric in metrics]
    effect = np.stack([effects(deals, metric) for metric in metrics], axis=1)
    of_each = np.diff(starts, append=len(numbers))
    tallies = tuple(counts_of(metric, effect[:, number], of_each) for number, metric in enumerate(metrics))
    if int(np.abs(effect).max(initial=0)) ** 3 * int(of_each.max(initial=0)) >= 1 << 63:
        effect = effect.astype(object)
    return Blocks(
        of_each,
        np.add.reduceat(deals["unfinished"].to_numpy(), starts),
        np.add.reduceat(np.moveaxis(np.array(columns), 2, 0), starts),
        np.add.reduceat(np.stack([effect, effect**2, effect**3], axis=2), starts),
        tallies,
    )


class Totals:
    """Exact sums over the deals of a duel."""

    def __init__(self, metrics: Sequence[Metric], shape: Shape, n_players: int) -> None:
        self.metrics, self.shape, self.n_players = metrics, shape, n_players
        self.deals = self.unfinished = 0
        self.sums = [PowerSums() for _ in metrics]
        self.counts = [Counter[int]() for _ in metrics]
        self.sides = [[0] * len(SideSums._fields) for _ in metrics]

    def add(self, blocks: Blocks, count: int) -> None:
        """Count the first `count` of some more blocks."""
        deals = int(blocks.deals[:count].sum())
        self.deals += deals
        self.unfinished += int(blocks.unfinished[:count].sum())
        for sums, powers in zip(self.sums, blocks.powers[:count].astype(object).sum(axis=0), strict=True):
            sums.merge(deals, powers)
        for counts, tally in zip(self.counts, blocks.tallies, strict=True):
            counts.update(tally.of(0, count))
        more = blocks.sides[:count].sum(axis=0).tolist()
        self.sides = [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(self.sides, more, strict=True)]

    def rows(self, watcher: Watcher, decides: str) -> tuple[MetricRow, ...]:
        """The lines of the table; of the metric that decides, the interval is the watcher's."""
        return tuple(
            self._row(number, watcher, decides=bool(watcher.path) and metric.name == decides)
            for number, metric in enumerate(self.metrics)
        )

    def _row(self, number: int, watcher: Watcher, decides: bool) -> MetricRow:
        """The line of a metric by its number."""
        n, metric = self.deals, self.metrics[number]
        if n < 2:
            return MetricRow(metric.name, metric.title)
        unit, unit_of_payoffs = unit_of_effects(self.shape, self.n_players, metric), UNIT * self.shape.deal_scale
        seen = self.sums[number].moments(unit)
        effect, sd = float(seen.mean), float(seen.sd)
        low, high = watcher.known if decides else self._interval(number, watcher, seen)
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

    def _interval(self, number: int, watcher: Watcher, seen: Moments) -> Interval:
        """Of a metric that does not decide, at the last look alone."""
        metric, watch = self.metrics[number], watcher.watch
        if metric.reach is None:
            half = float(half_width(seen.n, seen.sd, watch.level, watch.rho)) if seen.sd > 0 else math.nan
            return Interval(float(seen.mean) - half, float(seen.mean) + half)
        own = replace(watch, reach=metric.reach)
        known = own.tighten(own.widest, seen)
        if watcher.is_exact:
            unit = unit_of_effects(self.shape, self.n_players, metric)
            known = within(known, exact_of(own, own.widest, [self.counts[number]], unit))
        return Interval(*map(float, known))


def count_up(played: Iterable[Blocks], metric: Metric, watcher: Watcher, totals: Totals) -> None:
    """Count some deals up, in order, until the watcher has seen enough.

    played: blocks of deals, in order. watcher: says when enough is known. totals: to which everything is added.
    """
    number = [each.name for each in totals.metrics].index(metric.name)
    for blocks in played:
        count, ends = 0, watcher.sums.n + np.cumsum(blocks.deals)
        while count < len(blocks.deals) and not watcher.is_done:
            end = max(int(np.searchsorted(ends, watcher.next_look, "right")), count + 1)
            n, powers = int(blocks.deals[count:end].sum()), blocks.powers[count:end, number].astype(object).sum(axis=0)
            watcher.add_sums(n, powers, blocks.tallies[number].of(count, end))
            count = end
        totals.add(blocks, count)
        if watcher.is_done:
            return
