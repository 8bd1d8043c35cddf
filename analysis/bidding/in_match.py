"""Twyst: what the scores of a deal are worth in a match (TY-7): the share of matches that a player wins after them.

The rest of a match is a row of deals drawn at random from some that the table played, as for the chances of
`match_chances`; for all ways to play a deal they are the same ones.
"""

from dataclasses import dataclass, replace

import numpy as np

from knotlab.analysis.bidding.match_kernels import NO_LIMIT, NO_TARGET, bidders_comparer, finisher
from knotlab.analysis.stats.estimate import Estimate, mean_of_values
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.protocol import Match

POOL = 20_000  # deals from which the rest of a match is drawn
TIMES = 16  # that the rest of a match is drawn after each deal
UNIT = 12 * TIMES  # of a share of matches, of which equal players may each have a part
GROUPS, MATCHES = 20, 2000  # of hands, each by itself, and of matches in each


@dataclass(frozen=True)
class InMatch:
    """A deal of a match.

    match: what ends it; its rounds, if it has a number of them, are those that are left, this deal among them. totals:
    points of seats 0 to 3 before the deal, of which seat 0 is the eldest. pool (int array of shape (deals, 4), or (4,
    deals, 4) by the seat after seat 0's that is the eldest then): scores, the eldest's first, of deals that the table
    played.
    """

    match: Match
    totals: tuple[int, ...]
    pool: np.ndarray

    def won(self, scores: np.ndarray, seat: int, seed: int, first: int) -> np.ndarray:
        """The share of matches that a seat wins after some deals.

        scores (int array of shape (deals, ways, 4)): by deal, by the way in which it was played, by seat. seed, first:
        of the lots, and the number of the first deal. Returns a float array of shape (deals, ways).
        """
        after = np.roll(scores.astype(np.int64) + np.array(self.totals), -1, axis=2)  # the next seat is the eldest
        left = NO_LIMIT if self.match.games is None else self.match.games - 1
        won = np.zeros(scores.shape[:2])
        finisher()(
            seed % 2**31 + first,
            np.ascontiguousarray(after),
            self.pool.reshape(-1, SEATS),
            self.pool.shape[-2],
            self.match.target or NO_TARGET,
            left,
            TIMES,
            (seat - 1) % SEATS,
            won,
        )
        return won


def in_match(job: Job, match: Match, totals: tuple[int, ...]) -> InMatch:
    """A deal of a match at a table; plays the deals that may follow.

    Raises InputError if the totals are not four, or one of them has reached the target.
    """
    if len(totals) != SEATS:
        raise InputError(f"--totals are the points of seats 0 to 3, four numbers, not {len(totals)}")
    if match.target is not None and max(totals) >= match.target:
        raise InputError(f"somebody has {max(totals)} points, and the match ended at {match.target}")
    eldest = range(1, SEATS + 1) if len(set(job.players)) > 1 else [0]  # of the next deals, one after another
    pools = []
    for first in eldest:
        players = tuple(job.players[(first + seat) % SEATS] for seat in range(SEATS))
        alone = replace(job, players=players, fixed_seats=True)
        compile_ahead(alone)
        pools.append(play_numbers(alone, np.arange(POOL))["score"][:, :SEATS].astype(np.int64))
    return InMatch(match, totals, np.squeeze(np.array(pools)))


def gain_in_matches(scores: np.ndarray, match: Match, seed: int) -> Estimate:
    """How many more of 100 matches a player wins who bids in one way than with another one, from 0 points on.

    scores (int array of shape (2, hands, deals, 4)): by way, by hand, by deal of the other hands: the scores of all
    seats; hand i sits in seat i mod 4. The hands are taken in groups, of which each plays matches with its own, so that
    the interval is over hands.
    """
    size = scores.shape[1] // GROUPS // SEATS * SEATS
    won = np.zeros((GROUPS, 2, MATCHES))
    for group in range(GROUPS):
        here = scores[:, group * size : (group + 1) * size]
        by_seat = np.stack([here[:, seat::SEATS].reshape(2, -1, SEATS) for seat in range(SEATS)], axis=1)
        limit = NO_LIMIT if match.games is None else match.games
        first = seed % 2**31 + group * MATCHES
        bidders_comparer()(first, np.ascontiguousarray(by_seat, np.int64), match.target or NO_TARGET, limit, won[group])
    return mean_of_values(100.0 * (won[:, 0] - won[:, 1]).mean(axis=1))
