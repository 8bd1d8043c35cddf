"""One number to watch for the equal-weight mean of several cells, whose deals differ in spread and in cost.

A round plays b_k deals in each of K cells, all b_k fixed beforehand. Its number is

    X = 1 / K sum_k (mean of D over the b_k deals of cell k)

Rounds are independent and alike, their mean is the equal-weight mean of the cells' means, whatever the b_k, and so X is
watched by the same confidence sequence as the D of a single cell, at one level, with one interval at all looks. (To
average the cells' own sequences, each at 1 / K of the level, is as honest and much wider: by more than sqrt(K), as
errors of independent cells would not cancel.) Where all D have bounds by design, an exact sequence bets on every deal
as well, each of the weight 1 / (K b_k); for that, deals of different cells have cards of their own. Elsewhere they may
share them; that changes the variance of X, which is measured, and nothing else.

Of all b_k that cost as much, those proportional to sd_k / sqrt(cost_k) make the variance of X smallest (Neyman, "On the
two different aspects of the representative method", Journal of the Royal Statistical Society 97, 1934).

How far swings too rare to have been seen may move the mean: in n rounds, n b_k deals of cell k show none with
probability at least alpha / 2 only while sum_k n b_k p_k <= ln(2 / alpha). Each moves X by at most s_k = 2 R_k / (K
b_k), R_k the bound of |D|. What they add to the mean, sum_k s_k b_k p_k, is then at most max_k s_k ln(2 / alpha) / n.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from knotlab.analysis.stats.betting import Foreseen, Kind
from knotlab.analysis.stats.sequence import FIRST_LOOK, Watch, deals_for_skewness, exact_share, planned_deals
from knotlab.analysis.stats.watching import LOOK_EVERY, Goal, Watcher

STEPS = 2**24  # whole numbers to one unit of X, so that sums are exact in any order
MOST_DEALS = 10  # of one cell in a round
CAP_TIMES = 5  # by then the interval is narrower than the margin, so that it excludes an edge or zero
SKEWED_TIMES = 40


class PilotedCell(NamedTuple):
    """What is known of a cell before its first round, from a pilot.

    sd, skewness: of a deal's number D. reach: the largest |D|. cost: of a deal, in games or in seconds. cycle: after
    how many deals all line-ups have played as many. mean: of D, where the pilot tells it.
    """

    sd: float
    skewness: float
    reach: float
    cost: float = 1.0
    cycle: int = 1
    mean: float = math.nan


@dataclass(frozen=True)
class RoundPlan:
    """What is fixed before the first round.

    deals: deals of each cell in a round. watch: how the mean is watched. cap: the maximum number of rounds. cycle:
    after how many rounds it may be looked at, since all line-ups have played as many deals.
    """

    deals: tuple[int, ...]
    watch: Watch
    cap: int
    cycle: int = 1

    def watcher(self) -> Watcher:
        """A new one."""
        return Watcher(self.watch, STEPS, Goal(self.cap), cycle=self.cycle)


def allocation(cells: Sequence[PilotedCell]) -> tuple[int, ...]:
    """The deals of each cell in a round.

    1 where sd / sqrt(cost) is least, as many more elsewhere as it is larger, rounded; 10 at most.

    >>> allocation([PilotedCell(0.5, 0.0, 1.0), PilotedCell(1.0, 0.0, 1.0), PilotedCell(1.0, 0.0, 1.0, cost=4.0)])
    (1, 2, 1)
    """
    shares = np.array([cell.sd / math.sqrt(cell.cost) for cell in cells])
    least = shares[shares > 0].min(initial=math.inf)
    return tuple(int(min(max(round(share / least), 1), MOST_DEALS)) for share in shares)


def plan_rounds(
    cells: Sequence[PilotedCell], margin: float, alpha: float, is_bounded: bool = False, fine: float | None = None
) -> RoundPlan:
    """How the equal-weight mean of some cells is watched.

    Parameters
    ----------
    cells : sequence of PilotedCell
    margin : float
        The smallest mean that matters.
    alpha : float
        The level.
    is_bounded : bool
        Whether every cell's reach is a bound: then an exact sequence bets on the deals as well.
    fine : float or None
        The smallest mean that is called better or worse, if that is not the margin within which it is too small.

    Returns
    -------
    RoundPlan

    Examples
    --------
    >>> plan = plan_rounds([PilotedCell(0.5, 0.0, 1.0)] * 9, 0.005, 0.001)
    >>> plan.deals[0], plan.watch.tuned, plan.cap
    (1, 19654, 98270)
    """
    deals, k, exact = allocation(cells), len(cells), exact_share(is_bounded)
    sd = math.sqrt(sum(cell.sd**2 / b for cell, b in zip(cells, deals, strict=True))) / k
    third = sum(cell.skewness * cell.sd**3 / b**2 for cell, b in zip(cells, deals, strict=True)) / k**3
    skewness = third / sd**3 if sd > 0 else 0.0
    kinds = tuple(Kind(1 / (k * b), steps_up(cell.reach)) for cell, b in zip(cells, deals, strict=True))
    swing = max(2 * kind.weight * cell.reach for kind, cell in zip(kinds, cells, strict=True))
    planned = planned_deals(sd, margin, alpha * (1 - exact))
    reach = max(sum(kind.reach for kind in kinds) / k, margin)
    watch = Watch(margin, alpha, reach, planned, fine, swing=swing, exact=exact, kinds=kinds).foreseeing(
        [Foreseen(kind, b, cell.mean, cell.sd) for kind, b, cell in zip(kinds, deals, cells, strict=True)]
    )
    skewed = SKEWED_TIMES * math.ceil(deals_for_skewness(skewness, alpha))
    cap = max(CAP_TIMES * planned, skewed, math.ceil(watch.enough_for_equivalent), FIRST_LOOK)
    cycle = math.lcm(*(cell.cycle // math.gcd(cell.cycle, b) for cell, b in zip(cells, deals, strict=True)))
    every = math.lcm(LOOK_EVERY, cycle)
    return RoundPlan(deals, watch, -(-cap // every) * every if cycle > 1 else cap, cycle if exact else every)


def steps_up(reach: float) -> float:
    """A bound of numbers as the bound of the same in whole numbers of steps."""
    return math.ceil(reach * STEPS) / STEPS


def in_steps(numbers: np.ndarray) -> np.ndarray:
    """Numbers D, or X, in units of 1 / `STEPS`, rounded to whole numbers."""
    return np.asarray(np.rint(numbers * STEPS), np.int64)


def round_numbers(numbers: Sequence[np.ndarray], deals: Sequence[int]) -> np.ndarray:
    """X of consecutive rounds, in whole numbers.

    numbers: D of each cell's deals, in order, each of shape (rounds * deals of that cell,). deals: deals of each cell
    in a round. The result has the shape (rounds,), in units of 1 / `STEPS`.

    >>> (round_numbers([np.array([0.0, 1.0]), np.array([1.0, 0.0, 1.0, 1.0])], (1, 2)) / STEPS).tolist()
    [0.25, 1.0]
    """
    means = [values.reshape(-1, b).mean(axis=1) for values, b in zip(numbers, deals, strict=True)]
    return in_steps(np.mean(means, axis=0))
