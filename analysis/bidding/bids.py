"""Twyst: forced bids. On the same deals each of the thirteen cards is tried as one player's bid while the others bid by
their policy.

The scores of all possible bids of a hand, with the hand's measures, tell what any rule of bidding by these measures
would have scored. Measures: `strategies/twyst/_measures.py`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from knotlab.analysis.defaults import Progress, untold
from knotlab.sim.games.twyst.cards import ACE, DEUCE, JACK, N_RANKS, N_SUITS
from knotlab.sim.games.twyst.state import BID, BIDDING, SEATS
from knotlab.sim.kernels.branch_kernels import branch_kernel, stop_kernel
from knotlab.sim.playing import branch
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.strategies.twyst._measures import misere_danger, no_trump_tricks, trump_tricks

KINDS = ("ace", "court", "misere", "numeral")
COUNTED = "threshold"  # the bidder that counts by these measures
CHUNK = 250


class Thresholds(NamedTuple):
    """The parameters of the bidder `threshold`."""

    ace: float
    court: float
    misere: float
    numeral: float
    slope: float


@dataclass(frozen=True)
class Bids:
    """Hands with every bid tried: cards and scores of shape (hands, 13), tricks at no trump and danger (hands,), tricks
    by trump suit (hands, 4).
    """

    cards: np.ndarray
    scores: np.ndarray
    no_trump: np.ndarray
    danger: np.ndarray
    tricks: np.ndarray

    def __getitem__(self, rows: np.ndarray | slice) -> "Bids":
        return Bids(*(values[rows] for values in (self.cards, self.scores, self.no_trump, self.danger, self.tricks)))

    def __len__(self) -> int:
        return len(self.cards)

    @classmethod
    def untried(cls, hands: Sequence[int]) -> "Bids":
        """Hands, as sets of cards, of which no bid was tried: all scores are 0."""
        return cls(bid_moves(np.array(hands))[..., 1], np.zeros((len(hands), N_RANKS)), *measures_of(hands))

    @property
    def kinds(self) -> np.ndarray:
        """The kind of each card as a bid, a number in `KINDS`; shape (hands, 13)."""
        rank = self.cards % N_RANKS
        return np.select([rank == ACE, rank >= JACK, rank == DEUCE], [0, 1, 2], 3)

    @property
    def measures(self) -> np.ndarray:
        """What each card's bid is judged by: tricks at no trump, tricks with its suit as trump, danger, tricks; shape
        (hands, 13).
        """
        own = np.take_along_axis(self.tricks, self.cards // N_RANKS, axis=1)
        return np.select([self.kinds == 0, self.kinds == 2], [self.no_trump[:, None], self.danger[:, None]], own)

    def chosen(self, thresholds: Thresholds) -> np.ndarray:
        """The number of the card that `threshold` shows with each hand, shape (hands,); of equals the first."""
        kinds, measures, rank = self.kinds, self.measures, self.cards % N_RANKS
        margin = np.select(
            [kinds == 0, kinds == 1, kinds == 2],
            [measures - thresholds.ace, measures - thresholds.court, thresholds.misere - measures],
        )
        worth = np.select([kinds == 0, kinds == 1, kinds == 2], [3000.0, 2000.0, 1000.0])
        solo = np.where(margin >= 0, worth, -1000.0) + 10.0 * margin + (kinds == 1) * rank / 100.0
        numeral = 20.0 * measures - np.abs(rank + 2.0 - (thresholds.numeral + thresholds.slope * (measures - 4.0)))
        return np.asarray(np.argmax(np.where(kinds == 3, numeral, solo), axis=1))

    def score(self, thresholds: Thresholds) -> np.ndarray:
        """What bidding by these thresholds scores with each hand, shape (hands,)."""
        return np.asarray(self.scores[np.arange(len(self)), self.chosen(thresholds)])


def force_bids(job: Job, first: int, count: int, workers: int | None = None, on_progress: Progress = untold) -> Bids:
    """Try every bid of player 0 on some deals, one seat after another.

    job: four players, of whom only the others' bids count for the scores. first: the number of the first deal. Returns
    one row per deal.
    """
    compile_ahead(job)
    stop_kernel(job.game, False), branch_kernel(job.game, False)
    tasks = [(job, np.arange(start, min(start + CHUNK, first + count))) for start in range(first, first + count, CHUNK)]
    pieces = []
    for piece in fan_out(force, tasks, workers):
        pieces.append(piece)
        on_progress(len(piece[0]))
    return Bids(*(np.concatenate(column) for column in zip(*pieces, strict=True)))


def positions(job: Job, deals: np.ndarray) -> branch.Positions:
    """Each deal before player 0 bids, who sits on seat (deal mod 4)."""
    seats = deals % SEATS
    starts = branch.positions(job, deals * SEATS + (-seats) % SEATS, seats)
    assert (starts.views["decision"] == BIDDING).all() and (starts.views["seat"] == seats).all()
    return starts


def bid_moves(hands: np.ndarray) -> np.ndarray:
    """All bids of some hands in listed order, shape (hands, 13, numbers of a move)."""
    cards = np.array([[card for card in range(N_RANKS * N_SUITS) if int(hand) >> card & 1] for hand in hands])
    moves = np.full((*cards.shape, 3), -1, np.int64)
    moves[..., 0], moves[..., 1] = BID, cards
    return moves


def force(job: Job, deals: np.ndarray) -> tuple[np.ndarray, ...]:
    """The columns of `Bids` for some deals."""
    start = positions(job, deals)
    hands = start.views["hand"]
    moves = bid_moves(hands)
    results = branch.play_branches(job, start, moves, 1)[:, :, 0]
    scores = results["score"][np.arange(len(deals)), :, start.views["seat"]].astype(float)
    return moves[..., 1], scores, *measures_of(map(int, hands))


def measures_of(hands: Iterable[int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Tricks at no trump and danger of some hands, sets of cards, and tricks by trump suit, shape (hands, 4)."""
    rows = [
        (no_trump_tricks(hand), misere_danger(hand), [trump_tricks(hand, suit) for suit in range(N_SUITS)])
        for hand in hands
    ]
    no_trump, danger, tricks = map(np.array, zip(*rows, strict=True))
    return no_trump, danger, tricks
