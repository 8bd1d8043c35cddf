"""Means of many strategies over the same deals: intervals that hold for all of them together, and the ranks that are
possible.

The greatest standardised error over all comparisons (max-t) has its quantile simulated from the normal law with the
measured covariance. Rank sets as in Mogstad, Romano, Shaikh and Wilhelm, "Inference for ranks", Review of Economic
Studies 91 (2024).
"""

import itertools
from typing import NamedTuple

import numpy as np

DRAWS = 20_000
SEED = 1


class Ranking(NamedTuple):
    """Means of m strategies with simultaneous intervals, and the best and worst rank that each may have; all of shape
    (m,).
    """

    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    best_rank: np.ndarray
    worst_rank: np.ndarray


def rank(numbers: np.ndarray, alpha: float = 0.05) -> Ranking:
    """Rank strategies by their mean over deals, the higher the better. numbers: shape (deals, m), deals independent;
    two deals at least.
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
    """A factor F with F F' the covariance, shape (m, m)."""
    values, vectors = np.linalg.eigh(covariance)
    return vectors * np.sqrt(np.maximum(values, 0))


def max_t(factor: np.ndarray, alpha: float) -> float:
    """The value that the greatest of some standardised normal errors exceeds with probability alpha, two-sided. factor:
    errors are factor times independent normal numbers, shape (errors, numbers)."""
    error = np.sqrt((factor**2).sum(axis=1))
    varies = error > 1e-12 * max(error.max(initial=0.0), 1e-300)
    if not varies.any():
        return 0.0
    draws = np.random.default_rng(SEED).standard_normal((DRAWS, factor.shape[1]))
    greatest = np.abs(draws @ (factor[varies] / error[varies, None]).T).max(axis=1)
    return float(np.quantile(greatest, 1 - alpha))


def cycles(better: np.ndarray) -> list[list[int]]:
    """For each group of strategies of which one leads round to the next, a shortest way round. better: which is
    certainly better than which, (m, m).
    """
    m, found, done = len(better), [], set[int]()
    for start in range(m):
        way = _way_round(better, start) if start not in done else None
        if way:
            found.append(way)
            done |= set(way)
    return found


def _way_round(better: np.ndarray, start: int) -> list[int] | None:
    """The shortest way from a strategy over ones that it beats, and that these beat, back to it."""
    ways, seen = [[start]], {start}
    while ways:
        further = []
        for way in ways:
            if better[way[-1], start]:
                return way
            for nxt in np.flatnonzero(better[way[-1]]).tolist():
                if nxt not in seen:
                    seen.add(nxt)
                    further.append([*way, nxt])
        ways = further
    return None
