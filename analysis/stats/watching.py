"""Looking at deals in their order at fixed counts, however they come in, until a claim is settled."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from knotlab.analysis.stats.sequence import UNDECIDED, Interval, Moments, Watch, at_the_cap, looks, moments


@dataclass(frozen=True)
class Look:
    """What was known after so many deals: mean of D, the running interval, and the verdict then."""

    deals: int
    mean: float
    low: float
    high: float
    verdict: int


class PowerSums:
    """Exact sums of the first three powers of whole numbers."""

    def __init__(self) -> None:
        self.n = 0
        self.powers = [0, 0, 0]

    def add(self, numbers: np.ndarray) -> None:
        """Count some more; third powers of a run would not fit 64 bits, so equal numbers are counted together."""
        values, counts = np.unique(numbers, return_counts=True)
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            for power in range(3):
                self.powers[power] += count * value ** (power + 1)
        self.n += len(numbers)

    def moments(self, unit: int) -> Moments:
        """Moments of the numbers divided by `unit`; they need two of them."""
        found = moments(self.n, *self.powers)
        return Moments(self.n, found.mean / unit, float(found.sd) / unit, float(found.skewness))


@dataclass(frozen=True)
class Goal:
    """When to stop: at a verdict, or if `precision` is given, when half the running interval is as narrow; not before
    `floor` deals, and at the cap.
    """

    cap: int
    precision: float | None = None
    floor: int = 0

    @property
    def most(self) -> int:
        """Deals after which it stops whatever is known."""
        return max(self.cap, self.floor)


class Watcher:
    """Takes D of one deal after another, in any pieces, and looks at the fixed counts (`looks`)."""

    def __init__(self, watch: Watch, unit: int, goal: Goal, every: int = 100) -> None:
        self.watch, self.unit, self.goal = watch, unit, goal
        self.sums = PowerSums()
        self.known: Interval = watch.widest
        self.path: list[Look] = []
        self._looks: Iterator[int] = looks(goal.most, every)
        self._next = next(self._looks)
        self.is_done = False

    def add(self, numbers: np.ndarray) -> int:
        """Take some more deals; how many of them were used: fewer than given only if the goal was reached among
        them.
        """
        used = 0
        while used < len(numbers) and not self.is_done:
            step = min(len(numbers) - used, self._next - self.sums.n)
            self.sums.add(numbers[used : used + step])
            used += step
            if self.sums.n == self._next:
                self._look()
        return used

    def _look(self) -> None:
        """Look at the deals so far, and see whether that is enough."""
        seen = self.sums.moments(self.unit)
        self.known = Interval(*map(float, self.watch.tighten(self.known, seen)))
        verdict = int(self.watch.judge(self.known, seen))
        n = self.sums.n
        if self.goal.precision is None:
            reached = verdict != UNDECIDED
        else:
            reached = (self.known.high - self.known.low) / 2 <= self.goal.precision
        self.is_done = n >= self.goal.most or (reached and n >= self.goal.floor)
        if self.is_done and verdict == UNDECIDED:
            verdict = int(at_the_cap(self.known))
        self.path.append(Look(n, float(seen.mean), self.known.low, self.known.high, verdict))
        self._next = next(self._looks, n)
