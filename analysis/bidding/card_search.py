"""Twyst: simple cards to bid by, fitted to hands on which every bid was tried."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from knotlab.analysis.bidding.bids import Bids
from knotlab.analysis.bidding.card import (
    COUNTS,
    LENGTHS,
    NUMBERS,
    OUT_OF_REACH,
    Ace,
    BiddingCard,
    Column,
    Court,
    Danger,
    Hands,
    first_suit,
)
from knotlab.analysis.defaults import Progress, untold
from knotlab.sim.games.twyst.cards import ACE, JACK, N_RANKS, TEN

UNIT = 2.0  # points of the game that one point of a numeral stands for
ROUNDS = 3
STEPS = (-2, -1, 1, 2)
HIGH_CARDS = (4, 3, 2, 1)
SURE, POINTS = 5, 20  # a hand is strong with so many sure tricks, or so many hand points
NO_ACE, NO_COURT = Ace(OUT_OF_REACH, OUT_OF_REACH), Court(0, 0, 0, OUT_OF_REACH)
NO_DEUCE = Danger((3,), (1,), -1)


class Solos(NamedTuple):
    """What is counted for the bids of soloists: `trump`, `sure` and `short` of courts, of which the best is chosen, the
    limits of a deuce, and whether an Ace is also shown for many hand points.
    """

    courts: Sequence[tuple[int, int, int]]
    deuce: Danger
    by_points: bool = False


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
FOUR_LOW = Danger((3, 5, 7, 9), (2, 2, 1, 1), 0)
STANDARD_SOLOS = Solos([*itertools.product((5, 6, 7, 8), (0, 1, 2), (0, 1, 2))], FOUR_LOW, by_points=True)
STANDARD_SCHEME = Scheme(
    "3 columns, solos that count sure tricks and hand points, honours, long suits, four low cards",
    (0, 8, 12),
    STANDARD_SOLOS,
    honours=True,
    long=True,
)


@dataclass(frozen=True)
class Tried:
    """Hands with the score of each card as a bid, nan for cards that a hand has not, of shape (hands, 4, 13), and how
    many hands each stands for, of shape (hands,).
    """

    hands: Hands
    scores: np.ndarray
    weights: np.ndarray

    def __getitem__(self, which: np.ndarray) -> "Tried":
        return Tried(Hands(self.hands.cards[which]), self.scores[which], self.weights[which])


class Strong(NamedTuple):
    """Hands drawn for strength, and the mean score of each of their cards as a bid, of shape (hands, 13)."""

    hands: Hands
    scores: np.ndarray


def tried_from(bids: Bids, strong: Strong | None = None) -> Tried:
    """The scores of tried bids by suit and rank. strong: these hands stand in place of those as strong among the bids,
    so that there are more of them, and each counts for less.
    """
    cards, scores = bids.cards.astype(np.int64), bids.scores.astype(np.float32)
    weights = np.ones(len(cards))
    if strong is not None:
        kept = ~is_strong(Hands(cards))
        weights = np.append(weights[kept], np.full(len(strong.hands), (~kept).sum() / len(strong.hands)))
        cards = np.concatenate([cards[kept], strong.hands.cards])
        scores = np.concatenate([scores[kept], strong.scores.astype(np.float32)])
    by_card = np.full((len(cards), 4 * N_RANKS), np.nan, np.float32)
    np.put_along_axis(by_card, cards, scores, axis=1)
    return Tried(Hands(cards), by_card.reshape(-1, 4, N_RANKS), weights)


def is_strong(hands: Hands) -> np.ndarray:
    """Whether each hand has five sure tricks or 20 hand points, shape (hands,)."""
    return np.asarray((hands.sure_tricks.sum(axis=1) >= SURE) | (hands.points(HIGH_CARDS) >= POINTS))


def fit(scheme: Scheme, tried: Tried, on_progress: Progress = untold) -> BiddingCard:
    """The card of a scheme that scores most on some hands: numerals first, then the least that solos need."""
    points = tried.hands.points(HIGH_CARDS)
    column_of = np.searchsorted(scheme.columns[1:], points, side="right")
    columns = []
    for number, least in enumerate(scheme.columns):
        columns.append(fit_column(scheme, least, tried[column_of == number]))
        on_progress(1)
    card = BiddingCard(HIGH_CARDS, NO_ACE, NO_COURT, NO_DEUCE, tuple(columns))
    return card if scheme.solos is None else with_solos(scheme.solos, card, tried)


def with_solos(solos: Solos, card: BiddingCard, tried: Tried) -> BiddingCard:
    """A card with the same numerals, and the solos that score most with some hands."""
    card = replace(card, ace=NO_ACE, court=NO_COURT, deuce=NO_DEUCE)
    for add in (_with_deuce, _with_court, _with_ace):
        card = add(solos, card, tried)
    return card


class _Numerals(NamedTuple):
    """The numerals of some hands: number and length as places in the column, score, weight, and how often each of
    `COUNTS` counts, shape (numerals, 3); one row each, with the hand that it belongs to.
    """

    hand: np.ndarray
    number: np.ndarray
    length: np.ndarray
    counts: np.ndarray
    score: np.ndarray
    weight: np.ndarray


def _numerals(tried: Tried) -> _Numerals:
    """The numerals in the order in which equal ones are preferred: the highest number first."""
    hand, number, suit = np.nonzero(tried.hands.has[:, :, TEN:0:-1].transpose(0, 2, 1))
    number = len(NUMBERS) - 1 - number
    length = np.minimum(tried.hands.lengths[hand, suit], LENGTHS[-1]) - 1
    held = tried.hands
    counts = np.stack([held.tops[hand, suit], held.middles[hand, suit], held.long[hand, suit, number]], axis=1)
    score = tried.scores[hand, suit, number + 1]
    return _Numerals(hand, number, length, counts.astype(np.int8), score, tried.weights[hand])


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
                if _is_better(table.weights * (values - scores)):
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
        self.weights = numerals.weight[starts]

    def least_squares(self) -> np.ndarray:
        """The numbers that come nearest to the scores, in units, rounded."""
        numerals = self.numerals
        design = np.zeros((len(numerals.hand), self.size), np.float32)
        every = np.arange(len(numerals.hand))
        design[every, numerals.number] = 1
        design[every, self.n_numbers + numerals.length] = 1
        design[:, -len(COUNTS) :] = numerals.counts
        used = design[:, self.free].astype(np.float64)
        weighed = used.T * numerals.weight
        values = np.linalg.lstsq(weighed @ used, weighed @ numerals.score, rcond=None)[0]
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
        top, middle, long = whole[-len(COUNTS) :]
        return Column(
            least,
            tuple(int(n) for n in number - number.min()),
            tuple(int(n) for n in length - length.min()),
            int(top),
            int(middle),
            int(long),
        )


def scores_of(card: BiddingCard, tried: Tried) -> np.ndarray:
    """What a card scores with each hand, shape (hands,)."""
    shown = card.shown(tried.hands)
    return np.asarray(tried.scores.reshape(len(tried.hands), -1)[np.arange(len(tried.hands)), shown])


def _with_ace(solos: Solos, card: BiddingCard, tried: Tried) -> BiddingCard:
    has = tried.hands.has[:, :, ACE]
    score = tried.scores[np.arange(len(has)), first_suit(has), ACE]
    for name, measure in (
        ("tricks", tried.hands.sure_tricks.sum(axis=1)),
        *([("points", tried.hands.points(card.honours))] if solos.by_points else []),
    ):
        least, _ = _cut(measure, tried.weights * (score - scores_of(card, tried)), np.asarray(has.any(axis=1)))
        card = replace(card, ace=card.ace._replace(**{name: least}))
    return card


def _with_court(solos: Solos, card: BiddingCard, tried: Tried) -> BiddingCard:
    """The card with the court that gains most. Only the hands that have one are looked at."""
    here = tried[np.asarray(tried.hands.has[:, :, JACK:ACE].any(axis=(1, 2)))]
    without, best = scores_of(card, here), (0.0, card)
    for weights in solos.courts:
        counted = replace(card, court=Court(*weights, OUT_OF_REACH))
        court, points = counted.best_court(here.hands)
        score = here.scores.reshape(len(court), -1)[np.arange(len(court)), court]
        least, gain = _cut(points, here.weights * (score - without), np.ones(len(court), bool))
        if gain > best[0]:
            best = gain, replace(card, court=Court(*weights, least))
    return best[1]


def _with_deuce(solos: Solos, card: BiddingCard, tried: Tried) -> BiddingCard:
    has = tried.hands.has[:, :, 0]
    score = tried.scores[np.arange(len(has)), first_suit(has), 0]
    danger = tried.hands.danger(solos.deuce)
    least, _ = _cut(-danger, tried.weights * (score - scores_of(card, tried)), np.asarray(has.any(axis=1)))
    return replace(card, deuce=solos.deuce._replace(most=-least))


def _cut(measure: np.ndarray, gain: np.ndarray, possible: np.ndarray) -> tuple[int, float]:
    """The least measure from which on a bid gains most, all hands together, and what it gains; out of reach and 0 if it
    never gains.
    """
    levels, which = np.unique(measure[possible], return_inverse=True)
    sums = np.cumsum(np.bincount(which, gain[possible])[::-1])[::-1]
    if not len(sums) or sums.max() <= 0:
        return OUT_OF_REACH, 0.0
    return int(levels[int(sums.argmax())]), float(sums.max())
