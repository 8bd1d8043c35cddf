"""What the number of an effect counts: the unit, whose games, and what there is more or fewer of above zero."""

from dataclasses import dataclass, replace

from knotlab.analysis.claims.model.units import unit_named
from knotlab.analysis.stats.metrics import Metric

FEWER, MORE = "fewer", "more"
PLAYER = "the player"  # whoever does what an experiment names first


@dataclass(frozen=True)
class Meaning:
    """What an effect counts, and what a number above zero says.

    unit: of the number (`knotlab.analysis.claims.model.units`). side: whose games are counted, such as `the player` or
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
    ['fewer', 'more']
    """
    return Meaning(metric.name, side, MORE if metric.factor > 0 else FEWER)
