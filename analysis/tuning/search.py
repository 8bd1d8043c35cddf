"""Searching with CMA-ES: many generations, each on fresh deals that all its candidates share.

Hansen, "The CMA evolution strategy: a tutorial" (2016), with the package `cmaes`. Every other restart uses
learning-rate adaptation for noisy scores (Nomura, Akimoto and Ono, GECCO 2023), which is steadier but needs more games;
which of the two does better depends on how far apart the scores are. The result of a search is the mean of its
distribution, never its luckiest candidate.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from cmaes import CMA

from knotlab.analysis.tuning.arena import DealScores
from knotlab.analysis.tuning.space import Space
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.players import Player

NEAR, FAR = 0.05, 0.15  # initial spread of a search that starts at the incumbent, and of others; bounds are 0 and 1
N_NEAR = 2

Parts = list[tuple[Player, np.ndarray]]  # players, and the deals that each of them plays


class SearchSize(NamedTuple):
    """How large a search is.

    generations: the generations of each restart. deals: the deals that each candidate plays.
    """

    restarts: int
    generations: int
    deals: int


def candidates(n_dials: int) -> int:
    """The number of candidates in a generation: half as many again as is usual without noise."""
    return int(1.5 * (4 + 3 * np.log(n_dials)))


class Restart:
    """One of the restarts: a distribution over the unit cube and its history.

    The first restart begins at the incumbent, the second at the defaults, the others half way from the incumbent to a
    uniformly drawn point.

    restart: the number of this restart, from 0. gains: for each generation, the mean gain of its candidates over the
    incumbent on the same deals. best: the largest gain of any candidate so far.
    """

    def __init__(self, space: Space, defaults: Player, restart: int, size: SearchSize, seed: int) -> None:
        words = np.random.SeedSequence([seed, restart])
        start = np.clip(space.point(defaults if restart == 1 else space.player), 0.0, 1.0)
        if restart >= N_NEAR:
            start = (start + np.random.default_rng(words).random(len(start))) / 2
        bounds = np.tile([0.0, 1.0], (len(start), 1))
        spread, adapts = NEAR if restart < N_NEAR else FAR, restart % 2 == 1
        self.cma = CMA(
            start,
            spread,
            bounds=bounds,
            seed=int(words.generate_state(1)[0]),
            population_size=candidates(len(start)),
            lr_adapt=adapts,
        )
        self.space, self.restart, self.size = space, restart, size
        self.gains: list[float] = []
        self.best = -np.inf

    def deals(self) -> np.ndarray:
        """The deals of the next generation, which no other generation of any restart uses."""
        number = len(self.gains) * self.size.restarts + self.restart
        return np.arange(number * self.size.deals, (number + 1) * self.size.deals)

    def replay(self, gains: np.ndarray) -> None:
        """Repeat generations whose gains are known."""
        for row in gains:
            self.ask()
            self.tell(row)

    def ask(self) -> list[np.ndarray]:
        """The generation's candidates."""
        self.points = [self.cma.ask() for _ in range(candidates(len(self.space.dials)))]
        return self.points

    def tell(self, gains: np.ndarray) -> np.ndarray:
        """Learn from the gains of the candidates."""
        self.cma.tell([(point, -gain) for point, gain in zip(self.points, gains, strict=True)])
        self.gains.append(float(np.mean(gains)))
        self.best = max(self.best, float(np.max(gains)))
        return gains

    def tasks(self, trial: DealScores) -> list[tuple[DealScores, Parts]]:
        """What the next generation plays: the incumbent and each of its candidates on the same deals."""
        deals = self.deals()
        candidates_parts = [
            [(player, deals[rows]) for player, rows in self.space.by_deal(point, deals)] for point in self.ask()
        ]
        return [(trial, parts) for parts in ([(self.space.player, deals)], *candidates_parts)]

    def learn(self, trial: DealScores, totals: np.ndarray) -> np.ndarray:
        """Learn from the total scores of the incumbent and the candidates; the candidates' mean gains per deal."""
        return self.tell((totals[1:] - totals[0]) / (self.size.deals * trial.unit))

    @property
    def result(self) -> Player:
        """The player at the mean of the distribution."""
        return self.space.rounded(np.clip(self.cma.mean, 0.0, 1.0))


def play_generations(searches: Sequence[Restart], trial: DealScores, generations: int, workers: int) -> np.ndarray:
    """Play further generations of several searches.

    Games may be played on other machines; what they teach is learnt in this process. A search must not travel: `cmaes`
    leaves its random generator out of a pickle or a copy.

    searches: all of the same size. Returns the gains of all candidates, of shape (searches, generations, candidates).
    """
    return np.stack([_generation(searches, trial, workers) for _ in range(generations)], axis=1)


def _generation(searches: Sequence[Restart], trial: DealScores, workers: int) -> np.ndarray:
    """The gains of one generation of several searches, shape (searches, candidates)."""
    tasks = [task for search in searches for task in search.tasks(trial)]
    totals = np.array(list(fan_out(_total, tasks, workers))).reshape(len(searches), -1)
    return np.array([search.learn(trial, row) for search, row in zip(searches, totals, strict=True)])


def _total(trial: DealScores, parts: Parts) -> int:
    """The total score of a candidate, a player for each part of the deals."""
    return sum(trial.scores(player, "tune", deals).sum() for player, deals in parts)
