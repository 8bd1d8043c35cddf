"""Searching with CMA-ES: many generations of fresh deals, the same deals for all candidates of a generation.

Hansen, "The CMA evolution strategy: a tutorial" (2016), by the package `cmaes`; every other restart with learning-rate
adaptation for noisy scores (Nomura, Akimoto and Ono, GECCO 2023), which is steadier but needs more games: which of the
two does better depends on how far scores are apart. What a search has found is the mean of its distribution, never its
luckiest candidate.
"""

from typing import NamedTuple

import numpy as np
from cmaes import CMA

from knotlab.analysis.tuning.arena import Trial
from knotlab.analysis.tuning.space import Space
from knotlab.sim.players import Player

NEAR, FAR = 0.05, 0.15  # first spread of a search that starts at the incumbent, and elsewhere; bounds are 0 and 1
N_NEAR = 2


class Plan(NamedTuple):
    """How large a search is: restarts, generations of each, deals for each candidate."""

    restarts: int
    generations: int
    deals: int


def candidates(n_dials: int) -> int:
    """Candidates of a generation: half as many again as without noise."""
    return int(1.5 * (4 + 3 * np.log(n_dials)))


class Search:
    """One of the restarts: a distribution over the unit cube, and how it has gone.

    The first starts at the incumbent, the second at the defaults, the others half way from the incumbent to a point
    drawn uniformly. gains: mean gain of the generation's candidates over the incumbent on the same deals; best: the
    greatest gain of any candidate so far.
    """

    def __init__(self, space: Space, defaults: Player, restart: int, plan: Plan, seed: int) -> None:
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
        self.space, self.restart, self.plan = space, restart, plan
        self.gains: list[float] = []
        self.best = -np.inf

    def deals(self) -> np.ndarray:
        """The deals of the generation to come, which no other generation of any restart has."""
        number = len(self.gains) * self.plan.restarts + self.restart
        return np.arange(number * self.plan.deals, (number + 1) * self.plan.deals)

    def play(self, trial: Trial, generations: int) -> np.ndarray:
        """Go through some generations; the gains of their candidates, shape (generations, candidates)."""
        return np.array([self.tell(self._gains(trial, self.ask(), self.deals())) for _ in range(generations)])

    def replay(self, gains: np.ndarray) -> None:
        """Go through generations whose gains are known."""
        for row in gains:
            self.ask()
            self.tell(row)

    def ask(self) -> list[np.ndarray]:
        """The generation's candidates."""
        self.asked = [self.cma.ask() for _ in range(candidates(len(self.space.dials)))]
        return self.asked

    def tell(self, gains: np.ndarray) -> np.ndarray:
        """Learn from the gains of the candidates."""
        self.cma.tell([(point, -gain) for point, gain in zip(self.asked, gains, strict=True)])
        self.gains.append(float(np.mean(gains)))
        self.best = max(self.best, float(np.max(gains)))
        return gains

    def _gains(self, trial: Trial, points: list[np.ndarray], deals: np.ndarray) -> np.ndarray:
        """What each candidate gets above the incumbent, on average over the generation's deals."""
        base = trial.scores(self.space.player, "tune", deals).sum()
        totals = [
            sum(trial.scores(player, "tune", deals[rows]).sum() for player, rows in self.space.by_deal(point, deals))
            for point in points
        ]
        return np.asarray((np.array(totals) - base) / (len(deals) * trial.unit))

    @property
    def found(self) -> Player:
        """The player at the mean of the distribution."""
        return self.space.rounded(np.clip(self.cma.mean, 0.0, 1.0))
