"""Many streams of made-up deals watched together: laws of D with a known mean, drawn a block of deals at a time."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knotlab.analysis.stats.moments import Moments, moments
from knotlab.analysis.stats.sequence import OPEN, Interval, Watch, at_the_cap, within

BLOCK = 100


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

    def draw(self, rng: np.random.Generator, n_streams: int) -> np.ndarray:
        """How often each value comes in a block of deals, shape (streams, values)."""
        return rng.multinomial(BLOCK, self.chances, n_streams)

    def sums(self, counts: np.ndarray) -> np.ndarray:
        """Sums of the first three powers of the values that came, shape (3, streams)."""
        return np.stack([counts @ np.array(self.values) ** power for power in (1, 2, 3)])


SYMMETRIC = Law((-1.0, 0.0, 1.0), (0.3, 0.4, 0.3))
LOSES_RARELY = Law((-1.0, 0.0), (0.0209, 0.9791)).moved(0.0)  # skewness -6.7
DIFFERS_RARELY = Law((-1.0, 0.0, 1.0), (0.002, 0.996, 0.002))
LOSES_HARDLY_EVER = Law((-1.0, 0.0, 0.002), (0.002, 0.5, 0.498)).moved(0.0)
# One deal in a thousand is worth 1, the others next to nothing.
SWINGS = Law((1.0, -0.0001, 0.0001), (0.001, 0.4995, 0.4995))
LAWS = {"symmetric": SYMMETRIC, "skew": LOSES_RARELY, "rare": DIFFERS_RARELY}


@dataclass(frozen=True)
class Seen:
    """What became of the streams, arrays over them. excluded: whether zero was ever outside the running interval;
    peeked: whether |z| > 1.96 at any look.
    """

    verdict: np.ndarray
    deals: np.ndarray
    known: Interval
    excluded: np.ndarray
    peeked: np.ndarray


def watch_streams(watch: Watch, law: Law, n_streams: int, cap: int, seed: Any, truth: float = 0.0) -> Seen:
    """Watch streams with a look every block from 1,000 deals to the cap; from the first block with an exact sequence,
    which is looked at after each of the first ten blocks and then after one in ten.
    """
    rng = np.random.default_rng(seed)
    counts, verdict, deals = (
        np.zeros((n_streams, len(law.values)), np.int64),
        np.full(n_streams, OPEN),
        np.full(n_streams, cap),
    )
    exact = known = Interval(*np.full((2, n_streams), np.array(watch.widest)[:, None]))
    excluded = peeked = np.zeros(n_streams, bool)
    for n in range(BLOCK, cap + 1, BLOCK):
        counts = counts + law.draw(rng, n_streams)
        if n < 1000 and not watch.exact:
            continue
        seen = moments(n, *law.sums(counts))
        known = watch.tighten(known, seen)
        says = watch.judge(known, seen)
        if watch.exact and (n <= 10 * BLOCK or n % (10 * BLOCK) == 0):
            exact = watch.bet(exact, np.array(law.values), counts)
            known = within(known, exact)
            says = watch.judge(known, seen)
            says = np.where(says == OPEN, watch.says(exact), says)
        result = np.where(verdict == OPEN, says, verdict)
        deals = np.where((verdict == OPEN) & (result != OPEN), n, deals)
        verdict = result
        excluded = excluded | (known.low > truth) | (known.high < truth)
        peeked = peeked | (np.abs(seen.mean - truth) * np.sqrt(n) > 1.96 * np.maximum(seen.sd, 1e-300))
    return Seen(np.where(verdict == OPEN, at_the_cap(known), verdict), deals, known, excluded, peeked)


class Unguarded(Watch):
    """The same without its guards: what the checks must catch."""

    def is_guarded(self, seen: Moments) -> Any:
        return seen.sd > 0

    @property
    def unseen(self) -> float:
        return 0.0
