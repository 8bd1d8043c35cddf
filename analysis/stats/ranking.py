"""Means of many strategies over the same deals: simultaneous intervals, and sets of possible ranks.

The quantile of the largest standardised error over all comparisons (max-t) is simulated from the multivariate t
distribution with the measured correlations and the degrees of freedom of the deals. On fewer than a hundred deals the
correlations are not known well enough, and the quantile is Bonferroni's, which holds whatever they are. A comparison
that came out alike on all deals has no error to go by and is judged by how many deals there were (`interval`).
On fewer than 30 deals nobody is ranked above anybody.
Rank sets as in Mogstad, Romano, Shaikh and Wilhelm, "Inference for ranks", Review of Economic Studies 91 (2024).
"""

import itertools
from typing import NamedTuple

import numpy as np

from knotlab.analysis.stats.intervals import FEWEST_DEALS, Range, interval, t_value
from knotlab.analysis.stats.moments import Crossed

DRAWS = 20_000
FEW_DEALS = 100
ROUNDING = 1e-6  # of the largest error: the root of a covariance is not exact
SEED = 1


class Ranking(NamedTuple):
    """Means of m strategies with simultaneous intervals, and the ranks that each may have; all of shape (m,).

    mean, low, high: means and the ends of their intervals. best_rank, worst_rank: the best and the worst possible rank,
    1 for the best.
    """

    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    best_rank: np.ndarray
    worst_rank: np.ndarray


def rank(numbers: Crossed, alpha: float = 0.05, bounds: Range | None = None) -> Ranking:
    """Rank strategies by their mean over deals, higher means first.

    numbers: of m strategies on at least two deals; deals are independent. alpha: one minus the confidence level of all
    intervals together. bounds: what no mean can leave. Without it, what did not vary at all has no interval, and
    nothing is better by it.
    """
    n, m = numbers.n, len(numbers.sums)
    mean, factor = numbers.mean, root(numbers.covariance / n)
    factor = _unless_rounding(factor, factor)
    first, second = np.array(list(itertools.combinations(range(m), 2)), np.int64).reshape(-1, 2).T
    low, high = _together(mean, factor, n, alpha, bounds)
    if bounds:
        low, high = np.maximum(low, bounds.low), np.minimum(high, bounds.high)
    size = bounds.high - bounds.low if bounds else 0.0
    gaps = mean[first] - mean[second], _unless_rounding(factor[first] - factor[second], factor)
    gap_low, gap_high = _together(*gaps, n, alpha, Range(-size, size) if bounds else None)
    better = np.zeros((m, m), bool)
    if n >= FEWEST_DEALS:
        better[first, second] = gap_low > 1e-12  # so that rounding makes no difference
        better[second, first] = gap_high < -1e-12
    return Ranking(mean, low, high, 1 + better.sum(axis=0), m - better.sum(axis=1))


def _together(
    mean: np.ndarray, factor: np.ndarray, n: int, alpha: float, bounds: Range | None
) -> tuple[np.ndarray, np.ndarray]:
    """The ends of intervals that hold for all of some means together."""
    error = np.sqrt((factor**2).sum(axis=1))
    quantile = t_value(1 - alpha / len(mean), n - 1) if n < FEW_DEALS else max_t(factor, alpha, n - 1)
    half = quantile * error
    low, high = mean - half, mean + half
    for i in np.flatnonzero(error == 0):
        each = 1 - alpha / len(mean)
        low[i], high[i] = interval(mean[i], 0.0, n, each, bounds)
    return low, high


def _unless_rounding(factor: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """A factor with 0 for errors that are no more than what rounding leaves of those of another."""
    error, most = np.sqrt((factor**2).sum(axis=1)), np.sqrt((whole**2).sum(axis=1)).max(initial=0.0)
    return np.where((error > ROUNDING * most)[:, None], factor, 0.0)


def root(covariance: np.ndarray) -> np.ndarray:
    """A factor F of a covariance: F F' is the covariance.

    Both have the shape (m, m).
    """
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0)))


def max_t(factor: np.ndarray, alpha: float, freedom: int) -> float:
    """The value that the largest of several studentised errors exceeds with probability alpha, two-sided.

    factor: the errors are this factor times independent normal numbers; shape (errors, numbers). freedom: degrees of
    freedom of the measured errors, all from the same deals. Returns 0 if no error varies.
    """
    error = np.sqrt((factor**2).sum(axis=1))
    varies, generator = error > 0, np.random.default_rng(SEED)
    if not varies.any():
        return 0.0
    draws = generator.standard_normal((DRAWS, factor.shape[1]))
    measured = np.sqrt(generator.chisquare(freedom, DRAWS) / freedom)
    greatest = np.abs(draws @ (factor[varies] / error[varies, None]).T).max(axis=1) / measured
    return float(np.quantile(greatest, 1 - alpha))


def cycles(better: np.ndarray) -> list[list[int]]:
    """A shortest cycle for each group of strategies that beat each other in a circle.

    better: whether the row's strategy is significantly better than the column's, shape (m, m). Returns the strategies
    of each cycle in order, by their numbers.
    """
    m, shortest, done = len(better), [], set[int]()
    for start in range(m):
        cycle = _shortest_cycle(better, start) if start not in done else None
        if cycle:
            shortest.append(cycle)
            done |= set(cycle)
    return shortest


def _shortest_cycle(better: np.ndarray, start: int) -> list[int] | None:
    """The shortest path of wins from a strategy back to itself, or None."""
    paths, seen = [[start]], {start}
    while paths:
        longer = []
        for path in paths:
            if better[path[-1], start]:
                return path
            for nxt in np.flatnonzero(better[path[-1]]).tolist():
                if nxt not in seen:
                    seen.add(nxt)
                    longer.append([*path, nxt])
        paths = longer
    return None
