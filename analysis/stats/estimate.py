"""A mean over independent deals, with its interval."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, Self

import numpy as np

from knotlab.analysis.stats.intervals import Range, certain_sign, interval
from knotlab.sim.storage.result_files import Real


class Between(NamedTuple):
    """A number with its 95% interval over deals; nan where there is none."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, row: Mapping[Any, Any], name: str) -> Self:
        """A mean of a row of a table, by `Estimate.columns`."""
        return cls(*(row[column] for column in (name, f"{name}_low", f"{name}_high")))

    def sign(self, equal: float = 0.0) -> int:
        """Which way it is certain to lie of what would be equal (`certain_sign`)."""
        return certain_sign(self.low, self.high, equal)

    @property
    def is_certain(self) -> bool:
        """Whether its direction is certain: whether the interval leaves out zero."""
        return self.sign() != 0


@dataclass(frozen=True)
class Estimate:
    """A mean over independent deals, with its confidence interval; NaN where there are too few deals to say.

    error: the standard error. n: the number of deals.
    """

    value: Real
    error: Real
    low: Real
    high: Real
    n: int

    @property
    def between(self) -> Between:
        """The mean and the ends of its interval."""
        return Between(self.value, self.low, self.high)

    def facts(self) -> dict[str, float | None]:
        """The estimate as plain data, with None for what is not known."""
        return {name: None if math.isnan(value) else value for name, value in asdict(self).items()}

    def columns(self, name: str) -> dict[str, float]:
        """The mean and the ends of its interval as columns of a table: `name`, `name_low` and `name_high`."""
        return {name: self.value, f"{name}_low": self.low, f"{name}_high": self.high}


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
    low, high = interval(value, error, n, confidence, bounds)
    return Estimate(value, error, low, high, n)


def mean_of(numbers: np.ndarray, scale: float = 1.0, confidence: float = 0.95, bounds: Range | None = None) -> Estimate:
    """The mean of whole numbers, one per deal.

    Parameters
    ----------
    numbers : ndarray
        Shape (deals,).
    scale, confidence, bounds
        As for `mean_of_deals`.

    Returns
    -------
    Estimate

    Examples
    --------
    >>> mean_of(np.array([10, 20]), 10.0).value
    1.5
    """
    return mean_of_deals(int(numbers.sum()), sum_of_squares(numbers), len(numbers), scale, confidence, bounds)


def mean_of_values(values: np.ndarray, confidence: float = 0.95) -> Estimate:
    """The mean of numbers of any kind, one per deal, of two deals or more.

    >>> mean_of_values(np.array([0.25, 0.75])).error
    0.25
    """
    n = len(values)
    value, error = float(values.mean()), float(values.std(ddof=1) / n**0.5)
    low, high = interval(value, error, n, confidence)
    return Estimate(value, error, float(low), float(high), n)


class DealSums:
    """Exact sums over deals of whole numbers, and of their squares: of some numbers of each deal, of any shape.

    >>> sums = DealSums()
    >>> sums.add(np.array([[10, 0], [20, 0]]))
    >>> sums.mean(0, 10.0).value
    1.5
    """

    def __init__(self) -> None:
        self.n = 0
        self.total: Any = 0
        self.squares: Any = 0

    def add(self, numbers: np.ndarray) -> None:
        """Count further deals, shape (deals, ..)."""
        whole = numbers if _squares_fit(numbers) else numbers.astype(object)
        self.n += len(numbers)
        self.total = self.total + whole.sum(axis=0).astype(object)
        self.squares = self.squares + (whole**2).sum(axis=0).astype(object)

    def mean(self, at: Any, scale: float, confidence: float = 0.95, bounds: Range | None = None) -> Estimate:
        """The mean of one of the numbers over deals.

        Parameters
        ----------
        at : int or tuple of int
            Which of the numbers of a deal.
        scale, confidence, bounds
            As for `mean_of_deals`.

        Returns
        -------
        Estimate
        """
        return mean_of_deals(int(self.total[at]), int(self.squares[at]), self.n, scale, confidence, bounds)


def sum_of_squares(values: np.ndarray) -> int:
    """The exact sum of squares of whole numbers, beyond 64 bits too.

    >>> sum_of_squares(np.array([1 << 40, 3])) == (1 << 80) + 9
    True
    """
    return int((values**2).sum()) if _squares_fit(values) else sum(int(value) ** 2 for value in values)


def _squares_fit(values: np.ndarray) -> bool:
    """Whether sums of squares over the first axis stay within 64 bits."""
    return int(np.abs(values).max(initial=0)) ** 2 * len(values) < 1 << 63
