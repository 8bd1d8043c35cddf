"""Means of many strategies over the same deals: simultaneous intervals, and sets of possible ranks.

The quantile of the largest standardised error over all comparisons (max-t) is simulated from the normal distribution
with the measured covariance. Rank sets as in Mogstad, Romano, Shaikh and Wilhelm, "Inference for ranks", Review of
Economic Studies 91 (2024).
"""

import itertools
from typing import NamedTuple

import numpy as np

DRAWS = 20_000
SEED = 1


class Ranking(NamedTuple):
    """Means of m strategies with simultaneous intervals, and the ranks that each may have; all of shape (m,).

    Attributes
    ----------
    mean, low, high : ndarray
        Means and the ends of their intervals.
    best_rank, worst_rank : ndarray
        The best and the worst possible rank, 1 for the best.
    """

    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    best_rank: np.ndarray
    worst_rank: np.ndarray


def rank(numbers: np.ndarray, alpha: float = 0.05) -> Ranking:
    """Rank strategies by their mean over deals, higher means first.

    Parameters
    ----------
    numbers : ndarray
        Shape (deals, m), at least two deals; deals are independent.
    alpha : float
        One minus the confidence level of all intervals together.

    Returns
    -------
    Ranking
    """
    n, m = numbers.shape
    mean, factor = numbers.mean(axis=0), root(np.atleast_2d(np.cov(numbers, rowvar=False)) / n)
    first, second = np.array(list(itertools.combinations(range(m), 2)), np.int64).reshape(-1, 2).T
    half = max_t(factor, alpha) * np.sqrt((factor**2).sum(axis=1))
    gaps = factor[first] - factor[second]
    gap_half = max_t(gaps, alpha) * np.sqrt((gaps**2).sum(axis=1)) + 1e-12  # so that rounding makes no difference
    better = np.zeros((m, m), bool)
    better[first, second] = mean[first] - mean[second] > gap_half
    better[second, first] = mean[second] - mean[first] > gap_half
    return Ranking(mean, mean - half, mean + half, 1 + better.sum(axis=0), m - better.sum(axis=1))


def root(covariance: np.ndarray) -> np.ndarray:
    """A factor F of a covariance: F F' is the covariance.

    Parameters
    ----------
    covariance : ndarray
        Shape (m, m).

    Returns
    -------
    ndarray
        Shape (m, m).
    """
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0)))


def max_t(factor: np.ndarray, alpha: float) -> float:
    """The value that the largest of several standardised normal errors exceeds with probability alpha, two-sided.

    Parameters
    ----------
    factor : ndarray
        The errors are this factor times independent normal numbers; shape (errors, numbers).
    alpha : float

    Returns
    -------
    float
        0 if no error varies.
    """
    error = np.sqrt((factor**2).sum(axis=1))
    varies = error > 1e-12 * max(error.max(initial=0.0), 1e-300)
    if not varies.any():
        return 0.0
    draws = np.random.default_rng(SEED).standard_normal((DRAWS, factor.shape[1]))
    greatest = np.abs(draws @ (factor[varies] / error[varies, None]).T).max(axis=1)
    return float(np.quantile(greatest, 1 - alpha))


def cycles(better: np.ndarray) -> list[list[int]]:
    """A shortest cycle for each group of strategies that beat each other in a circle.

    Parameters
    ----------
    better : ndarray of bool
        Whether the row's strategy is significantly better than the column's, shape (m, m).

    Returns
    -------
    list of list of int
        The strategies of each cycle in order, by their numbers.
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
