"""D of a cell's deals, whatever its experiment is: what the stages of a tip need of it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.stats.rounds import PilotedCell as RoundCell

LEAST_IN_PLAY = 0.01  # share of deals; below it nothing was tried, unless the pilot went on
LEAST_CASES = 100  # deals with a case, in a pilot that goes on until it has enough of them


@dataclass(frozen=True, eq=False)
class Sampler:
    """Deals of a cell, one after another.

    pilot: what was seen in advance. reach: the largest |D| that is possible, or that the pilot saw. is_bounded: whether
    the reach is a bound. cycle: after how many deals all line-ups, and all rotations that are played by turns, have
    come as often. draw: d of `count` deals from deal `first` on, of shape (count,). draw_won: where D is about games
    lost among three or more: D of some deals, and the same in games won.
    """

    pilot: Pilot
    reach: float
    is_bounded: bool
    games: int
    cycle: int
    draw: Callable[[int, int], np.ndarray]
    draw_won: Callable[[int, int], tuple[np.ndarray, np.ndarray]] | None = None

    @property
    def is_tried(self) -> bool:
        """Whether enough deals have a case, or come out differently, to say anything."""
        pilot = self.pilot
        has_cases = pilot.in_play >= LEAST_IN_PLAY or pilot.in_play * pilot.deals >= LEAST_CASES
        return has_cases and (pilot.sd > 0 or self.is_bounded)

    def for_rounds(self) -> RoundCell:
        """What is known of it before the first round."""
        return RoundCell(self.pilot.sd, self.pilot.skewness, self.reach, self.games, self.cycle)
