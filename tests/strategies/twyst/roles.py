"""What a way of playing is worth in each role: the same deals and the same bids, one seat's player changed.

A role is a player's contract, or `against` the contracts of others. A player's worth in a deal are his points less the
mean of the others', so that those who play against a soloist, and score nothing themselves, have something to win too.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from knotlab.analysis.runs.play import make_job
from knotlab.sim.games.twyst.state import CONTRACTS, SEATS
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.traced import play_traced


class Gain(NamedTuple):
    """How much one player is ahead of another in a role: the mean, its standard error over deals, and the number of
    seats.
    """

    mean: float
    error: float
    n: int


def gains(player: str, other: str, bidders: Sequence[str], n_deals: int, seed: int) -> dict[str, Gain]:
    """By role, how much better one player does than another, among three that play as `solid`; so many deals with each
    bidder on all seats.
    """
    roles = np.concatenate([roles_of(bidder, n_deals, seed + i) for i, bidder in enumerate(bidders)])
    of_player, of_other = (
        np.concatenate([worth(who, bidder, n_deals, seed + i) for i, bidder in enumerate(bidders)])
        for who in (player, other)
    )
    return {str(role): gain(of_player - of_other, roles == role) for role in np.unique(roles)}


def gain(differences: np.ndarray, there: np.ndarray) -> Gain:
    """The mean of the differences, shape (deals, seats), on the seats that have a role: a ratio of sums by deal, its
    error by the delta method.
    """
    n, by_deal = there.sum(axis=1), (differences * there).sum(axis=1)
    mean = by_deal.sum() / n.sum()
    return Gain(float(mean), float(np.sqrt(((by_deal - mean * n) ** 2).sum()) / n.sum()), int(n.sum()))


def roles_of(bidder: str, n_deals: int, seed: int) -> np.ndarray:
    """The role of each seat if all bid alike, shape (deals, seats)."""
    job = make_job("twyst", [f"{bidder}+random"] * SEATS, seed=seed, fixed_seats=True)
    contracts = [play_traced(job, deal).states.views[0].contracts.tolist() for deal in range(n_deals)]
    return np.array([[_role(contract, row) for contract in row] for row in contracts])


def _role(contract: int, contracts: Sequence[int]) -> str:
    return (
        CONTRACTS[contract]
        if contract >= 0
        else "against " + " and ".join(sorted({CONTRACTS[each] for each in contracts if each >= 0}))
    )


def worth(player: str, bidder: str, n_deals: int, seed: int) -> np.ndarray:
    """A player's points less the mean of the others', by the seat that he has, shape (deals, seats)."""
    job = make_job("twyst", [f"{bidder}+{player}"] + [f"{bidder}+solid"] * 3, seed=seed)
    points = play_games(job, 0, SEATS * n_deals)["score"][:, :SEATS].reshape(n_deals, SEATS, SEATS).astype(float)
    result = np.zeros((n_deals, SEATS))
    for rotation in range(SEATS):
        seat = -rotation % SEATS
        own = points[:, rotation, seat]
        result[:, seat] = own - (points[:, rotation].sum(axis=1) - own) / 3
    return result
