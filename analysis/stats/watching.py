"""Looks at deals in order, at fixed counts, however they arrive, until a question is settled."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from knotlab.analysis.stats.betting import Kind, counted_by_kind
from knotlab.analysis.stats.moments import Moments, moments
from knotlab.analysis.stats.sequence import FIRST_EXACT, FIRST_LOOK, OPEN, Interval, Watch, at_the_cap, looks, within

LOOK_EVERY, EXACT_EVERY = 100, 10  # deals; the second with an exact sequence


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


def exact_of(watch: Watch, known: Interval, counts: Sequence[Mapping[int, int]], unit: int) -> Interval:
    """What is known by an exact sequence after one more look.

    Parameters
    ----------
    watch : Watch
        How the mean is watched.
    known : Interval
        What was known by the exact sequence before.
    counts : sequence of mappings of int to int
        Of each kind of deals, how often each whole number came.
    unit : int
        What the numbers are divided by.

    Returns
    -------
    Interval
        The running intersection.

    Raises
    ------
    InputError
        If a number lies beyond the bound of its kind.
    """
    values = [np.array(sorted(each)) for each in counts]
    how_often = [np.array([each[value] for value in sorted(each)]) for each in counts]
    kinds = watch.kinds or (Kind(1.0, watch.reach),)
    return Interval(*map(float, watch.bet(known, counted_by_kind([each / unit for each in values], how_often, kinds))))


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


def whole_cycles(deals: int, cycle: int) -> int:
    """A number of deals rounded up to whole cycles."""
    return -(-deals // cycle) * cycle


def first_look(cycle: int = 1) -> int:
    """The deals before the first look with an exact sequence: 30 or more.

    >>> first_look(), first_look(20), first_look(150)
    (30, 40, 150)
    """
    return whole_cycles(FIRST_EXACT, whole_cycles(EXACT_EVERY, cycle))


class Steps(NamedTuple):
    """All looks but the last are at multiples of `early` deals before deal `until`, and of `late` from there on."""

    early: int
    until: int
    late: int

    def begin(self, deals: np.ndarray) -> np.ndarray:
        """Whether there may be a look just before each of some deals, given by number."""
        return np.asarray(deals % np.where(deals < self.until, self.early, self.late) == 0)


def steps_of(is_exact: bool, cycle: int = 1) -> Steps:
    """Where `looks_of` may look.

    >>> steps_of(True, 20), steps_of(False)
    (Steps(early=20, until=1000, late=100), Steps(early=100, until=1000, late=100))
    """
    late = whole_cycles(LOOK_EVERY, cycle)
    return Steps(whole_cycles(EXACT_EVERY, cycle) if is_exact else late, whole_cycles(FIRST_LOOK, late), late)


def looks_of(cap: int, is_exact: bool, cycle: int = 1, first: int = FIRST_EXACT) -> Iterator[int]:
    """The numbers of deals at which it looks: from 1,000 on; with an exact sequence also before, at closer ones.

    Parameters
    ----------
    cap : int
        The maximum number of deals.
    is_exact : bool
        Whether there is an exact sequence.
    cycle : int
        After how many deals all line-ups have played as many.
    first : int
        The number of deals near which the first one is.

    Returns
    -------
    iterator of int

    Examples
    --------
    >>> list(looks_of(1300, True))[:3], list(looks_of(1300, True, 20))[-5:], list(looks_of(1300, False))
    ([30, 40, 50], [940, 1000, 1100, 1200, 1300], [1000, 1100, 1200, 1300])
    """
    early, until, late = steps_of(is_exact, cycle)
    if is_exact:
        end = min(cap, until)
        yield from (n for n in looks(end, early, max(first - early // 2, FIRST_EXACT)) if n < end)
    yield from looks(cap, late)


class Watcher:
    """Takes the numbers D of consecutive deals, in pieces of any size, and looks at the fixed counts (`looks_of`).

    unit: what the whole numbers are divided by. cycle: after how many deals all line-ups have played as many; an exact
    sequence is looked at only then. steps: where it may look.
    """

    def __init__(
        self, watch: Watch, unit: int, goal: Goal, on_look: Callable[[Look], object] = lambda look: None, cycle: int = 1
    ) -> None:
        self.watch, self.unit, self.goal, self.cycle, self.on_look = watch, unit, goal, cycle, on_look
        has_exact = watch.exact > 0
        self.steps = steps_of(has_exact, cycle)
        self.sums, self.counts = PowerSums(), tuple(Counter[int]() for _ in watch.kinds or (None,))
        self.known = self.exact = watch.widest
        self.path: list[Look] = []
        self._looks = looks_of(goal.most, has_exact, cycle, watch.first)
        self.next_look = next(self._looks)
        self.is_done = False

    @property
    def is_exact(self) -> bool:
        """Whether an exact sequence may be looked at."""
        return self.watch.exact > 0 and self.sums.n % self.cycle == 0

    def add(self, numbers: np.ndarray, deals: Sequence[np.ndarray] = ()) -> int:
        """Take more numbers.

        numbers: whole numbers, shape (n,). deals: where several deals make a number, those of each kind as whole
        numbers, each of shape (n, deals). Returns how many of them were used: all, unless the goal was reached among
        them.
        """
        used, deals = 0, deals or (numbers[:, None],)
        while used < len(numbers) and not self.is_done:
            step = min(len(numbers) - used, self.next_look - self.sums.n)
            self.sums.add(numbers[used : used + step])
            if self.watch.exact:
                for counts, kind in zip(self.counts, deals, strict=True):
                    counts.update(kind[used : used + step].ravel().tolist())
            used += step
            if self.sums.n == self.next_look:
                self._look()
        return used

    def add_sums(self, n: int, powers: Sequence[int], counts: Mapping[int, int]) -> None:
        """Take more deals as sums, which must not go beyond the next count at which it looks.

        powers: the sums of the first three powers of their numbers. counts: how often each of them came, for an exact
        sequence.
        """
        self.sums.merge(n, powers)
        self.counts[0].update(counts)
        if self.sums.n > self.next_look:
            raise ValueError(f"sums up to deal {self.sums.n} cannot be looked at after {self.next_look}")
        if self.sums.n == self.next_look:
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
            verdict = self.watch.judge_exact(self.exact, n)
        if self.goal.precision is None:
            reached = verdict != OPEN
        else:
            reached = (self.known.high - self.known.low) / 2 <= self.goal.precision
        self.is_done = n >= self.goal.most or (reached and n >= self.goal.floor)
        if self.is_done and verdict == OPEN:
            verdict = int(at_the_cap(self.known))
        self.path.append(Look(n, float(seen.mean), self.known.low, self.known.high, verdict))
        self.on_look(self.path[-1])
        self.next_look = next(self._looks, n)
