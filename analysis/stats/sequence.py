"""Watching a mean until it is known well enough: an asymptotic confidence sequence, where numbers have bounds an exact
one with it, and the verdicts based on them.

Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence
sequences", Annals of Statistics 52 (2024). There is one number D per deal, and deals are independent. The interval
covers the mean at all looks simultaneously with probability 1 - alpha, so one may look and stop at any time. All
functions accept arrays as well as numbers, so that many streams can be watched together.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from knotlab.analysis.stats.betting import Counted, Foreseen, Kind, exact_ends, foreseen_rounds
from knotlab.analysis.stats.moments import Moments, Number
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.errors import InputError

FIRST_LOOK = 1000  # at the earliest, with an asymptotic sequence
FIRST_EXACT = 30  # with an exact one
EXACT = 0.1  # the exact sequence's share of the level, where there is one
OPEN, HOLDS, WRONG, NO_DIFFERENCE = range(4)
VERDICTS = (Verdict.OPEN, Verdict.HOLDS, Verdict.WRONG, Verdict.NO_DIFFERENCE)


def exact_share(is_bounded: bool) -> float:
    """The share of the level for an exact sequence: none where numbers have no bound by design."""
    return EXACT if is_bounded else 0.0


def tuned_rho(alpha: float, deals: float) -> float:
    """The sequence's parameter that makes its interval narrowest at a given number of deals.

    >>> round(tuned_rho(0.05, 10_000), 7)
    0.0281712
    """
    return math.sqrt((-2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))) / deals)


def half_width(n: Number, sd: Number, alpha: Number, rho: Number) -> Number:
    """Half the interval's width: sd sqrt(2(c + 1) / (n c) ln(sqrt(c + 1) / alpha)), where c = n rho^2.

    Parameters
    ----------
    n, sd, alpha, rho : float or ndarray
        The number of deals, the standard deviation of their numbers, the level, and the sequence's parameter.

    Returns
    -------
    float or ndarray

    Examples
    --------
    >>> round(float(half_width(1000, 1.0, 0.05, tuned_rho(0.05, 10_000))), 6)
    0.121908
    """
    c = n * rho**2
    return sd * np.sqrt(2 * (c + 1) / (n * c) * np.log(np.sqrt(c + 1) / alpha))


def planned_deals(sd: float, precision: float, alpha: float) -> int:
    """The deals after which half the interval's width equals `precision`, in a sequence tuned to that number of deals.

    It is (z sd / precision)^2, where z is 3.04 at alpha 0.05 and 4.03 at 0.002; never less than the first look.
    """
    z = float(half_width(1.0, 1.0, alpha, tuned_rho(alpha, 1.0)))
    return max(math.ceil((z * sd / precision) ** 2), FIRST_LOOK)


def looks(cap: int, every: int = 100, first: int = FIRST_LOOK) -> Iterator[int]:
    """The numbers of deals at which the mean is looked at: the first, then 5% more each time, and finally the maximum.

    cap: the maximum number of deals. every: looks are rounded up to a multiple of this number. first: the first look.

    >>> list(looks(1300)), list(looks(1700, 450))
    ([1000, 1100, 1200, 1300], [1350, 1700])
    """
    n = -(-first // every) * every
    while n < cap:
        yield n
        n = -(-n * 105 // (100 * every)) * every
    yield cap


class Interval(NamedTuple):
    """The mean lies between low and high; numbers, or arrays over streams."""

    low: Number
    high: Number


def deals_for_skewness(skewness: Number, alpha: float) -> Number:
    """The number of deals needed before a verdict on numbers with this skewness can be trusted."""
    return 28 + (25.0 if alpha > 0.005 else 100.0) * skewness**2


@dataclass(frozen=True)
class Watch:
    """What is fixed before the first look.

    margin: the smallest effect that matters. alpha: the level. reach: the largest possible |D|. tuned: the number of
    deals at which the interval is narrowest. fine: an effect that supports or refutes even though the margin is wider,
    for a preliminary look; None for the margin itself. swing: the most by which one deal can move a watched number,
    where several deals make one; None for the reach. exact: the share of the level that an exact sequence gets, which
    takes the reach for a bound; 0 for none. kinds: of the deals that make a watched number, those that count alike;
    none: one deal makes one number. first: the number of deals near which an exact sequence is first looked at. Raises
    InputError if one of them makes no sense.
    """

    margin: float
    alpha: float
    reach: float
    tuned: int
    fine: float | None = None
    swing: float | None = None
    exact: float = 0.0
    kinds: tuple[Kind, ...] = ()
    first: int = FIRST_EXACT

    def __post_init__(self) -> None:
        if not 0 < self.margin < math.inf:
            raise InputError(f"the smallest effect that matters must be a number above 0, not {self.margin:g}")
        if not 0 < self.alpha < 1:
            raise InputError(f"the level must lie between 0 and 1, not {self.alpha:g}")
        if not (0 < self.reach < math.inf and self.tuned >= 1):
            raise InputError("the largest possible effect and the planned number of deals must be above 0")

    @property
    def level(self) -> float:
        """The level of the asymptotic sequence."""
        return self.alpha * (1 - self.exact)

    @property
    def rho(self) -> float:
        """The sequence's parameter."""
        return tuned_rho(self.level, self.tuned)

    @property
    def unseen(self) -> float:
        """What the largest possible swings, too rare to have been seen in n deals, may add to the mean; times n."""
        return (self.reach if self.swing is None else self.swing) * math.log(2 / self.level)

    @property
    def enough_for_equivalent(self) -> float:
        """The number of deals before which such swings could hide an effect that matters."""
        return self.unseen / self.margin

    @property
    def widest(self) -> Interval:
        """What is known before the first look."""
        return Interval(-self.reach, self.reach)

    def foreseeing(self, cells: Sequence[Foreseen]) -> "Watch":
        """The same, first looked at where an effect as in a pilot is nearly always told, if a pilot can tell when that
        is: this changes the number of looks alone, as the exact sequence holds at all of them.

        cells: the deals of a round as a pilot saw them, or of a single deal.
        """
        if not self.exact:
            return self
        sign = 1 if sum(cell.deals * cell.kind.weight * cell.mean for cell in cells) > 0 else -1
        upright = [cell._replace(mean=sign * cell.mean) for cell in cells]
        fine = self.margin if self.fine is None else self.fine
        rounds = foreseen_rounds(upright, fine, self.alpha * self.exact / 2)
        return replace(self, first=math.ceil(rounds)) if FIRST_EXACT < rounds < FIRST_LOOK else self

    def is_guarded(self, seen: Moments) -> Number:
        """Whether there are enough deals for numbers as skewed as these, and the numbers vary."""
        is_enough = (seen.n >= FIRST_LOOK) & (seen.n >= deals_for_skewness(seen.skewness, self.level))
        return is_enough & (seen.sd > 0)

    def tighten(self, before: Interval, seen: Moments) -> Interval:
        """The running intersection after one more look. Looks that the guards forbid tell nothing, and one that would
        leave nothing changes nothing.

        The half-width is at least what swings too rare to have been seen may add to the mean.
        """
        half = np.maximum(half_width(seen.n, seen.sd, self.level, self.rho), self.unseen / seen.n)
        sound = self.is_guarded(seen) & np.isfinite(half)
        return within(
            before, Interval(np.where(sound, seen.mean - half, -np.inf), np.where(sound, seen.mean + half, np.inf))
        )

    def bet(self, before: Interval, seen: Counted) -> Interval:
        """The running intersection of the exact sequence after one more look, which needs no guards."""
        return within(before, Interval(*exact_ends(seen, self.alpha * self.exact)))

    def judge(self, known: Interval, seen: Moments) -> Number:
        """The verdict at a look: OPEN, HOLDS, WRONG or NO_DIFFERENCE."""
        verdict = self.says(known)
        is_enough = (verdict != NO_DIFFERENCE) | (seen.n >= self.enough_for_equivalent)
        return np.where(self.is_guarded(seen) & is_enough, verdict, OPEN)

    def judge_exact(self, known: Interval, deals: int) -> int:
        """The verdict that an exact interval leads to after some deals. In a preliminary look, that an effect lies
        within the wide margin ends nothing before the asymptotic sequence could show its direction.
        """
        verdict = int(self.says(known))
        is_early = self.fine is not None and deals < FIRST_LOOK
        return OPEN if is_early and verdict == NO_DIFFERENCE else verdict

    def says(self, known: Interval) -> Number:
        """The verdict that an interval leads to if it needs no guards."""
        inside = (-self.margin < known.low) & (known.high < self.margin)
        fine = self.margin if self.fine is None else self.fine
        return np.where(
            known.low > fine, HOLDS, np.where(known.high < -fine, WRONG, np.where(inside, NO_DIFFERENCE, OPEN))
        )


def within(before: Interval, found: Interval) -> Interval:
    """What is known by two intervals; the first alone where both leave nothing."""
    low, high = np.maximum(before.low, found.low), np.minimum(before.high, found.high)
    is_empty = low > high
    return Interval(np.where(is_empty, before.low, low), np.where(is_empty, before.high, high))


def at_the_cap(known: Interval) -> Number:
    """The verdict once no more deals are played: the direction of the effect (its size remains open), or OPEN."""
    return np.where(known.low > 0, HOLDS, np.where(known.high < 0, WRONG, OPEN))


def deals_to_decide(watch: Watch, seen: Moments) -> int | None:
    """The projected number of deals after which an undecided question will be settled.

    By then the interval around today's mean excludes both edges of the margin, and the numbers' skewness no longer
    matters.

    None if the mean lies on an edge, or nothing varies.
    """
    distance = abs(abs(float(seen.mean)) - watch.margin)
    if not (distance > 0 and seen.sd > 0):
        return None
    for_skewness: int = math.ceil(deals_for_skewness(seen.skewness, watch.level))
    return max(planned_deals(float(seen.sd), distance, watch.level), for_skewness)
