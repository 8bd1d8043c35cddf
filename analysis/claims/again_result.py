"""What came of playing again what ships: tips beside their new deals, and cells compared digit for digit."""

import math
from dataclasses import dataclass
from typing import NamedTuple

from scipy.special import ndtri

from knotlab.analysis.stats.sizes import CONFIDENCE


class Mean(NamedTuple):
    """A mean over a tip's cells, all of the same weight, and its standard error."""

    value: float
    error: float

    @property
    def half_width(self) -> float:
        """Half the width of its 95% interval."""
        return quantile(1 - CONFIDENCE) * self.error


@dataclass(frozen=True)
class TipAgain:
    """A tip's headline experiment as it ships, and on new deals.

    Parameters
    ----------
    tip, label, unit
        The tip, the experiment, and the unit of its effects, + for what the experiment names first.
    shipped, here
        The mean over its cells.
    deals, games
        How many were played here.
    level
        What this comparison may use of the level that all tips share.
    is_enough
        Whether so many deals were played that a comparison can be trusted.
    """

    tip: str
    label: str
    unit: str
    shipped: Mean
    here: Mean
    deals: int
    games: int
    level: float
    is_enough: bool

    @property
    def z(self) -> float:
        """How many standard errors of their difference the two means lie apart."""
        return (self.here.value - self.shipped.value) / math.hypot(self.here.error, self.shipped.error)

    @property
    def is_off(self) -> bool:
        """Whether they lie further apart than chance allows, with the level shared over all tips."""
        return self.is_enough and abs(self.z) > quantile(self.level)


@dataclass(frozen=True)
class CellAgain:
    """A published cell, played again from its first deals.

    Parameters
    ----------
    cell
        Its name.
    is_older
        Whether it was found by an earlier version: today's code gives its record another name.
    is_equal
        Whether its first deals came out the same, to the last digit.
    """

    cell: str
    is_older: bool
    is_equal: bool


@dataclass(frozen=True)
class Again:
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
    n_older
        How many of these were found by an earlier version; 0 until the first is drawn.
    seconds
        How long it has taken, compiling included.
    n_tables
        How many of those to draw from are tournaments.
    """

    seed: int
    tips: tuple[TipAgain, ...]
    n_tips: int
    cells: tuple[CellAgain, ...]
    n_cells: int
    n_older: int
    seconds: float
    n_tables: int = 0

    @property
    def games(self) -> int:
        """How many games were played on new deals."""
        return sum(tip.games for tip in self.tips)

    @property
    def off(self) -> list[TipAgain]:
        """The tips that lie further off than chance allows."""
        return [tip for tip in self.tips if tip.is_off]

    @property
    def unequal(self) -> list[CellAgain]:
        """The cells whose first deals came out otherwise."""
        return [cell for cell in self.cells if not cell.is_equal]


def quantile(level: float) -> float:
    """How many standard errors a two-sided test at a level allows.

    >>> round(quantile(0.05), 2)
    1.96
    """
    return float(ndtri(1 - level / 2))
