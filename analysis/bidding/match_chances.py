"""Twyst: the chance to win a match to a target (TY-7), by the four totals and who deals.

Deals of a table are played once. A match from certain totals on is a row of these deals drawn at random, whose scores
are added up until somebody has reached the target. Every order of totals on a grid is such a start.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.match_kernels import LOWEST, STEP, simulator
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.play import make_job
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.job import compile_ahead, play_numbers

SPREAD = 1.96
DEALS = 100_000  # played, from which those of matches are drawn
MATCHES = 200  # from each order of totals


@dataclass(frozen=True)
class Chances:
    """The chances to win a match, from totals on a grid.

    target: points that end the match. share (float array of shape (n, n, n, n, 4)): by the totals of seats 0 to 3 as
    places on the grid, the share of matches that each seat wins; seat 0 is the eldest of the next deal. Equal totals at
    the end share the match. matches: how many matches each of these numbers rests on, those of equal standing taken
    together.
    """

    target: int
    share: np.ndarray
    matches: int

    @property
    def grid(self) -> np.ndarray:
        """The totals of the grid."""
        return grid_of(self.target)

    def of(self, own: int, others: Sequence[int]) -> tuple[float, float, float]:
        """The chance of a player to win, whoever deals, and the ends of its 95% interval.

        own: the player's total, one of the grid. others: the others' totals, of the grid.
        """
        places = np.searchsorted(self.grid, [own, *others])
        value = float(np.mean([self.share[tuple(np.roll(places, seat))][seat] for seat in range(SEATS)]))
        error = SPREAD * np.sqrt(value * (1.0 - value) / (SEATS * self.matches))
        return value, max(value - error, 0.0), min(value + error, 1.0)

    def to_pandas(self) -> pd.DataFrame:
        """A row for each own total and each total of the best of the others, the two other players being 100 points
        behind that one (or at the grid's lower end): the chance, and the ends of its 95% interval.
        """
        rows = []
        for own, best in product(self.grid[::2], self.grid[::2]):
            behind = max(int(best) - 100, LOWEST)
            value, low, high = self.of(int(own), (int(best), behind, behind))
            rows.append({"own": int(own), "best": int(best), "chance": value, "low": low, "high": high})
        return pd.DataFrame(rows)


def grid_of(target: int) -> np.ndarray:
    """The totals from which matches are simulated."""
    return np.arange(LOWEST, target, STEP)


def scores_of(players: Sequence[str], deals: int, seed: int, first: int = 0) -> np.ndarray:
    """Play some deals, each once.

    players: spellings of the players of seats 0 to 3. first: the number of the first deal. Returns int array of shape
    (deals, 4): the scores by seat, in points.
    """
    job = make_job("twyst", list(players), seed=seed, fixed_seats=True)
    compile_ahead(job)
    scores: np.ndarray = play_numbers(job, np.arange(first, first + deals))["score"][:, :SEATS].astype(np.int64)
    return scores


def chances(
    bidder: str = "threshold", player: str = "champion", *, target: int = 500, seed: int = DEFAULT_SEED
) -> Chances:
    """Simulate matches from every order of totals on a grid.

    bidder, player: who bids, and who plays the cards, in all four seats. target: points that end a match. seed: of the
    deals and of the lots. Returns the chances, smoothed: what must be alike is taken together (`smooth`).
    """
    grid, scores = grid_of(target), scores_of([f"{bidder}+{player}"] * SEATS, DEALS, seed)
    won = np.zeros((len(grid),) * SEATS + (SEATS,))
    simulator()(seed % 2**32, scores, grid, target, MATCHES, won)
    return Chances(target, smooth(won / MATCHES), MATCHES * 6)


def smooth(share: np.ndarray) -> np.ndarray:
    """Take together what must be alike: the order in which the others sit makes no difference, but for what a seat is
    worth by itself.

    The chance of a player with some total against three others is the mean over the orders in which these sit. What his
    own seat adds to it is the mean over all totals of the others, so that it rests on many matches.

    share (float array of shape (n, n, n, n, 4)): as simulated, by totals of seats 0 to 3 and seat.
    """
    by_seat = []
    for seat in range(SEATS):
        own_first = np.moveaxis(share[..., seat], seat, 0)  # own total, then the others'
        orders = [own_first.transpose(0, *order) for order in permutations((1, 2, 3))]
        by_seat.append(np.mean(orders, axis=0))
    alike = np.mean(by_seat, axis=0)
    smoothed = np.empty_like(share)
    for seat in range(SEATS):
        extra = (by_seat[seat] - alike).mean(axis=(1, 2, 3), keepdims=True)
        smoothed[..., seat] = np.moveaxis(np.clip(alike + extra, 0.0, 1.0), 0, seat)
    smoothed /= smoothed.sum(axis=-1, keepdims=True)
    return smoothed
