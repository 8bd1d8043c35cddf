"""Many streams of made-up deals watched together: laws of D with a known mean, drawn a block of deals at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np

from knotlab.analysis.stats.betting import Counted, Kind, counted_by_kind
from knotlab.analysis.stats.moments import Moments, moments
from knotlab.analysis.stats.sequence import FIRST_EXACT, OPEN, Interval, Watch, at_the_cap, within

BLOCK = 100


class Drawn(NamedTuple):
    """What came so far: sums of the first three powers of the numbers, shape (3, streams), and of each kind of deals
    how often each value came, shape (streams, values).
    """

    sums: np.ndarray
    counts: list[np.ndarray]

    def with_more(self, more: "Drawn") -> "Drawn":
        counts = [a + b for a, b in zip(self.counts, more.counts, strict=True)]
        return Drawn(self.sums + more.sums, counts)


class Source(Protocol):
    """Where numbers come from: laws, or rounds of several."""

    @property
    def kinds(self) -> Sequence[tuple[float, ...]]: ...

    def draw(self, rng: np.random.Generator, n_streams: int, n: int) -> Drawn: ...


@dataclass(frozen=True)
class Law:
    """A law of D: its values and their probabilities."""

    values: tuple[float, ...]
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        return float(np.dot(self.values, self.chances))

    @property
    def sd(self) -> float:
        return float(np.sqrt(np.dot(np.square(self.values), self.chances) - self.mean**2))

    @property
    def skewness(self) -> float:
        return float(np.dot((np.array(self.values) - self.mean) ** 3, self.chances)) / self.sd**3

    def moved(self, to: float) -> "Law":
        """The same law with another mean."""
        return Law(tuple(value - self.mean + to for value in self.values), self.chances)

    @property
    def kinds(self) -> Sequence[tuple[float, ...]]:
        return [self.values]

    def draw(self, rng: np.random.Generator, n_streams: int, n: int) -> Drawn:
        """n further deals of each stream."""
        counts = rng.multinomial(n, self.chances, n_streams)
        return Drawn(np.stack([counts @ np.array(self.values) ** power for power in (1, 2, 3)]), [counts])


@dataclass(frozen=True)
class Rounds:
    """Rounds of deals of several laws: a number is the mean over the laws of the mean of their deals.

    deals: of each law in a round.
    """

    laws: tuple[Law, ...]
    deals: tuple[int, ...]

    @property
    def mean(self) -> float:
        return float(np.mean([law.mean for law in self.laws]))

    @property
    def kinds(self) -> Sequence[tuple[float, ...]]:
        return [law.values for law in self.laws]

    def draw(self, rng: np.random.Generator, n_streams: int, n: int) -> Drawn:
        """n further rounds of each stream."""
        numbers, counts = np.zeros((n_streams, n)), []
        for law, b in zip(self.laws, self.deals, strict=True):
            drawn = rng.random((n_streams, n, b), np.float32)
            or_later = [np.full(n_streams, n * b)]  # how many values are the first one, or a later one; and so on
            numbers += law.values[0]
            for chance, step in zip(np.cumsum(law.chances)[:-1], np.diff(law.values), strict=True):
                is_later = (drawn >= np.float32(chance)).sum(axis=2)
                numbers += step / b * is_later
                or_later.append(is_later.sum(axis=1))
            counts.append(-np.diff(np.stack([*or_later, np.zeros(n_streams, np.int64)], axis=1), axis=1))
        numbers /= len(self.laws)
        return Drawn(np.stack([(numbers**power).sum(axis=1) for power in (1, 2, 3)]), counts)


SYMMETRIC = Law((-1.0, 0.0, 1.0), (0.3, 0.4, 0.3))
LOSES_RARELY = Law((-1.0, 0.0), (0.0209, 0.9791)).moved(0.0)  # skewness -6.7
DIFFERS_RARELY = Law((-1.0, 0.0, 1.0), (0.002, 0.996, 0.002))
LOSES_HARDLY_EVER = Law((-1.0, 0.0, 0.002), (0.002, 0.5, 0.498)).moved(0.0)
# One deal in a thousand is worth 1, the others next to nothing.
SWINGS = Law((1.0, -0.0001, 0.0001), (0.001, 0.4995, 0.4995))
HARDLY_VARIES = Law((0.0, 0.5), (0.001, 0.999)).moved(0.0)  # as `shed` against `random`: skewness -31.6
LAWS = {"symmetric": SYMMETRIC, "skew": LOSES_RARELY, "rare": DIFFERS_RARELY}


@dataclass(frozen=True)
class Seen:
    """What became of the streams, arrays over them. excluded: whether the truth was ever outside the running interval;
    peeked: whether |z| > 1.96 at any look.
    """

    verdict: np.ndarray
    deals: np.ndarray
    known: Interval
    excluded: np.ndarray
    peeked: np.ndarray


def looks(cap: int, is_early: bool) -> Iterator[int]:
    """A look every block from 1,000 deals to the cap; if it is early, after 30 deals and every block."""
    if is_early:
        yield FIRST_EXACT
    yield from range(BLOCK if is_early else 10 * BLOCK, cap + 1, BLOCK)


def watch_streams(
    watch: Watch, source: Source, n_streams: int, cap: int, seed: Any, truth: float = 0.0, as_tips: bool = False
) -> Seen:
    """Watch streams to the cap; an exact sequence is looked at after 30 deals, each of the first ten blocks, and one in
    ten. as_tips: look as early without one, and until all are settled.
    """
    rng = np.random.default_rng(seed)
    verdict, deals = np.full(n_streams, OPEN), np.full(n_streams, cap)
    exact = known = Interval(*np.full((2, n_streams), np.array(watch.widest)[:, None]))
    excluded = peeked = np.zeros(n_streams, bool)
    so_far, begun = None, 0
    for n in looks(cap, as_tips or watch.exact > 0):
        for first in range(begun, n, BLOCK):
            more = source.draw(rng, n_streams, min(BLOCK, n - first))
            so_far = so_far.with_more(more) if so_far else more
        begun = n
        assert so_far
        seen = moments(n, *so_far.sums)
        known = watch.tighten(known, seen)
        says = watch.judge(known, seen)
        if watch.exact and (n <= 10 * BLOCK or n % (10 * BLOCK) == 0):
            exact = watch.bet(exact, tally_of(watch, source, so_far.counts))
            known = within(known, exact)
            says = watch.judge(known, seen)
            says = np.where(says == OPEN, watch.says(exact), says)
        result = np.where(verdict == OPEN, says, verdict)
        deals = np.where((verdict == OPEN) & (result != OPEN), n, deals)
        verdict = result
        excluded = excluded | (known.low > truth) | (known.high < truth)
        peeked = peeked | (np.abs(seen.mean - truth) * np.sqrt(n) > 1.96 * np.maximum(seen.sd, 1e-300))
        if as_tips and (verdict != OPEN).all():
            break
    return Seen(np.where(verdict == OPEN, at_the_cap(known), verdict), deals, known, excluded, peeked)


def tally_of(watch: Watch, source: Source, counts: list[np.ndarray]) -> Counted:
    """How often each value came, by kind."""
    kinds = watch.kinds or (Kind(1.0, watch.reach),)
    return counted_by_kind([np.array(values) for values in source.kinds], counts, kinds)


class Unguarded(Watch):
    """The same without its guards: what the checks must catch."""

    def is_guarded(self, seen: Moments) -> Any:
        return seen.sd > 0

    @property
    def unseen(self) -> float:
        return 0.0


def unguarded(watch: Watch) -> Unguarded:
    """The asymptotic sequence of a watch alone, without guards."""
    return Unguarded(**vars(replace(watch, exact=0.0)))
