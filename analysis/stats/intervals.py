"""Intervals for means over few deals, and for means that cannot leave a range, such as rates.

A mean of anything has Student's interval, with the degrees of freedom that its deals leave. A mean that lies between
two bounds has Wilson's interval: for a share p that is known with standard error e, as if it rested on p (1 - p) / e^2
independent games, with Student's quantile in place of the normal one (Wilson, "Probable inference, the law of
succession, and statistical inference", JASA 22, 1927; Korn and Graubard, "Confidence intervals for proportions with
small expected number of positive counts estimated from survey data", Survey Methodology 24, 1998; compared in Franco,
Little, Louis and Slud, Journal of Survey Statistics and Methodology 7, 2019). Where all n deals came to the same number
inside the range there is no error to go by: then the share of deals that would come to another one is at most
1 - (alpha / 2)^(1 / n) (Clopper and Pearson, Biometrika 26, 1934), and the mean differs by no more than that times the
range.
"""

import math
from functools import cache
from statistics import NormalDist
from typing import NamedTuple, Protocol


class HasEnds(Protocol):
    """What has an interval."""

    @property
    def low(self) -> float:
        """Its lower end."""

    @property
    def high(self) -> float:
        """Its upper end."""


class Range(NamedTuple):
    """The range that a mean cannot leave."""

    low: float
    high: float


def certain_sign(low: float, high: float, equal: float = 0.0) -> int:
    """Which way an interval is certain to lie: 1 above what would be equal, -1 below it, 0 where it holds it or has an
    end that is nan.

    >>> certain_sign(0.1, 0.2), certain_sign(-0.2, 0.1), certain_sign(0.1, 0.4, equal=0.5)
    (1, 0, -1)
    """
    return int(low > equal) - int(high < equal)


def certain_order(one: HasEnds, other: HasEnds) -> int:
    """Which of two numbers is certainly the greater by their intervals: 1 the first, -1 the second, 0 where these meet
    or have an end that is nan.

    >>> certain_order(Range(3, 4), Range(1, 2)), certain_order(Range(1, 2), Range(2, 3))
    (1, 0)
    """
    return certain_sign(one.low - other.high, one.high - other.low)


SHARE = Range(0.0, 1.0)
CONFIDENCE = 0.95  # of an interval by itself
TIE = 0.5  # the share of games in which each of two finishes ahead who are equally good
FEWEST_DEALS = 30  # below it nothing is called certain


FAR = 950  # degrees of freedom from which Student's quantile is expanded around the normal one
# Its terms in 1 / freedom: divisors, and coefficients of the odd powers (Abramowitz and Stegun 1964, 26.7.5).
EXPANSION = (
    (4, (1, 1)),
    (96, (3, 16, 5)),
    (384, (-15, 17, 19, 3)),
    (92160, (-945, -1920, 1482, 776, 79)),
)


@cache
def t_value(confidence: float, freedom: int) -> float:
    """How many standard errors a two-sided interval of Student's takes; loading SciPy takes longer than 3,000 games.

    >>> round(t_value(0.95, 10), 3)
    2.228
    """
    level = 0.5 + confidence / 2
    if freedom < FAR or level == 1:
        from scipy.special import stdtrit

        return float(stdtrit(freedom, level))
    z = NormalDist().inv_cdf(level)
    beyond: float = sum(
        sum(c * z * (z * z) ** k for k, c in enumerate(coefficients)) / divisor / freedom**order
        for order, (divisor, coefficients) in enumerate(EXPANSION, start=1)
    )
    return z + beyond


def wilson(share: float, n: float, quantile: float) -> Range:
    """Wilson's interval of a share among n independent games.

    >>> low, high = wilson(81 / 263, 263, 1.96)
    >>> round(low, 4), round(high, 4)
    (0.2553, 0.3662)
    """
    squared = quantile**2 / n
    centre = (share + squared / 2) / (1 + squared)
    half = quantile * math.sqrt(share * (1 - share) / n + squared / (4 * n)) / (1 + squared)
    return Range(max(centre - half, 0.0) if share > 0 else 0.0, min(centre + half, 1.0) if share < 1 else 1.0)


def interval(value: float, error: float, n: int, confidence: float, bounds: Range | None = None) -> Range:
    """The interval of a mean over n deals: Student's, or Wilson's where the mean lies between two bounds.

    Parameters
    ----------
    value, error
        The mean and its standard error.
    n
        The number of deals.
    confidence
        Such as 0.95.
    bounds
        The least and the most that a deal's number can be, if it has bounds.

    Returns
    -------
    Range
        Its ends; NaN on fewer than two deals, and where nothing varied and there are no bounds.

    Examples
    --------
    >>> low, high = interval(0.0, 1.0, 11, 0.95)
    >>> round(high, 3)
    2.228
    """
    if n < 2 or not (bounds or error > 0):
        return Range(math.nan, math.nan)
    if bounds:
        return _within(value, error, n, confidence, bounds)
    half = t_value(confidence, n - 1) * error
    return Range(value - half, value + half)


def _within(value: float, error: float, n: int, confidence: float, bounds: Range) -> Range:
    """The same for a mean between two bounds, on two deals or more."""
    size = bounds.high - bounds.low
    share, spread = min(max((value - bounds.low) / size, 0.0), 1.0), error / size
    if spread > 0 and 0 < share < 1:
        shares = wilson(share, share * (1 - share) / spread**2, t_value(confidence, n - 1))
    elif share in (0.0, 1.0):
        shares = wilson(share, n, t_value(confidence, n - 1))
    else:
        others = 1 - ((1 - confidence) / 2) ** (1 / n)
        shares = Range(share * (1 - others), share + others * (1 - share))
    return Range(bounds.low + size * shares.low, bounds.low + size * shares.high)


def interval_for_certainty(value: float, error: float, n: int, confidence: float, bounds: Range | None = None) -> Range:
    """The interval of a mean; NaN on fewer than 30 deals, so that by it nothing is certain.

    Parameters
    ----------
    value, error, n, confidence, bounds
        As for `interval`.

    Returns
    -------
    Range
        Its ends.
    """
    return interval(value, error, n, confidence, bounds) if n >= FEWEST_DEALS else Range(math.nan, math.nan)
