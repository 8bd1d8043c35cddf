"""What the number of an effect counts: the unit, whose games, and what there is more or fewer of above zero."""

import difflib
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from knotlab.analysis.stats.metrics import Metric
from knotlab.sim.errors import InputError


class Unit(NamedTuple):
    """A unit: what it is called after a number, and whether it is a share, which is shown in percentage points."""

    words: str
    is_share: bool = False


UNITS = {
    "loss_rate": Unit("percentage points of loss rate", is_share=True),
    "win_rate": Unit("percentage points of win rate", is_share=True),
    "mean_place": Unit("of mean place"),
    "mean_score": Unit("points per deal"),
    "share": Unit("percentage points", is_share=True),
    "deals": Unit("percentage points of deals", is_share=True),
    "resets": Unit("resets per game"),
}


def unit_named(name: str) -> Unit:
    """A unit by name; one that is not listed is what it is called.

    >>> unit_named("turns").words, unit_named("share").is_share
    ('turns', True)
    """
    return UNITS.get(name, Unit(name))


class Precision(NamedTuple):
    """Half the width that intervals of sizes are to have: of effects that are shares, or of all others."""

    half_width: float
    is_share: bool


def precision_for(units: Iterable[str], half_width: float | None) -> Precision | None:
    """What a half-width is about, given the units of the effects: shares if there are any; raises InputError if it
    cannot be the half-width of one.

    >>> precision_for(["loss_rate", "turns"], 0.0025), precision_for(["turns"], 2.0)
    (Precision(half_width=0.0025, is_share=True), Precision(half_width=2.0, is_share=False))
    """
    if half_width is None:
        return None
    is_share = any(unit_named(unit).is_share for unit in units)
    if not 0 < half_width < (1 if is_share else math.inf):
        needed = "a share between 0 and 1, such as 0.0025" if is_share else "a number above 0"
        raise InputError(f"the precision is {needed}, not {half_width:g}")
    return Precision(half_width, is_share)


def check_unit(name: str) -> None:
    """Raise InputError if a unit has no name, or nearly the name of another one."""
    near = difflib.get_close_matches(name, UNITS, 1, 0.8)
    if not name or (near and near[0] != name):
        raise InputError(f"there is no unit '{name}'{f'; did you mean {near[0]!r}?' if near else ''}")


FEWER, MORE = "fewer", "more"
PLAYER = "the player"  # whoever does what an experiment names first


@dataclass(frozen=True)
class Meaning:
    """What an effect counts, and what a number above zero says.

    unit: of the number (`UNITS`). side: whose games are counted, such as `the player` or
    `the next player`; empty where it is no player's. plus: what there is of the unit for that side where the number is
    above zero: `fewer` or `more`.
    """

    unit: str
    side: str = ""
    plus: str = MORE

    @property
    def minus(self) -> str:
        """What there is of it where the number is below zero."""
        return FEWER if self.plus == MORE else MORE

    @property
    def scale(self) -> float:
        """By what numbers are multiplied to be told: shares are told in 100."""
        return 100.0 if unit_named(self.unit).is_share else 1.0

    def way(self, value: float) -> str:
        """What there is of it by a number: fewer or more.

        >>> Meaning("loss_rate", PLAYER, FEWER).way(0.01), Meaning("loss_rate", "the next player").way(0.01)
        ('fewer', 'more')
        """
        return self.plus if value > 0 else self.minus

    def turned(self, sign: int) -> "Meaning":
        """What the number counts after it was multiplied by 1 or -1."""
        return self if sign == 1 else replace(self, plus=self.minus)

    def of_advice(self, advice: int) -> "Meaning":
        """What the number counts after it was turned so that above zero is for following a tip's advice: where two ways
        to play are compared, it is then about who follows the advice, whichever of the two that is.

        >>> Meaning("loss_rate", PLAYER, FEWER).of_advice(-1).plus, Meaning("share").of_advice(-1).plus
        ('fewer', 'fewer')
        """
        return self if self.side else self.turned(advice)


def meaning_of(metric: Metric, side: str) -> Meaning:
    """What an effect counts that is above zero where a side does better by a metric.

    >>> from knotlab.analysis.stats.metrics import METRICS
    >>> [meaning_of(metric, PLAYER).plus for metric in METRICS[:2]]
    ['more', 'fewer']
    """
    return Meaning(metric.name, side, MORE if metric.factor > 0 else FEWER)
