"""A race: players on the same deals, with confidence sequences, until one is left or those left do not differ
by what matters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from knotlab.analysis.stats.moments import Moments, moments
from knotlab.analysis.stats.sequence import NO_DIFFERENCE, Interval, Watch, looks, planned_deals
from knotlab.analysis.tuning.arena import DealScores, all_scores
from knotlab.sim.playing.players import Player

ALPHA = 0.05


@dataclass(frozen=True)
class Race:
    """The outcome of a race.

    left: the players left at the end.
    """

    winner: int
    deals: int
    left: tuple[int, ...]
    means: tuple[float, ...]


def race(
    trial: DealScores, players: Sequence[Player], margin: float, reach: float | None, cap: int, workers: int
) -> Race:
    """Race players on deals of purpose `select`.

    A player is out once another is significantly better. Of those left, the one with the highest mean wins. All pairs
    are watched together at level 0.05.

    margin: the smallest difference that matters. reach: the largest possible difference on a deal; None for the largest
    of the first look. cap: the maximum number of deals.
    """
    if len(players) == 1:
        return Race(0, 0, (0,), (float("nan"),))
    alive = list(range(len(players)))
    pairs = list(combinations(alive, 2))
    seen = np.zeros((0, len(players)))
    known: dict[tuple[int, int], Interval] = {}
    watch = None
    means = np.full(len(players), np.nan)
    for n in looks(cap):
        more = np.full((n - len(seen), len(players)), np.nan)
        more[:, alive] = (
            all_scores(trial, [players[i] for i in alive], "select", len(seen), len(more), workers) / trial.unit
        )
        seen = np.concatenate([seen, more])
        watch = watch or _watch(seen, margin, reach, len(pairs))
        settled = {}
        for i, j in (pair for pair in pairs if set(pair) <= set(alive)):
            pair_moments = _moments(seen[:, i] - seen[:, j])
            known[i, j] = watch.tighten(known.get((i, j), watch.widest), pair_moments)
            settled[i, j] = int(watch.judge(known[i, j], pair_moments)) == NO_DIFFERENCE
        means[alive] = seen[:, alive].mean(axis=0)
        beaten = {j if known[i, j].low > 0 else i for i, j in settled if known[i, j].low > 0 or known[i, j].high < 0}
        alive = [i for i in alive if i not in beaten]
        if len(alive) == 1 or all(settled[pair] for pair in combinations(alive, 2)):
            break
    return Race(max(alive, key=lambda i: means[i]), len(seen), tuple(alive), tuple(map(float, means)))


def _watch(seen: np.ndarray, margin: float, reach: float | None, n_pairs: int) -> Watch:
    """How pairs are watched, planned from the first look."""
    differences = [seen[:, i] - seen[:, j] for i, j in combinations(range(seen.shape[1]), 2)]
    widest = max(float(np.abs(difference).max()) for difference in differences)
    spread = max(float(difference.std()) for difference in differences)
    alpha = ALPHA / n_pairs
    return Watch(margin, alpha, max(reach or widest, margin), planned_deals(max(spread, margin), margin, alpha))


def _moments(numbers: np.ndarray) -> Moments:
    return moments(len(numbers), numbers.sum(), (numbers**2).sum(), (numbers**3).sum())
