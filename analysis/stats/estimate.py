"""A mean over independent deals, with its interval."""

import math
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist


@dataclass(frozen=True)
class Estimate:
    """A mean over n independent deals: value, standard error, and the interval at a level of confidence. NaN where n is
    too small to tell.
    """

    value: float
    error: float
    low: float
    high: float
    n: int


@cache
def z_value(confidence: float) -> float:
    """How many standard errors a two-sided normal interval takes.

    >>> round(z_value(0.95), 4)
    1.96
    """
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def mean_of_deals(total: int, squares: int, n: int, scale: float, confidence: float = 0.95) -> Estimate:
    """The mean of n deals' numbers from their exact sum and sum of squares, divided by `scale`.

    Normal interval m +- z s / sqrt(n) with s the sample standard deviation (n - 1); deals are independent, the games of
    one deal are not.

    >>> mean_of_deals(30, 500, 2, 10.0).value
    1.5
    """
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, math.nan, 0)
    value = total / (n * scale)
    if n == 1:
        return Estimate(value, math.nan, math.nan, math.nan, 1)
    variance = (n * squares - total * total) / (n * (n - 1))  # of whole numbers: exact up to this division
    error = math.sqrt(variance / n) / scale
    half = z_value(confidence) * error
    return Estimate(value, error, value - half, value + half, n)
