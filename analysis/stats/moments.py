"""Mean, spread and skewness of numbers, from the sums of their powers, and how several numbers vary together."""

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Crossed:
    """Sums over deals of m numbers, and of their products, about an origin near their means.

    n: deals. origin, sums: shape (m,). products: shape (m, m). Sums of whole numbers are exact up to 2^53.
    """

    n: int
    origin: np.ndarray
    sums: np.ndarray
    products: np.ndarray

    @classmethod
    def of(cls, numbers: np.ndarray, origin: np.ndarray | None = None) -> "Crossed":
        """The sums of some numbers, shape (deals, m); origin: by default those of the first deal."""
        about = np.asarray(numbers[0] if origin is None else origin, float)
        away = numbers - about
        return cls(len(numbers), about, away.sum(axis=0), away.T @ away)

    def and_of(self, numbers: np.ndarray) -> "Crossed":
        """The sums with those of further deals."""
        more = Crossed.of(numbers, self.origin)
        return Crossed(self.n + more.n, self.origin, self.sums + more.sums, self.products + more.products)

    def scaled(self, factor: float, offset: float) -> "Crossed":
        """The sums of other numbers: of each this many times, and so much more."""
        return Crossed(self.n, self.origin * factor + offset, self.sums * factor, self.products * factor**2)

    @property
    def mean(self) -> np.ndarray:
        """Means, shape (m,)."""
        return np.asarray(self.origin + self.sums / self.n)

    @property
    def covariance(self) -> np.ndarray:
        """Covariances, with n - 1, shape (m, m).

        >>> Crossed.of(np.array([[1, 5], [3, 5]])).covariance.tolist()
        [[2.0, 0.0], [0.0, 0.0]]
        """
        return np.asarray((self.products - np.outer(self.sums, self.sums) / self.n) / (self.n - 1))
