"""From the evidence about cells to one headline: the rules, as one function without side effects.

Two things are known of a tip. The equal-weight mean of its cells was watched by a confidence sequence
(`knotlab.analysis.stats.rounds`), and each cell has a size, with an interval that holds together with those of all
other cells (`knotlab.analysis.stats.sizes`). Both use half of the level: `share_out`. A headline is wrong only if one
of these intervals is, so that the chance of any wrong headline, and of any wrong direction that is called certain, is
at most the level.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from knotlab.analysis.stats.intervals import certain_sign
from knotlab.analysis.stats.sizes import Size
from knotlab.analysis.stats.verdicts import HeadlineAnswer


class Levels(NamedTuple):
    """What each statement may use of the level.

    headline: of the sequence of one tip, and of its test of heterogeneity. cell: of the simultaneous interval of one
    cell.
    """

    headline: float
    cell: float


def share_out(level: float, tips: int, cells: int) -> Levels:
    """Divide a level: half of it among the sequences of all tips, half among the intervals of all cells.

    level: the chance that any headline, or any direction called certain, is wrong. tips, cells: how many there are in
    all.

    >>> share_out(0.05, 25, 250)
    Levels(headline=0.001, cell=0.0001)
    """
    return Levels(level / 2 / max(tips, 1), level / 2 / max(cells, 1))


class CellEvidence(NamedTuple):
    """What is known of one cell.

    size: positive where it favours what the experiment names first. is_tried: whether enough deals come out
    differently, or have a case, to say something about the tip.
    """

    players: int
    field: str
    size: Size
    is_tried: bool = True


class MeanEvidence(NamedTuple):
    """What is known of the equal-weight mean of the cells.

    effect, low, high: the mean, and the interval of its sequence. is_final: whether no more rounds will be played.
    """

    effect: float
    low: float
    high: float
    is_final: bool


NO_MEAN = MeanEvidence(math.nan, -math.inf, math.inf, False)


@dataclass(frozen=True)
class Headline:
    """What a tip comes to, positive where it favours following the advice.

    effect, low, high: the equal-weight mean of the cells and its interval. margin: the smallest mean that matters.
    plus, minus: size of table and line-up of the cells whose direction is certain. heterogeneity: the p-value of equal
    means.
    """

    answer: HeadlineAnswer
    effect: float
    low: float
    high: float
    margin: float
    plus: tuple[tuple[int, str], ...] = ()
    minus: tuple[tuple[int, str], ...] = ()
    heterogeneity: float = 1.0

    @property
    def certain_sign(self) -> int:
        """+1 or -1 where the direction of the mean is certain, however small it is, else 0."""
        return certain_sign(self.low, self.high)

    def favours_first(self, advice: int) -> bool:
        """Whether a direction is for what the experiment names first.

        advice: 1 if the tip advises that, -1 if it advises against it.
        """
        return (self.answer == HeadlineAnswer.BETTER) == (advice == 1)

    @property
    def is_size_open(self) -> bool:
        """Whether the direction is certain, but not that the effect matters."""
        return (
            self.answer in (HeadlineAnswer.BETTER, HeadlineAnswer.WORSE)
            and self.low <= self.margin
            and self.high >= -self.margin
        )


def headline_of(
    cells: Sequence[CellEvidence],
    mean: MeanEvidence,
    *,
    margin: float,
    alpha: float,
    advice: int = 1,
    at_times: bool = False,
) -> Headline:
    """The headline of a tip.

    Parameters
    ----------
    cells : sequence of CellEvidence
        Its cells.
    mean : MeanEvidence
        The equal-weight mean of those that were tried.
    margin : float
        The smallest mean that matters.
    alpha : float
        The level of the test of heterogeneity: `Levels.headline`.
    advice : int
        1 if the tip advises what the experiment names first, -1 if it advises against it.
    at_times : bool
        Whether the tip says no more than that there are tables at which following it is better.

    Returns
    -------
    Headline
        With all numbers turned so that + is for following the advice.

    Examples
    --------
    >>> mean = MeanEvidence(0.013, 0.011, 0.015, True)
    >>> print(headline_of([], mean, margin=0.005, alpha=0.001).answer)
    rarely comes up
    >>> cell = CellEvidence(2, "simple", Size(0.02, 0.002, 0.016, 0.024, 0.012, 0.028, 5000))
    >>> print(headline_of([cell], mean, margin=0.005, alpha=0.001).answer)
    better
    """
    tried = [cell for cell in cells if cell.is_tried]
    named = cells if at_times else tried
    ends = sorted((advice * mean.low, advice * mean.high))
    watched = MeanEvidence(advice * mean.effect, ends[0], ends[1], mean.is_final)
    sizes = [cell.size for cell in tried]
    p = heterogeneity([size.value for size in sizes], [size.error for size in sizes], [size.deals for size in sizes])
    plus, minus = (
        tuple((cell.players, cell.field) for cell in named if cell.size.certain_sign == advice * sign)
        for sign in (1, -1)
    )
    if at_times and plus:
        answer = HeadlineAnswer.AT_TIMES
    elif not tried:
        answer = HeadlineAnswer.RARE
    elif plus and minus and p <= alpha:
        answer = HeadlineAnswer.DEPENDS
    else:
        answer = answer_of_mean(watched, margin)
    return Headline(answer, watched.effect, watched.low, watched.high, margin, plus, minus, p)


def answer_of_mean(mean: MeanEvidence, margin: float) -> HeadlineAnswer:
    """What the interval of the mean says by itself.

    Better or worse once the interval lies beyond the margin, too small to matter once it lies within. When no more
    rounds are played, better or worse where at least the direction is certain (`Headline.is_size_open`).
    """
    if mean.low > margin:
        return HeadlineAnswer.BETTER
    if mean.high < -margin:
        return HeadlineAnswer.WORSE
    if -margin < mean.low and mean.high < margin:
        return HeadlineAnswer.NO_DIFFERENCE
    if mean.is_final and mean.low > 0:
        return HeadlineAnswer.BETTER
    return HeadlineAnswer.WORSE if mean.is_final and mean.high < 0 else HeadlineAnswer.OPEN


def answer_of_both(there: Headline, elsewhere: Headline) -> HeadlineAnswer:
    """What two headlines say together of a rule that is said to help only under a condition: that of the rule where the
    condition holds, and that of the rule elsewhere. Where both are known, it names both. What is known to hurt or to
    make no difference under the condition does not help there, whatever it does elsewhere; and what certainly helps
    elsewhere does not help only there. It is open otherwise, and also where the rule certainly makes no difference
    elsewhere and helps under the condition, but perhaps too little to matter.

    >>> better, worse = (Headline(HeadlineAnswer(way), *numbers, 0.005) for way, *numbers in [
    ...     ("better", 0.02, 0.01, 0.03), ("worse", -0.02, -0.03, -0.01)])
    >>> print(answer_of_both(better, worse), answer_of_both(better, better), sep="; ")
    helps only there; the condition does not change the answer
    """
    both = (there.answer, elsewhere.answer)
    unsettled = [each for each in (HeadlineAnswer.RARE, HeadlineAnswer.OPEN, HeadlineAnswer.DEPENDS) if each in both]
    is_blurred = HeadlineAnswer.NO_DIFFERENCE in both and (there.is_size_open or elsewhere.is_size_open)
    if (unsettled or is_blurred) and both[0] in (HeadlineAnswer.WORSE, HeadlineAnswer.NO_DIFFERENCE):
        return HeadlineAnswer.NOT_THERE
    if both == (HeadlineAnswer.OPEN, HeadlineAnswer.BETTER) and not elsewhere.is_size_open:
        return HeadlineAnswer.NOT_ONLY
    if unsettled or is_blurred:
        return unsettled[0] if unsettled else HeadlineAnswer.OPEN
    if both[0] == both[1]:
        return HeadlineAnswer.REGARDLESS
    if HeadlineAnswer.BETTER in both:
        return HeadlineAnswer.ONLY_THERE if both[0] == HeadlineAnswer.BETTER else HeadlineAnswer.ONLY_ELSEWHERE
    return HeadlineAnswer.HURTS_THERE if both[0] == HeadlineAnswer.WORSE else HeadlineAnswer.HURTS_ELSEWHERE


def heterogeneity(means: Sequence[float], errors: Sequence[float], deals: Sequence[int]) -> float:
    """The p-value of the hypothesis that all means are equal.

    With means m_k, standard errors e_k and weights w_k = 1 / e_k^2, Cochran's Q is sum w_k (m_k - m)^2, m the weighted
    mean; it is compared with chi-squared (Cochran, "The combination of estimates from different experiments",
    Biometrics 10, 1954). As the errors are measured, Welch's correction for the number of deals is used here, which
    tends to Q as the deals grow (Welch, "On the comparison of several mean values: an alternative approach", Biometrika
    38, 1951).

    means, errors: each mean and its standard error. deals: how many deals each rests on. 1 where fewer than two means
    have an error to go by. Means without one are left out.

    >>> round(heterogeneity([0.0, 0.0, 0.3], [0.1, 0.1, 0.1], [10_000] * 3), 3)
    0.05
    """
    from scipy.special import fdtrc

    m, e, n = (np.asarray(values, float) for values in (means, errors, deals))
    known = (n >= 2) & (e > 0)
    k = int(known.sum())
    if k < 2:
        return 1.0
    m, weight, freedom = m[known], 1 / e[known] ** 2, n[known] - 1
    mean = (weight * m).sum() / weight.sum()
    unsure = float(((1 - weight / weight.sum()) ** 2 / freedom).sum())
    q = float((weight * (m - mean) ** 2).sum())
    ratio = q / (k - 1) / (1 + 2 * (k - 2) / (k**2 - 1) * unsure)
    return float(fdtrc(k - 1, (k**2 - 1) / (3 * unsure), ratio))


def certainly_below(sizes: Sequence[Size], bound: float = 0.0) -> bool:
    """Whether the mean of some cells is below a bound: whether that of the upper ends of their simultaneous intervals
    is.

    >>> sizes = [Size(-0.01, *[math.nan] * 4, high, 9_000) for high in (-0.03, 0.01)]
    >>> certainly_below(sizes), certainly_below(sizes[1:]), certainly_below(sizes, -0.02)
    (True, False, False)
    """
    return sum(size.all_high - bound for size in sizes) < 0
