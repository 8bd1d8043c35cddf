"""Twyst: simple cards to bid by, fitted to hands on which every bid was tried."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.bidding.bids import Bids
from knotlab.analysis.bidding.card import (
    COUNTS,
    LENGTHS,
    NEVER,
    NUMBERS,
    BiddingCard,
    Column,
    Danger,
    Hands,
    first_suit,
)
from knotlab.analysis.defaults import Progress, untold
from knotlab.sim.games.twyst.cards import ACE, N_RANKS, TEN

UNIT = 2.0  # points of the game that one point of a numeral stands for
ROUNDS = 3
STEPS = (-2, -1, 1, 2)
OUT_OF_REACH = 999
HIGH_CARDS = (4, 3, 2, 1)
NO_DEUCE = Danger((3,), (1,), -1)


class Solos(NamedTuple):
    """What is counted for the bids of soloists: the weights of courts, and the limits of a deuce."""

    court: tuple[int, int]
    deuce: Danger


class Scheme(NamedTuple):
    """A kind of card: where its columns begin, what solos count (None: none is ever bid), and whether numerals count
    the length of their suit, its `honours` (top and middle cards), and what 8, 9 and 10 gain in a `long` suit.
    """

    name: str
    columns: tuple[int, ...] = (0,)
    solos: Solos | None = None
    lengths: bool = True
    honours: bool = False
    long: bool = False


# The kind of card that ships.
STANDARD_SCHEME = Scheme(
    "3 columns, solos, honours, long suits, four low cards",
    (0, 8, 12),
    Solos((5, 2), Danger((3, 5, 7, 9), (2, 2, 1, 1), 0)),
    honours=True,
    long=True,
)


class Tried(NamedTuple):
    """Hands with the score of each card as a bid, nan for cards that a hand has not; shape (hands, 4, 13)."""

    hands: Hands
    scores: np.ndarray


def tried_from(bids: Bids) -> Tried:
    """The scores of tried bids by suit and rank."""
    scores = np.full((len(bids), 4 * N_RANKS), np.nan, np.float32)
    np.put_along_axis(scores, bids.cards.astype(np.int64), bids.scores.astype(np.float32), axis=1)
    return Tried(Hands(bids.cards.astype(np.int64)), scores.reshape(-1, 4, N_RANKS))


def fit(scheme: Scheme, tried: Tried, on_progress: Progress = untold) -> BiddingCard:
    """The card of a scheme that scores most on some hands: numerals first, then the least that solos need."""
    points = tried.hands.points(HIGH_CARDS)
    column_of = np.searchsorted(scheme.columns[1:], points, side="right")
    columns = []
    for number, least in enumerate(scheme.columns):
        columns.append(fit_column(scheme, least, _rows(tried, column_of == number)))
        on_progress(1)
    card = BiddingCard(HIGH_CARDS, OUT_OF_REACH, (0, 0, OUT_OF_REACH), NO_DEUCE, tuple(columns))
    if scheme.solos is not None:
        for add in (_with_deuce, _with_court, _with_ace):
            card = add(scheme.solos, card, tried)
    return card


def _rows(tried: Tried, which: np.ndarray) -> Tried:
    return Tried(Hands(tried.hands.cards[which]), tried.scores[which])


class _Numerals(NamedTuple):
    """The numerals of some hands: number and length as places in the column, score, and how often each of `COUNTS`
    counts, shape (numerals, 3); one row each, with the hand that it belongs to.
    """

    hand: np.ndarray
    number: np.ndarray
    length: np.ndarray
    counts: np.ndarray
    score: np.ndarray


def _numerals(tried: Tried) -> _Numerals:
    """The numerals in the order in which equal ones are preferred: the highest number first."""
    hand, number, suit = np.nonzero(tried.hands.has[:, :, TEN:0:-1].transpose(0, 2, 1))
    number = len(NUMBERS) - 1 - number
    length = np.minimum(tried.hands.lengths[hand, suit], LENGTHS[-1]) - 1
    held = tried.hands
    counts = np.stack([held.tops[hand, suit], held.middles[hand, suit], held.long[hand, suit, number]], axis=1)
    score = tried.scores[hand, suit, number + 1]
    return _Numerals(hand, number, length, counts.astype(np.int8), score)


def fit_column(scheme: Scheme, least: int, tried: Tried) -> Column:
    """The points of numerals for some hands: least squares, rounded, then one number after another changed while that
    clearly makes the numerals shown score more.
    """
    table = _ColumnNumbers(_numerals(tried), scheme)
    best = table.least_squares()
    scores = table.scores(best)
    for _ in range(ROUNDS):
        before = best
        for place in table.free:
            for step in STEPS:
                changed = best.copy()
                changed[place] += step
                values = table.scores(changed)
                if _is_better(values - scores):
                    best, scores = changed, values
        if best is before:
            break
    return table.column(least, best)


def _is_better(gains: np.ndarray) -> bool:
    """Whether gains are more than twice their standard error, so that the numbers do not follow every chance."""
    return bool(gains.sum() > 2.0 * np.sqrt((gains**2).sum()))


class _ColumnNumbers:
    """The numbers of one column as a vector: eight numbers, seven lengths, and what else counts."""

    def __init__(self, numerals: _Numerals, scheme: Scheme) -> None:
        self.numerals = numerals
        self.n_numbers, self.n_lengths = len(NUMBERS), len(LENGTHS)
        lengths = [False] + [scheme.lengths] * (self.n_lengths - 1)
        used = np.array([True] * self.n_numbers + lengths + [scheme.honours, scheme.honours, scheme.long])
        self.size, self.free = len(used), np.flatnonzero(used)
        starts = np.flatnonzero(np.diff(numerals.hand, prepend=-1))
        self.every = np.arange(len(numerals.hand))
        self.starts, self.sizes = starts, np.diff(np.append(starts, len(numerals.hand)))

    def least_squares(self) -> np.ndarray:
        """The numbers that come nearest to the scores, in units, rounded."""
        numerals = self.numerals
        design = np.zeros((len(numerals.hand), self.size), np.float32)
        every = np.arange(len(numerals.hand))
        design[every, numerals.number] = 1
        design[every, self.n_numbers + numerals.length] = 1
        design[:, -len(COUNTS) :] = numerals.counts
        used = design[:, self.free].astype(np.float64)
        values = np.linalg.lstsq(used.T @ used, used.T @ numerals.score, rcond=None)[0]
        table = np.zeros(self.size)
        table[self.free] = np.rint(values / UNIT)
        return table

    def scores(self, table: np.ndarray) -> np.ndarray:
        """What the numerals shown by these numbers score, by hand that has one."""
        numerals = self.numerals
        points = table[numerals.number] + table[self.n_numbers + numerals.length]
        points += numerals.counts @ table[-len(COUNTS) :]
        most = np.repeat(np.maximum.reduceat(points, self.starts), self.sizes)
        first = np.minimum.reduceat(np.where(points == most, self.every, len(points)), self.starts)
        return np.asarray(numerals.score[first], np.float64)

    def column(self, least: int, table: np.ndarray) -> Column:
        """The numbers as a column; the least number and the least length count 0."""
        whole = table.astype(int)
        number, length = whole[: self.n_numbers], whole[self.n_numbers : -len(COUNTS)]
        return Column(
            least,
            tuple(int(n) for n in number - number.min()),
            tuple(int(n) for n in length - length.min()),
            *(int(n) for n in whole[-len(COUNTS) :]),
        )


def scores_of(card: BiddingCard, tried: Tried) -> np.ndarray:
    """What a card scores with each hand, shape (hands,)."""
    shown = card.shown(tried.hands)
    return np.asarray(tried.scores.reshape(len(tried.hands), -1)[np.arange(len(tried.hands)), shown])


def _with_ace(solos: Solos, card: BiddingCard, tried: Tried) -> BiddingCard:
    has = tried.hands.has[:, :, ACE]
    score = tried.scores[np.arange(len(has)), first_suit(has), ACE]
    least = _cut(tried.hands.sure_tricks, score - scores_of(card, tried), has.any(axis=1))
    return replace(card, ace=least)


def _with_court(solos: Solos, card: BiddingCard, tried: Tried) -> BiddingCard:
    card = replace(card, court=(*solos.court, OUT_OF_REACH))
    court, points = card.best_court(tried.hands)
    gain = tried.scores.reshape(len(court), -1)[np.arange(len(court)), court] - scores_of(card, tried)
    least = _cut(points, gain, np.asarray(points > NEVER))
    return replace(card, court=(*solos.court, least))


def _with_deuce(solos: Solos, card: BiddingCard, tried: Tried) -> BiddingCard:
    has = tried.hands.has[:, :, 0]
    score = tried.scores[np.arange(len(has)), first_suit(has), 0]
    danger = tried.hands.danger(solos.deuce)
    most = -_cut(-danger, score - scores_of(card, tried), has.any(axis=1))
    return replace(card, deuce=solos.deuce._replace(most=most))


def _cut(measure: np.ndarray, gain: np.ndarray, possible: Any) -> int:
    """The least measure from which on a bid gains most, all hands together; out of reach if it never gains."""
    levels, which = np.unique(measure[possible], return_inverse=True)
    sums = np.cumsum(np.bincount(which, gain[possible])[::-1])[::-1]
    if not len(sums) or sums.max() <= 0:
        return OUT_OF_REACH
    return int(levels[int(sums.argmax())])
