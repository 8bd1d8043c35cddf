"""A mean over independent deals, with its interval."""

import math
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist


@dataclass(frozen=True)
class Estimate:
    """A mean over independent deals, with its confidence interval; NaN where there are too few deals to say.

    Attributes
    ----------
    value : float
        The mean.
    error : float
        Its standard error.
    low, high : float
        The ends of the interval.
    n : int
        The number of deals.
    """

    value: float
    error: float
    low: float
    high: float
    n: int


@cache
def z_value(confidence: float) -> float:
    """The number of standard errors on either side of a mean in a two-sided normal interval.

    Parameters
    ----------
    confidence : float
        Confidence level, between 0 and 1.

    Returns
    -------
    float

    Examples
    --------
    >>> round(z_value(0.95), 4)
    1.96
    """
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def mean_of_deals(total: int, squares: int, n: int, scale: float, confidence: float = 0.95) -> Estimate:
    """The mean of n deals' whole numbers, computed from their exact sum and sum of squares.

    The interval is the normal one, m +- z s / sqrt(n), where s is the sample standard deviation (n - 1). Deals are
    independent; the games of one deal are not.

    Parameters
    ----------
    total, squares : int
        Sum and sum of squares of the numbers, one number per deal.
    n : int
        The number of deals.
    scale : float
        What the numbers are divided by.
    confidence : float
        Confidence level of the interval.

    Returns
    -------
    Estimate
        All NaN without a deal; without error and interval for a single deal.

    Examples
    --------
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
