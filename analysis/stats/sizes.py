"""How large an effect is: fresh deals, and two intervals for the mean over them. How many deals is fixed by a pilot;
where an interval may be no wider than was said, more are played until it is not. That looks at the spread alone, and
on thousands of deals moves a mean by well under a tenth of its error (Stein, "A two-sample test for a linear hypothesis
whose power is independent of the variance", Annals of Mathematical Statistics 16, 1945; Chow and Robbins, "On the
asymptotic theory of fixed-width sequential confidence intervals for the mean", 36, 1965).

The interval by itself covers the mean with 95%. The deals differ from those that decided the headline, so that
it does so, too, among the cells of all tips whose headline says this or that: where the numbers are independent of the
selection, the share of intervals that miss (the false coverage rate of Benjamini and Yekutieli, "False discovery
rate-adjusted multiple confidence intervals for selected parameters", JASA 100, 2005) stays what it is without a
selection. It does not where cells are picked by these same numbers, such as the largest effects; for that there is the
simultaneous interval, which covers all cells together (Bonferroni). A cell's direction is certain if its simultaneous
interval excludes zero.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

from knotlab.analysis.stats.betting import Counted, exact_ends
from knotlab.analysis.stats.intervals import CONFIDENCE, Range, certain_sign, interval, interval_for_certainty
from knotlab.analysis.stats.moments import Moments
from knotlab.analysis.stats.sequence import FIRST_LOOK, deals_for_skewness
from knotlab.sim.errors import InputError

HALF_WIDTH = 0.0025  # of a share: 0.25 games in 100


@dataclass(frozen=True)
class Size:
    """A mean over fresh deals, with an interval of its own and one that holds together with those of all other cells.

    low, high: the ends of its 95% interval; NaN on fewer than two deals, and where nothing varied and there are no
    bounds. all_low, all_high: the ends of the simultaneous interval; NaN, too, on too few deals for it to be trusted.
    """

    value: float
    error: float
    low: float
    high: float
    all_low: float
    all_high: float
    deals: int

    @property
    def half_width(self) -> float:
        """Half the width of its own interval.

        >>> Size(0.5, 0.125, 0.25, 0.75, 0.125, 0.875, 5000).half_width
        0.25
        """
        return (self.high - self.low) / 2

    @property
    def certain_sign(self) -> int:
        """+1 or -1 where the simultaneous interval excludes zero, else 0.

        >>> Size(0.02, 0.002, 0.016, 0.024, 0.012, 0.028, 5000).certain_sign
        1
        """
        return certain_sign(self.all_low, self.all_high)


NO_SIZE = Size(math.nan, math.nan, math.nan, math.nan, math.nan, math.nan, 0)


def deals_for_size(sd: float, skewness: float, half_width: float = HALF_WIDTH) -> int:
    """The number of deals after which a 95% interval is about that narrow, fixed from what a pilot measured.

    sd, skewness: of a deal's number, in the pilot. half_width: half the interval's width that is wanted, in the unit of
    the effect. It is (1.96 sd / half_width)^2, but never fewer than 1,000, nor than numbers as skew as these take.
    Raises InputError if the half-width is not above 0.

    >>> deals_for_size(0.5, 0.0)
    153659
    """
    if not 0 < half_width < math.inf:
        raise InputError(f"the half-width that is wanted is a number above 0, not {half_width:g}")
    quantile = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    for_skewness: int = math.ceil(deals_for_skewness(skewness, 0.0))
    for_width: int = math.ceil((quantile * sd / half_width) ** 2)
    return max(for_width, for_skewness, FIRST_LOOK)


def size_of(seen: Moments, alpha: float, bounds: Range | None = None, bets: Counted | None = None) -> Size:
    """The size of an effect from the moments of its deals.

    Parameters
    ----------
    seen : Moments
        Of the numbers of two deals or more.
    alpha : float
        The level of this cell's part in the simultaneous intervals: that of all of them over their number.
    bounds : Range, optional
        What the mean cannot leave.
    bets : Counted, optional
        The same numbers, counted, if the simultaneous interval is to hold exactly on any number of deals: that of bets
        against the mean.

    Returns
    -------
    Size
        The mean and its intervals.

    Examples
    --------
    >>> size_of(Moments(10_000, 0.01, 0.5, 0.0), 0.0001).certain_sign
    0
    """
    value, error = float(seen.mean), float(seen.sd) / math.sqrt(seen.n)
    low, high = interval(value, error, seen.n, CONFIDENCE, bounds)
    together = Range(math.nan, math.nan)
    if bets is not None:
        together = Range(*map(float, exact_ends(bets, alpha)))
    elif seen.n >= deals_for_skewness(seen.skewness, alpha):
        together = interval_for_certainty(value, error, seen.n, 1 - alpha, bounds)
    return Size(value, error, low, high, together.low, together.high, int(seen.n))
