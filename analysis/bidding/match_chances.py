"""Twyst: the chance to win a match (TY-7), by the four totals, who deals, and the rounds that are left.

Deals of a table are played once. A match from certain totals on is a row of these deals drawn at random, whose scores
are added up until it ends. Every order of totals on a grid is such a start. If a number of rounds ends it, only the
differences of totals count; the one who leads is put at the grid's upper end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.match_kernels import LOWEST, NO_LIMIT, NO_TARGET, STEP, simulator
from knotlab.analysis.defaults import MATCH_TARGET
from knotlab.analysis.runs.play import Table
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.job import compile_ahead
from knotlab.sim.protocol import Match

SPREAD = 1.96
DEALS = 100_000  # played, from which those of matches are drawn
MATCHES = 200  # from each order of totals
BEHIND = 100  # points that two of the others are behind the best of them, in tables
LEADS = range(-300, 301, 100)
TO_500 = Match(MATCH_TARGET)
PLAIN = Table("twyst")


class Standing(NamedTuple):
    """A line of a table: its columns, one's own total, and those of the others in order after one's seat."""

    columns: dict[str, int]
    own: int
    others: tuple[int, int, int]


@dataclass(frozen=True)
class Chances:
    """The chances to win a match, from totals on a grid.

    match: what ends it; its rounds, if it has a number of them, are those that are left. share (float array of shape
    (n, n, n, n, 4)): by the totals of seats 0 to 3 as places on the grid, the share of matches that each seat wins;
    seat 0 is the eldest of the next deal. Equal totals at the end share the match. matches: how many matches each of
    these numbers rests on, those of equal standing taken together.
    """

    match: Match
    share: np.ndarray
    matches: int

    @property
    def grid(self) -> np.ndarray:
        """The totals of the grid."""
        return grid_of(self.match)

    def of(self, own: int, others: Sequence[int]) -> tuple[float, float, float]:
        """The chance of a player to win, whoever deals, and the ends of its 95% interval.

        own: the player's total, one of the grid. others: the others' totals, of the grid.
        """
        places = np.searchsorted(self.grid, [own, *others])
        value = float(np.mean([self.share[tuple(np.roll(places, seat))][seat] for seat in range(SEATS)]))
        error = SPREAD * np.sqrt(value * (1.0 - value) / (SEATS * self.matches))
        return value, max(value - error, 0.0), min(value + error, 1.0)

    def to_pandas(self) -> pd.DataFrame:
        """A row for each standing: the chance, and the ends of its 95% interval."""
        rows = []
        for columns, own, others in standings(self.match):
            value, low, high = self.of(own, others)
            rows.append(columns | {"chance": value, "low": low, "high": high})
        return pd.DataFrame(rows)


def grid_of(match: Match) -> np.ndarray:
    """The totals from which matches are simulated."""
    return np.arange(LOWEST, match.target or MATCH_TARGET, STEP)


def standings(match: Match) -> Iterator[Standing]:
    """The lines of a table: of a match to a target, each own total and each total of the best of the others; of a match
    over rounds, one's lead over that one. The two other players are 100 points behind him (or at the grid's lower end).
    """
    grid = grid_of(match)
    if match.games is None:
        for own, best in product(grid[::2].tolist(), grid[::2].tolist()):
            behind = max(best - BEHIND, LOWEST)
            yield Standing({"own": own, "best": best}, own, (best, behind, behind))
    else:
        top = int(grid[-1])
        for lead in LEADS:
            best = top - max(lead, 0)
            yield Standing({"left": match.games, "lead": lead}, best + lead, (best, best - BEHIND, best - BEHIND))


def scores_of(players: Sequence[str], deals: int, table: Table) -> np.ndarray:
    """Play some deals, each once.

    players: spellings of the players of seats 0 to 3. table: with the seed of the deals. Returns int array of shape
    (deals, 4): the scores by seat, in points.
    """
    job = table.job(players, fixed_seats=True)
    compile_ahead(job)
    scores: np.ndarray = play_numbers(job, np.arange(deals))["score"][:, :SEATS].astype(np.int64)
    return scores


def chances(
    bidder: str = "threshold",
    player: str = "champion",
    *,
    match: Match = TO_500,
    table: Table = PLAIN,
) -> tuple[Chances, ...]:
    """Simulate matches from every order of totals on a grid.

    bidder, player: who bids, and who plays the cards, in all four seats. match: what ends it. table: with the seed of
    the deals and of the lots. Returns the chances, smoothed: what must be alike is taken together (`smooth`). Of a
    match over rounds there are some for each number of rounds that may be left, from one on.
    """
    grid, scores = grid_of(match), scores_of([f"{bidder}+{player}"] * SEATS, DEALS, table)
    found = []
    for left in [NO_LIMIT] if match.games is None else range(1, match.games + 1):
        won = np.zeros((len(grid),) * SEATS + (SEATS,))
        simulator()(table.seed % 2**32, scores, grid, match.target or NO_TARGET, left, MATCHES, won)
        here = match if left == NO_LIMIT else Match(games=left)
        found.append(Chances(here, smooth(won / MATCHES), MATCHES * 6))
    return tuple(found)


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
