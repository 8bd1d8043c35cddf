"""Where candidates are tried: a player among given opponents, its score on each deal, and a race of several players on
the same deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Protocol

import numpy as np

from knotlab.analysis.duels.designs import Lineup, play_block
from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.stats.moments import moments_of
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.stats.sequence import NO_DIFFERENCE, Interval, Watch, looks, planned_deals
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.playing.match import play_numbered
from knotlab.sim.playing.players import Player

CHUNK_GAMES = 4000


class DealScores(Protocol):
    """Anything that gives a player's score on each deal: whole numbers, + is good, to be divided by `unit`."""

    @property
    def unit(self) -> int: ...

    @property
    def games(self) -> int: ...

    def scores(self, player: Player, purpose: str, deals: np.ndarray) -> np.ndarray: ...


@dataclass(frozen=True)
class Arena:
    """A table at which candidates play; each deal is played in all its rotations.

    base: game, rules and seed. If it has a match, matches take the place of games, and the metric refers to places in
    them. opponents: groups of opponents, which take turns by deal.
    """

    base: Job
    opponents: tuple[tuple[Player, ...], ...]
    metric: Metric

    @property
    def games(self) -> int:
        """Games on each deal."""
        return len(self.base.players)

    @property
    def unit(self) -> int:
        """The number that turns a whole-number score into the mean payoff over the deal's games."""
        return UNIT * self.games * self.metric.divisor(self.games)

    def lineup(self, player: Player, group: int, purpose: str) -> Lineup:
        """The player among one group of opponents."""
        job = replace(self.base, players=(player, *self.opponents[group]), purpose=purpose)
        return Lineup(job, (1, *[0] * (self.games - 1)), tuple(range(self.games)))

    def compile(self, player: Player) -> None:
        """Compile everything that will be played, before it is distributed to processes."""
        compile_ahead(*(self.lineup(player, group, "play").job for group in range(len(self.opponents))))

    def scores(self, player: Player, purpose: str, deals: np.ndarray) -> np.ndarray:
        """A player's score on each of the numbered deals, over all seats; shape (deals,)."""
        scores = np.zeros(len(deals), np.int64)
        for group in range(len(self.opponents)):
            rows = np.flatnonzero(deals % len(self.opponents) == group)
            lineup = self.lineup(player, group, purpose)
            if len(rows) and self.base.match:
                scores[rows] = self._in_matches(lineup.job, deals[rows])
            elif len(rows):
                rotations = np.broadcast_to(np.array(lineup.rotations), (len(rows), self.games))
                scores[rows] = play_block(lineup, deals[rows], rotations).numbers(self.metric).sum(axis=1)
        return scores

    def _in_matches(self, job: Job, deals: np.ndarray) -> np.ndarray:
        """The score of a job's first player in the matches that begin on the given deals, over all seats; shape
        (deals,).
        """
        index = job.game_of(deals[:, None], np.arange(self.games)).ravel()
        places = play_numbered(job, index).places.astype(np.int64)
        paid = self.metric.factor * self.metric.payoff(places).value[:, 0]
        return np.asarray(paid.reshape(len(deals), self.games).sum(axis=1))


def all_scores(
    scoring: DealScores, players: Sequence[Player], purpose: str, first: int, count: int, workers: int | None = None
) -> np.ndarray:
    """The scores of several players on the same consecutive deals.

    purpose: the purpose of the deals, part of their address. first, count: the first deal and the number of deals.
    Returns an array of shape (deals, players).
    """
    size = max(1, CHUNK_GAMES // scoring.games)
    pieces = [np.arange(start, min(start + size, first + count)) for start in range(first, first + count, size)]
    tasks = [(player, purpose, deals) for player in players for deals in pieces]
    return np.concatenate(list(fan_out(scoring.scores, tasks, workers))).reshape(len(players), count).T


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
    scoring: DealScores, players: Sequence[Player], margin: float, reach: float | None, cap: int, workers: int
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
            all_scores(scoring, [players[i] for i in alive], "select", len(seen), len(more), workers) / scoring.unit
        )
        seen = np.concatenate([seen, more])
        watch = watch or _watch(seen, margin, reach, len(pairs))
        settled = {}
        for i, j in (pair for pair in pairs if set(pair) <= set(alive)):
            pair_moments = moments_of(seen[:, i] - seen[:, j])
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
