"""Looks at deals in order, at fixed counts, however they arrive, until a question is settled."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from knotlab.analysis.stats.moments import Moments, moments
from knotlab.analysis.stats.sequence import FIRST_LOOK, OPEN, Interval, Watch, at_the_cap, looks, within

LOOK_EVERY = 100  # deals


@dataclass(frozen=True)
class Look:
    """What was known after a number of deals.

    verdict: one of the constants of `sequence`.
    """

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
        """Count more numbers; equal ones together, since sums of third powers would not fit into 64 bits."""
        values, counts = np.unique(numbers, return_counts=True)
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            for power in range(3):
                self.powers[power] += count * value ** (power + 1)
        self.n += len(numbers)

    def merge(self, n: int, powers: Sequence[int]) -> None:
        """Add the sums of the first three powers of `n` more numbers."""
        self.n += n
        self.powers = [a + int(b) for a, b in zip(self.powers, powers, strict=True)]

    def moments(self, unit: int) -> Moments:
        """Moments of the numbers divided by `unit`; at least two numbers are needed."""
        unscaled = moments(self.n, *self.powers)
        return Moments(self.n, unscaled.mean / unit, float(unscaled.sd) / unit, float(unscaled.skewness))


def exact_of(watch: Watch, known: Interval, counts: Mapping[int, int], unit: int) -> Interval:
    """What is known by an exact sequence after one more look.

    Parameters
    ----------
    watch : Watch
        How the mean is watched.
    known : Interval
        What was known by the exact sequence before.
    counts : mapping of int to int
        How often each whole number came.
    unit : int
        What the numbers are divided by.

    Returns
    -------
    Interval
        The running intersection.
    """
    values = np.array(sorted(counts))
    how_often = np.array([counts[value] for value in values.tolist()])
    return Interval(*map(float, watch.bet(known, values / unit, how_often)))


@dataclass(frozen=True)
class Goal:
    """When to stop.

    cap: the maximum number of deals. precision: stop once half the running interval is this narrow; None to stop at a
    verdict. floor: the minimum number of deals.
    """

    cap: int
    precision: float | None = None
    floor: int = 0

    @property
    def most(self) -> int:
        """The number of deals after which it stops in any case."""
        return max(self.cap, self.floor)


class Watcher:
    """Takes the numbers D of consecutive deals, in pieces of any size, and looks at the fixed counts (`looks`).

    unit: what the whole numbers are divided by. cycle: after how many deals all line-ups have played as many; an exact
    sequence is looked at only then. every: looks are at multiples of this number of deals, rounded up to whole cycles;
    with an exact sequence the first one is the first look.
    """

    def __init__(
        self,
        watch: Watch,
        unit: int,
        goal: Goal,
        every: int = LOOK_EVERY,
        on_look: Callable[[Look], object] = lambda look: None,
        cycle: int = 1,
    ) -> None:
        self.watch, self.unit, self.goal, self.cycle, self.on_look = watch, unit, goal, cycle, on_look
        self.every = -(-every // cycle) * cycle
        self.sums, self.counts = PowerSums(), Counter[int]()
        self.known = self.exact = watch.widest
        self.path: list[Look] = []
        self._looks: Iterator[int] = looks(goal.most, self.every, self.every if watch.exact else FIRST_LOOK)
        self._next = next(self._looks)
        self.is_done = False

    @property
    def is_exact(self) -> bool:
        """Whether an exact sequence may be looked at."""
        return self.watch.exact > 0 and self.sums.n % self.cycle == 0

    def add(self, numbers: np.ndarray) -> int:
        """Take the numbers of further deals.

        numbers: whole numbers, one per deal. Returns how many of them were used: all, unless the goal was reached among
        them.
        """
        used = 0
        while used < len(numbers) and not self.is_done:
            step = min(len(numbers) - used, self._next - self.sums.n)
            self.sums.add(numbers[used : used + step])
            if self.watch.exact:
                self.counts.update(numbers[used : used + step].tolist())
            used += step
            if self.sums.n == self._next:
                self._look()
        return used

    def add_sums(self, n: int, powers: Sequence[int], counts: Mapping[int, int]) -> None:
        """Take further deals as sums, which must not go beyond the next count at which it looks.

        powers: the sums of the first three powers of their numbers. counts: how often each of them came, for an exact
        sequence.
        """
        self.sums.merge(n, powers)
        self.counts.update(counts)
        if self.sums.n > self._next:
            raise ValueError(f"sums up to deal {self.sums.n} cannot be looked at after {self._next}")
        if self.sums.n == self._next:
            self._look()

    def _look(self) -> None:
        """Look at the deals so far, and see whether that is enough."""
        seen = self.sums.moments(self.unit)
        self.known = Interval(*map(float, self.watch.tighten(self.known, seen)))
        n = self.sums.n
        if self.is_exact:
            self.exact = exact_of(self.watch, self.exact, self.counts, self.unit)
            self.known = Interval(*map(float, within(self.known, self.exact)))
        verdict = int(self.watch.judge(self.known, seen))
        if self.is_exact and verdict == OPEN:
            verdict = int(self.watch.says(self.exact))
        if self.goal.precision is None:
            reached = verdict != OPEN
        else:
            reached = (self.known.high - self.known.low) / 2 <= self.goal.precision
        self.is_done = n >= self.goal.most or (reached and n >= self.goal.floor)
        if self.is_done and verdict == OPEN:
            verdict = int(at_the_cap(self.known))
        self.path.append(Look(n, float(seen.mean), self.known.low, self.known.high, verdict))
        self.on_look(self.path[-1])
        self._next = next(self._looks, n)
