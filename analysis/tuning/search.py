"""Searching with CMA-ES: many generations, each on fresh deals that all its candidates share.

Hansen, "The CMA evolution strategy: a tutorial" (2016), with the package `cmaes`. Every other restart uses
learning-rate adaptation for noisy scores (Nomura, Akimoto and Ono, GECCO 2023), which is steadier but needs more games;
which of the two does better depends on how far apart the scores are. The result of a search is the mean of its
distribution, never its luckiest candidate.
"""

from typing import NamedTuple

import numpy as np
from cmaes import CMA

from knotlab.analysis.tuning.arena import Trial
from knotlab.analysis.tuning.space import Space
from knotlab.sim.players import Player

NEAR, FAR = 0.05, 0.15  # initial spread of a search that starts at the incumbent, and of others; bounds are 0 and 1
N_NEAR = 2


class SearchSize(NamedTuple):
    """How large a search is.

    Attributes
    ----------
    restarts : int
    generations : int
        The generations of each restart.
    deals : int
        The deals that each candidate plays.
    """

    restarts: int
    generations: int
    deals: int


def candidates(n_dials: int) -> int:
    """The number of candidates in a generation: half as many again as is usual without noise.

    Parameters
    ----------
    n_dials : int
        The number of parameters.

    Returns
    -------
    int
    """
    return int(1.5 * (4 + 3 * np.log(n_dials)))


class Search:
    """One of the restarts: a distribution over the unit cube and its history.

    The first restart begins at the incumbent, the second at the defaults, the others half way from the incumbent to a
    uniformly drawn point.

    Parameters
    ----------
    space : Space
    defaults : Player
    restart : int
        The number of this restart, from 0.
    size : SearchSize
    seed : int

    Attributes
    ----------
    gains : list of float
        For each generation, the mean gain of its candidates over the incumbent on the same deals.
    best : float
        The largest gain of any candidate so far.
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

    def play(self, trial: Trial, generations: int) -> np.ndarray:
        """Play a number of generations and return their candidates' gains, shape (generations, candidates)."""
        return np.array([self.tell(self._gains(trial, self.ask(), self.deals())) for _ in range(generations)])

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

    def _gains(self, trial: Trial, points: list[np.ndarray], deals: np.ndarray) -> np.ndarray:
        """The mean gain of each candidate over the incumbent on the generation's deals."""
        base = trial.scores(self.space.player, "tune", deals).sum()
        totals = [
            sum(trial.scores(player, "tune", deals[rows]).sum() for player, rows in self.space.by_deal(point, deals))
            for point in points
        ]
        return np.asarray((np.array(totals) - base) / (len(deals) * trial.unit))

    @property
    def result(self) -> Player:
        """The player at the mean of the distribution."""
        return self.space.rounded(np.clip(self.cma.mean, 0.0, 1.0))
