"""Bets against a mean: an exact confidence sequence for numbers that have bounds.

Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical
Society B 86 (2024). Whoever bets that the mean is larger than m multiplies a capital of 1, for each number x, by

    1 + c (x - m) / (m + R)

where R is the bound of |x| and c the fraction of the capital that is at stake. If the mean is m, no stakes fixed in
advance gain on average, and the capital ever reaches 1 / alpha with probability alpha at most (Ville's inequality), for
whatever law within the bounds and from the first number on. Means against which it has been reached are left out.

The capital is spread over a few fractions that stay for ever ("diversified Kelly betting"), so that it depends on how
often each number came, and not on their order.

Where one only asks whether a mean is below 0 by some amount, more is known beforehand: if it is 0 in truth, the
capital grows fastest at the stake of that amount over the numbers' mean square. `aimed_capital` bets so, with the mean
square of the numbers of earlier stretches; their lengths are fixed in advance, and so the stake is known before its
numbers come.

Where the deals of a round are of several kinds, each independent of all others and with a mean of its own, m is a mean
of these means in which a deal has the weight w of its kind. Its stake is in proportion: with W and R the largest weight
and bound, the factor is 1 + c w (x - m) / (W (m + R)). As 1 + y is at most exp(y), the expected product of a round's
factors is at most the exponential of the sum of all c w (mean - m) / (W (m + R)), which is 0 or less if the weighted
mean is m or less. So whole rounds gain nothing on average, nor whole cycles of rounds in which line-ups take turns;
parts of them may, and are not looked at.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from knotlab.analysis.stats.moments import Number
from knotlab.sim.errors import InputError

FRACTIONS = 0.99 * 2.0 ** -(np.arange(20) / 2)
SHARES = FRACTIONS / FRACTIONS.sum()  # of the capital: most of it on what tells large effects early
EVEN = np.full(len(FRACTIONS), 1 / len(FRACTIONS))  # for small effects among many numbers
SURE, ABOUT = 1.645, 1.15  # standard deviations for 95%, and how much later than on average they may be
NEAREST = 1e-9  # to the lower bound, as a share of the reach, where the search for an end begins
STRETCHES = 64 * 2 ** np.arange(40)  # numbers after which a stake that is aimed changes
STEPS, PRECISION = 100, 1e-12  # at most, and of the logarithm of the distance from the lower bound


class Kind(NamedTuple):
    """Deals that count alike.

    weight: of each of their numbers in the mean. reach: the bound of the numbers' absolute values.
    """

    weight: float
    reach: float


class Foreseen(NamedTuple):
    """Deals of a round that count alike, as a pilot saw them.

    deals: how many a round has. mean, sd: of their numbers.
    """

    kind: Kind
    deals: int
    mean: float
    sd: float


class Counted(NamedTuple):
    """How often each number occurred.

    values: the numbers, shape (values,). counts: how often each came, shape (..., values). weights: of each number, in
    proportion to the stakes, shape (values,). reach: the bound of their absolute values.
    """

    values: np.ndarray
    counts: np.ndarray
    weights: np.ndarray
    reach: float

    @property
    def mirrored(self) -> "Counted":
        """The same for numbers of the opposite sign."""
        return self._replace(values=-self.values)


def counted(values: np.ndarray, counts: np.ndarray, reach: float) -> Counted:
    """Numbers of one kind, counted.

    Raises
    ------
    InputError
        If a number lies beyond the bound.
    """
    return counted_by_kind([values], [counts], [Kind(1.0, reach)])


def counted_by_kind(values: Sequence[np.ndarray], counts: Sequence[np.ndarray], kinds: Sequence[Kind]) -> Counted:
    """Numbers of several kinds, counted: those of each kind, and how often each occurred.

    Raises
    ------
    InputError
        If a number lies beyond the bound of its kind.
    """
    for numbers, kind in zip(values, kinds, strict=True):
        widest = float(np.abs(numbers).max(initial=0.0))
        if widest > kind.reach * (1 + 1e-12):
            raise InputError(f"a deal's number is {widest:g}, which is more than the {kind.reach:g} that is possible")
    heaviest = max(kind.weight for kind in kinds)
    weights = [np.full(len(numbers), kind.weight / heaviest) for numbers, kind in zip(values, kinds, strict=True)]
    reach = max(kind.reach for kind in kinds)
    return Counted(np.concatenate(values), np.concatenate(counts, axis=-1), np.concatenate(weights), reach)


def _capital(seen: Counted, above: Number, shares: np.ndarray) -> tuple[Number, Number]:
    """The logarithm of the capital against a mean so far above the lower bound, and its derivative by the logarithm of
    that distance.
    """
    paid = seen.weights * np.maximum(seen.values + seen.reach, 0.0) / above[..., None]
    gains = FRACTIONS[:, None] * (paid - seen.weights)[..., None, :]
    counts = seen.counts[..., None, :]
    logs = (np.log1p(gains) * counts).sum(axis=-1) + np.log(shares)
    slopes = -(FRACTIONS[:, None] * paid[..., None, :] / (1 + gains) * counts).sum(axis=-1)
    most = logs.max(axis=-1)
    parts = np.exp(logs - most[..., None])
    total = parts.sum(axis=-1)
    return most + np.log(total), (parts * slopes).sum(axis=-1) / total


def log_capital(seen: Counted, mean: Number, shares: np.ndarray = SHARES) -> Number:
    """The logarithm of the capital of whoever bets that the mean is larger, of shape (...)."""
    return _capital(seen, np.asarray(mean) + seen.reach, shares)[0]


def aimed_capital(values: np.ndarray, counts: np.ndarray, reach: float, short: float) -> Number:
    """The logarithm of the capital of bets that the mean is not below 0 by some amount, aimed at a mean of 0.

    Parameters
    ----------
    values
        The numbers, shape (values,).
    counts
        How often each came in each of the stretches that end after STRETCHES of them, shape (stretches, ..., values).
    reach
        The bound of their absolute values.
    short
        The amount.

    Returns
    -------
    A number, or an array of shape (...).
    """
    before = np.cumsum(counts, axis=0) - counts
    squares = (before @ values**2 + reach**2 / 2) / (before.sum(axis=-1) + 1)
    stakes = np.minimum(short / squares, FRACTIONS[0] / (reach - short))
    return (np.log1p(stakes[..., None] * (values + short)) * counts).sum(axis=(0, -1))


def lower_end(seen: Counted, alpha: Number, shares: np.ndarray = SHARES) -> Number:
    """The largest mean, up to rounding, against which the capital has reached 1 / alpha; the lower bound if none.

    Newton's method, from below: the logarithm of the capital is convex in the logarithm of the distance from the lower
    bound, as each bet's is, so that no step goes too far.

    seen: the numbers that came. alpha: the level of this side, a number or an array of shape (...). shares: of the
    capital on each of FRACTIONS, chosen before any number is seen. Returns a number, or an array of shape (...).
    """
    above = np.full(np.shape(seen.counts)[:-1], NEAREST * seen.reach)
    for _ in range(STEPS):
        capital, slope = _capital(seen, above, shares)
        step = np.maximum(capital - np.log(1 / alpha), 0.0) / np.maximum(-slope, 1e-300)
        above = above * np.exp(step)
        if (step < PRECISION).all():
            break
    return np.where(above > NEAREST * seen.reach, above, 0.0) - seen.reach


def exact_ends(seen: Counted, alpha: float, shares: np.ndarray = SHARES) -> tuple[Number, Number]:
    """The ends of the interval of means that no bet has ruled out, each of shape (...).

    alpha: the level, half of it for each side. shares: as `lower_end` takes them.

    >>> [round(float(end), 3) for end in exact_ends(counted(np.array([0.5]), np.array([100]), 1.0), 0.005)]
    [0.396, 0.535]
    """
    return lower_end(seen, alpha / 2, shares), -lower_end(seen.mirrored, alpha / 2, shares)


def foreseen_rounds(cells: Sequence[Foreseen], mean: float, alpha: float) -> float:
    """After how many rounds a mean that is too low has been left out with 95% certainty, if deals go on as in a pilot.

    Infinite where that is much later than on average, so that a pilot cannot tell it, or if the mean is not too low. A
    factor 1 + y adds about y - y^2 / 2 to the logarithm of the capital.

    cells: the deals of a round. mean: which is to be left out. alpha: the level of this side.

    >>> round(foreseen_rounds([Foreseen(Kind(1.0, 1.0), 1, 0.093, 0.05)], 0.005, 0.0025), 1)
    98.2
    >>> foreseen_rounds([Foreseen(Kind(1.0, 1.0), 1, 0.093, 0.5)], 0.005, 0.0025)
    inf
    """
    deals, means, sds = (np.array([getattr(cell, name) for cell in cells]) for name in ("deals", "mean", "sd"))
    weights = np.array([cell.kind.weight for cell in cells])
    stakes = weights / (weights.max() * (mean + max(cell.kind.reach for cell in cells)))
    above = means - mean
    squares, variance = deals * stakes**2 @ (sds**2 + above**2), deals * stakes**2 @ sds**2
    gains = FRACTIONS * (deals * stakes @ above) - FRACTIONS**2 * squares / 2
    wanted, noise = math.log(1 / alpha) - np.log(SHARES), SURE * FRACTIONS * math.sqrt(variance)
    gains, wanted, noise = (each[gains > 0] for each in (gains, wanted, noise))
    late = ((noise + np.sqrt(noise**2 + 4 * gains * wanted)) / (2 * gains)) ** 2
    latest = float(late.min(initial=math.inf))
    return latest if latest <= ABOUT * (wanted / gains).min(initial=math.inf) else math.inf
