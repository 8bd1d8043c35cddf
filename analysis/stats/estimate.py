"""A mean over independent deals, with its interval."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from knotlab.analysis.stats.intervals import Range, student, within


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

    def facts(self) -> dict[str, float | None]:
        """The estimate as plain data, with None for what is not known."""
        return {name: None if math.isnan(value) else value for name, value in asdict(self).items()}

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> "Estimate":
        """An estimate again from its plain data."""
        known: dict[str, Any] = {name: math.nan if value is None else value for name, value in facts.items()}
        return cls(**known)


def mean_of_deals(
    total: int, squares: int, n: int, scale: float, confidence: float = 0.95, bounds: Range | None = None
) -> Estimate:
    """The mean of n deals' whole numbers, computed from their exact sum and sum of squares.

    The standard error is s / sqrt(n), where s is the sample standard deviation (n - 1): deals are independent, the
    games of one deal are not. The interval is Student's, or Wilson's for a mean that cannot leave a range
    (`knotlab.analysis.stats.intervals`).

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
    bounds : Range, optional
        What the mean cannot leave, such as 0 and 1 for a share.

    Returns
    -------
    Estimate
        All NaN without a deal; without error and interval for a single deal. Without an interval, too, where nothing
        varied and there are no bounds.

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
    low, high = within(value, error, n, confidence, bounds) if bounds else student(value, error, n, confidence)
    return Estimate(value, error, low, high, n)
