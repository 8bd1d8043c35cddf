"""Mean, spread and skewness of numbers, from the sums of their powers."""

from typing import Any, NamedTuple

import numpy as np

Number = Any  # a float or an array of them


class Moments(NamedTuple):
    """What a look sees; numbers, or arrays over streams.

    mean, sd, skewness: mean, standard deviation and skewness of their numbers.
    """

    n: Number
    mean: Number
    sd: Number
    skewness: Number


def moments_of(numbers: np.ndarray) -> Moments:
    """The moments of at least two numbers."""
    return moments(len(numbers), numbers.sum(), (numbers**2).sum(), (numbers**3).sum())


def moments(n: int, first: Number, second: Number, third: Number) -> Moments:
    """The moments of at least two numbers from their power sums.

    Parameters
    ----------
    n : int
        How many numbers there are, 2 or more.
    first, second, third : float or ndarray
        The sums of their first, second and third powers.

    Returns
    -------
    Moments
        With n - 1 in the variance, and skewness 0 where nothing varies.
    """
    mean = first / n
    middle = np.maximum(second / n - mean**2, 0.0)
    cubed = third / n - 3 * mean * second / n + 2 * mean**3
    varies = middle > 1e-12 * (second / n)
    skewness = np.where(varies, cubed / np.where(varies, middle, 1.0) ** 1.5, 0.0)
    return Moments(n, mean, np.where(varies, np.sqrt(middle * n / (n - 1)), 0.0), skewness)
