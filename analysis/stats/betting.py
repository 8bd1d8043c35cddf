"""Bets against a mean: an exact confidence sequence for numbers that have bounds.

Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical
Society B 86 (2024). Whoever bets that the mean is larger than m multiplies a capital of 1, for each number x, by

    1 + c (x - m) / (m - low)

where `low` is the lower bound and c the fraction of the capital that is at stake. If the mean is m, no stakes fixed in
advance gain on average, and the capital ever reaches 1 / alpha with probability alpha at most (Ville's inequality), for
whatever law within the bounds and from the first number on. Means against which it has been reached are left out.

The capital is spread over a few fractions that stay for ever ("diversified Kelly betting"), so that it depends on how
often each number came, and not on their order. Where line-ups take deals in turn, each with a mean of its own, whole
cycles gain nothing on average either: stakes are equal within a cycle, and a product of factors with a given sum is
largest where they are equal. Within a cycle that is not so, and capital counts only at its end.
"""

import math

import numpy as np

from knotlab.analysis.stats.moments import Number
from knotlab.sim.errors import InputError

FRACTIONS = 0.99 * 2.0 ** -(np.arange(20) / 2)
SHARES = FRACTIONS / FRACTIONS.sum()  # of the capital
STEPS = 50  # of bisection


def log_capital(values: np.ndarray, counts: np.ndarray, mean: Number, low: float) -> Number:
    """The logarithm of the capital of whoever bets that the mean is larger than `mean`.

    Parameters
    ----------
    values, counts : ndarray
        The numbers, shape (values,), none below `low`; how often each came, shape (..., values).
    mean : float or ndarray
        The mean bet against, above `low`, shape (...).
    low : float
        The lower bound.

    Returns
    -------
    float or ndarray
        Of shape (...). It falls as `mean` rises.

    Examples
    --------
    >>> round(float(log_capital(np.array([0.5]), np.array([30]), 0.005, -1.0)), 3)
    10.724
    """
    gains = (values - low) / np.maximum(np.asarray(mean) - low, 1e-300)[..., None] - 1
    logs = (np.log1p(FRACTIONS[:, None] * gains[..., None, :]) * counts[..., None, :]).sum(axis=-1) + np.log(SHARES)
    most = logs.max(axis=-1)
    return most + np.log(np.exp(logs - most[..., None]).sum(axis=-1))


def lower_end(values: np.ndarray, counts: np.ndarray, low: float, alpha: float) -> Number:
    """The largest mean, up to rounding, against which the capital has reached 1 / alpha; the lower bound if none.

    Parameters
    ----------
    values, counts, low
        As in `log_capital`.
    alpha : float
        The level of this side.

    Returns
    -------
    float or ndarray
        Of shape (...).
    """
    mean = (counts * values).sum(axis=-1) / counts.sum(axis=-1)
    left_out, possible = np.full_like(mean, low), mean
    for _ in range(STEPS):
        middle = (left_out + possible) / 2
        is_out = log_capital(values, counts, middle, low) >= math.log(1 / alpha)
        left_out, possible = np.where(is_out, middle, left_out), np.where(is_out, possible, middle)
    return left_out


def exact_ends(values: np.ndarray, counts: np.ndarray, reach: float, alpha: float) -> tuple[Number, Number]:
    """The ends of the interval of means that no bet has ruled out.

    Parameters
    ----------
    values, counts : ndarray
        The numbers, shape (values,); how often each came, shape (..., values).
    reach : float
        The bound of their absolute values.
    alpha : float
        The level, half of it for each side.

    Returns
    -------
    tuple of float or ndarray
        Of shape (...).

    Raises
    ------
    InputError
        If a number lies beyond the bound.

    Examples
    --------
    >>> [round(float(end), 3) for end in exact_ends(np.array([0.5]), np.array([100]), 1.0, 0.005)]
    [0.396, 0.535]
    """
    widest = float(np.abs(values).max())
    if widest > reach * (1 + 1e-12):
        raise InputError(f"a deal's number is {widest:g}, which is more than the {reach:g} that is possible")
    return lower_end(values, counts, -reach, alpha / 2), -lower_end(-values, counts, -reach, alpha / 2)
