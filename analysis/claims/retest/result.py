"""What came of playing again what ships: tips next to their new deals, and cells compared digit for digit."""

import math
from dataclasses import dataclass

from scipy.special import ndtri

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.stats.sizes import CONFIDENCE, Size


@dataclass(frozen=True)
class TipRetest:
    """A tip's headline experiment as it ships, and on new deals.

    Parameters
    ----------
    published, here
        The mean over its cells, all of the same weight.
    games
        How many were played here.
    level
        What this comparison may use of the level that all tips share.
    is_enough
        Whether so many deals were played that a comparison can be trusted.
    """

    published: Evidence
    here: Evidence
    games: int
    level: float
    is_enough: bool

    @property
    def tip(self) -> str:
        """The tip's id."""
        return self.here.tip

    @property
    def deals(self) -> int:
        """How many deals were played here."""
        return self.here.deals

    @property
    def z(self) -> float:
        """How many standard errors of their difference the two means lie apart."""
        here, published = self.here.size, self.published.size
        return (here.value - published.value) / math.hypot(here.error, published.error)

    @property
    def is_off(self) -> bool:
        """Whether they lie further apart than chance allows, with the level shared over all tips."""
        return self.is_enough and abs(self.z) > quantile(self.level)


@dataclass(frozen=True)
class CellRetest:
    """A published cell, played again from its first deals.

    Parameters
    ----------
    cell
        Its name.
    is_equal
        Whether its first deals came out the same, to the last digit.
    """

    cell: str
    is_equal: bool


@dataclass(frozen=True)
class Retest:
    """What has been played so far.

    Parameters
    ----------
    seed
        Of the new deals.
    tips
        The tips that have been played, in the order of the findings.
    n_tips
        How many there are to play.
    cells
        The cells that were drawn, in the order in which they were.
    n_cells
        How many there are to draw from.
    seconds
        How long it has taken, compiling included.
    n_tables
        How many of those to draw from are tournaments.
    """

    seed: int
    tips: tuple[TipRetest, ...]
    n_tips: int
    cells: tuple[CellRetest, ...]
    n_cells: int
    seconds: float
    n_tables: int = 0

    @property
    def games(self) -> int:
        """How many games were played on new deals."""
        return sum(tip.games for tip in self.tips)

    @property
    def off(self) -> list[TipRetest]:
        """The tips that lie further off than chance allows."""
        return [tip for tip in self.tips if tip.is_off]

    @property
    def unequal(self) -> list[CellRetest]:
        """The cells whose first deals came out otherwise."""
        return [cell for cell in self.cells if not cell.is_equal]


def mean_of(value: float, error: float, deals: int) -> Size:
    """A mean whose error is known, with its 95% interval."""
    half = quantile(1 - CONFIDENCE) * error
    return Size(value, error, value - half, value + half, math.nan, math.nan, deals)


def quantile(level: float) -> float:
    """How many standard errors a two-sided test at a level allows.

    >>> round(quantile(0.05), 2)
    1.96
    """
    return float(ndtri(1 - level / 2))
