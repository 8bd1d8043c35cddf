"""Twyst: a card to bid by that can be counted at the table, with small whole numbers only.

A card is a TOML text that people and programs read alike. Its words:

- **Hand points**: so many for each Ace, King, Queen and Jack of the hand.
- **Sure tricks**: in each suit the cards in sequence from the Ace down, and in a suit with Ace, King and Queen also
  each other card beyond the fourth; of seven cards or more with these three, all.
- **Court points** of a suit: hand points, those of the suit once more, `trump` for each card of the suit, `sure` for
  each sure trick of the other suits, and `short` for each card by which another suit falls short of two.
- **Danger**: the lowest cards of each suit are compared with `limits`, the lowest first (a Jack is 11, an Ace 14); the
  ranks by which each is higher count so many `times`, and are added up.
- **Numerals**: hand points choose a column of the card. A numeral counts the points of its number, those of the length
  of its suit, `top` for a King of its suit and twice that for an Ace, and `middle` for each Queen, Jack, 10 or 9 of it.
  For each card of the suit beyond the fourth, an 8 counts `long` more, a 9 twice and a 10 three times that. The numeral
  with the most is shown; of equals the highest, then the one whose suit comes first among clubs, diamonds, hearts and
  spades. In a column with `one_suit` only the longest suit with a numeral is looked at, the first of equals.

An Ace is tried first, which takes so many sure `tricks` or so many hand `points`; then a court, a deuce and a numeral.
A hand without numerals that is good enough for nothing shows a deuce, or else its highest card.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import ACE, JACK, KING, N_CARDS, N_RANKS, N_SUITS, TEN
from knotlab.sim.storage.result_files import parsed_toml
from knotlab.strategies.tuned import find

STANDARD = find("twyst", "second")
NUMBERS = range(3, 11)
LENGTHS = range(1, 8)  # the last is for longer suits too
HONOURS = "AKQJ"
ALL_SURE = 7  # cards of a suit with Ace, King and Queen that are all sure tricks
COUNTS = ("top", "middle", "long")  # what numerals count besides number and length
STEPS_ABOVE_7 = np.maximum(np.array(NUMBERS) - 7, 0)
NINE = TEN - 1
BIDS = ("ace", "court", "deuce")  # what is tried before a numeral, in this order
NEVER = -10_000
OUT_OF_REACH = 999  # a number of points that no hand has


class Column(NamedTuple):
    """The numerals for hands of `least` hand points and more.

    number: points of 3 to 10. length: points of a suit of 1 to 7 or more cards. top: points for a King of the suit,
    twice for its Ace. middle: points for each Queen, Jack, 10 or 9 of it. long: points of an 8 for each card
    of its suit beyond the fourth, twice for a 9, three times for a 10. one_suit: whether only the first of the longest
    suits that have a numeral is looked at.
    """

    least: int
    number: tuple[int, ...]
    length: tuple[int, ...]
    top: int
    middle: int
    long: int
    one_suit: bool = False


class Ace(NamedTuple):
    """What shows an Ace: so many sure `tricks`, or so many hand `points`."""

    tricks: int
    points: int


class Court(NamedTuple):
    """What a suit counts for a court: `trump` for each card of it, `sure` for each sure trick of the others, `short`
    for each card that another one lacks of two; and the `least` court points that show it.
    """

    trump: int
    sure: int
    short: int
    least: int


class Danger(NamedTuple):
    """What shows a deuce: `limits` and `times` of the lowest cards of a suit, and the `most` danger."""

    limits: tuple[int, ...]
    times: tuple[int, ...]
    most: int


@dataclass(frozen=True)
class BiddingCard:
    """A card to bid by.

    honours: hand points of A, K, Q and J. ace, court, deuce: what shows each. columns: by rising hand points; the first
    begins at 0.
    """

    honours: tuple[int, ...]
    ace: Ace
    court: Court
    deuce: Danger
    columns: tuple[Column, ...]

    @property
    def size(self) -> int:
        """How many numbers a player looks up; zeros are not looked up."""
        numbers = [*self.honours, *self.ace, *self.court, *self.deuce.limits, self.deuce.most]
        for column in self.columns:
            numbers += [column.least, *column.number, *column.length, column.top, column.middle, column.long]
        return sum(number != 0 for number in numbers)

    def rows_of(self, hands: "Hands") -> np.ndarray:
        """The row that each hand comes to: 0 to 2 as in `BIDS`, then one for each column; shape (hands,)."""
        return self._shown(hands)[1]

    def shown(self, hands: "Hands") -> np.ndarray:
        """The card that is shown with each hand, shape (hands,)."""
        return self._shown(hands)[0]

    def _shown(self, hands: "Hands") -> tuple[np.ndarray, np.ndarray]:
        """The card that is shown, and its row: what is tried later is good enough for less, and gives way."""
        numerals, deuces, aces = self.numerals(hands), hands.has[:, :, 0], hands.has[:, :, ACE]
        best = numerals[:, :, ::-1].transpose(0, 2, 1).reshape(len(hands), -1).argmax(axis=1)  # of equals the highest
        card, row = best % N_SUITS * N_RANKS + TEN - best // N_SUITS, len(BIDS) + self._column(hands)
        has_none, has_deuce = numerals.max(axis=(1, 2)) == NEVER, deuces.any(axis=1)
        court, court_points = self.best_court(hands)
        for is_good, shown, number in (
            (has_none, hands.highest, 0),
            (has_deuce & has_none, first_suit(deuces) * N_RANKS, 2),
            (has_deuce & (hands.danger(self.deuce) <= self.deuce.most), first_suit(deuces) * N_RANKS, 2),
            (court_points >= self.court.least, court, 1),
            (aces.any(axis=1) & self.is_good_for_ace(hands), first_suit(aces) * N_RANKS + ACE, 0),
        ):
            card, row = np.where(is_good, shown, card), np.where(is_good, number, row)
        return card, row

    def is_good_for_ace(self, hands: "Hands") -> np.ndarray:
        """Whether each hand is good enough for an Ace, if it has one; shape (hands,)."""
        by_points = hands.points(self.honours) >= self.ace.points
        return np.asarray((hands.sure_tricks.sum(axis=1) >= self.ace.tricks) | by_points)

    def best_court(self, hands: "Hands") -> tuple[np.ndarray, np.ndarray]:
        """The highest King, Queen or Jack of the suit that has most court points, and these; `NEVER` without one."""
        has, every = hands.has, np.arange(len(hands))
        points = np.where(has[:, :, JACK:ACE].any(axis=2), hands.court_points(self), NEVER)
        suit = points.argmax(axis=1)
        top = np.where(has[every, suit, KING], KING, np.where(has[every, suit, KING - 1], KING - 1, JACK))
        return suit * N_RANKS + top, points[every, suit]

    def _column(self, hands: "Hands") -> np.ndarray:
        """The column that each hand comes to."""
        return np.searchsorted([each.least for each in self.columns[1:]], hands.points(self.honours), side="right")

    def numerals(self, hands: "Hands") -> np.ndarray:
        """The points of each numeral, `NEVER` for those that a hand has not; shape (hands, 4, 8)."""
        column = self._column(hands)
        number = np.array([column.number for column in self.columns])[column]
        by_length = np.array([[0, *column.length] for column in self.columns])
        length = np.minimum(hands.lengths, LENGTHS[-1])
        top, middle, long = (
            np.array([getattr(each, name) for each in self.columns])[column, None] for name in ("top", "middle", "long")
        )
        suits = by_length[column[:, None], length] + top * hands.tops + middle * hands.middles
        points = number[:, None, :] + suits[:, :, None] + long[:, :, None] * hands.long
        held = hands.has[:, :, 1 : TEN + 1]
        longest = np.where(held.any(axis=2), hands.lengths, -1).argmax(axis=1)
        only = np.array([each.one_suit for each in self.columns])[column, None]
        looked_at = ~only | (np.arange(N_SUITS) == longest[:, None])
        return np.where(held & looked_at[:, :, None], points, NEVER)


def row_names(card: BiddingCard) -> list[str]:
    """The rows of a card: ace, court, deuce, then `numeral from N` for each column."""
    return [*BIDS, *(f"numeral from {column.least}" for column in card.columns)]


def first_suit(which: np.ndarray) -> np.ndarray:
    """The first suit of each hand for which something holds (clubs, if for none)."""
    return np.asarray(which.argmax(axis=1))


class Hands:
    """Hands of thirteen cards and what is counted in them.

    cards (int array of shape (hands, 13)): the cards of each hand.
    """

    def __init__(self, cards: np.ndarray) -> None:
        self.cards = cards
        has = np.zeros((len(cards), N_CARDS), bool)
        has[np.arange(len(cards))[:, None], cards] = True
        self.has = has.reshape(-1, N_SUITS, N_RANKS)
        self.lengths = self.has.sum(axis=2)
        self.tops = self.has[:, :, KING] + 2 * self.has[:, :, ACE]
        self.middles = self.has[:, :, NINE:KING].sum(axis=2)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def highest(self) -> np.ndarray:
        """The highest card of each hand, the first suit of equals."""
        ranks = self.cards % N_RANKS
        return np.asarray(np.where(ranks == ranks.max(axis=1, keepdims=True), self.cards, N_CARDS).min(axis=1))

    @property
    def long(self) -> np.ndarray:
        """How often 3 to 10 of each suit count `long`, shape (hands, 4, 8): 8, 9 and 10 once, twice and three times for
        each card beyond the fourth.
        """
        return np.asarray(np.maximum(self.lengths - 4, 0)[:, :, None] * STEPS_ABOVE_7)

    def points(self, honours: tuple[int, ...]) -> np.ndarray:
        """Hand points, shape (hands,)."""
        return np.asarray(self.suit_points(honours).sum(axis=1))

    def suit_points(self, honours: tuple[int, ...]) -> np.ndarray:
        """Hand points that each suit has, shape (hands, 4)."""
        return np.asarray((self.has[:, :, JACK:] * np.array(honours)[::-1]).sum(axis=2))

    @property
    def sure_tricks(self) -> np.ndarray:
        """Sure tricks of each suit, shape (hands, 4)."""
        in_sequence = np.minimum.accumulate(self.has[:, :, ::-1], axis=2).sum(axis=2)
        beyond = np.where(self.lengths >= ALL_SURE, 0, np.maximum(in_sequence, 4))
        beyond = np.maximum(self.lengths - np.maximum(beyond, in_sequence), 0)
        return np.asarray(in_sequence + np.where(in_sequence >= 3, beyond, 0))

    def court_points(self, card: BiddingCard) -> np.ndarray:
        """Court points of each suit, shape (hands, 4)."""
        court, points = card.court, self.suit_points(card.honours)
        others = [counted.sum(axis=1, keepdims=True) - counted for counted in (self.sure_tricks, self.missing)]
        return np.asarray(
            points.sum(axis=1, keepdims=True)
            + points
            + court.trump * self.lengths
            + court.sure * others[0]
            + court.short * others[1]
        )

    @property
    def missing(self) -> np.ndarray:
        """How many cards each suit lacks of two, shape (hands, 4)."""
        return np.asarray(np.maximum(2 - self.lengths, 0))

    def danger(self, deuce: Danger) -> np.ndarray:
        """The danger of a deuce, shape (hands,)."""
        pips = np.sort(np.where(self.has, np.arange(2, 2 + N_RANKS), 0), axis=2)
        total = np.zeros(len(self), np.int64)
        for place, (limit, times) in enumerate(zip(deuce.limits, deuce.times, strict=True)):
            at = N_RANKS - self.lengths + place  # where the suit's cards begin, missing ones sorted before them
            lowest = np.take_along_axis(pips, np.minimum(at, N_RANKS - 1)[:, :, None], axis=2)[:, :, 0]
            total += times * np.where(at < N_RANKS, np.maximum(lowest - limit, 0), 0).sum(axis=1)
        return total


def hands_of(sets: np.ndarray) -> Hands:
    """Hands from sets of cards (bit c for card c), shape (hands,)."""
    bits = (np.asarray(sets, np.int64)[:, None] >> np.arange(N_CARDS)) & 1
    return Hands(np.nonzero(bits)[1].reshape(-1, N_RANKS))


def read_card(text: str) -> BiddingCard:
    """A card from its text.

    text: as `knotlab card --save FILE.toml` writes it. Raises InputError if the text is no card.

    >>> read_card(STANDARD.read_text("utf-8")).honours
    (4, 3, 2, 1)
    """
    try:
        return _card(parsed_toml(text))
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise InputError(f"this is no bidding card ({error}); 'knotlab card --save card.toml' writes one") from None


def _truth(column: Mapping[str, Any], name: str) -> bool:
    """Whether a column says so, which it need not; raises ValueError if it says something else."""
    if not isinstance(said := column.get(name, False), bool):
        raise ValueError(f"{name} is true or false, not {said!r}")
    return said


def _card(content: Mapping[str, Any]) -> BiddingCard:
    ace, court, deuce = (content[bid] for bid in BIDS)
    columns = tuple(
        Column(
            int(column["least"]),
            tuple(int(column["number"][str(number)]) for number in NUMBERS),
            tuple(int(column["length"][str(length)]) for length in LENGTHS),
            **{name: int(column[name]) for name in COUNTS},
            one_suit=_truth(column, "one_suit"),
        )
        for column in content["numerals"]
    )
    return BiddingCard(
        tuple(int(content["points"][honour]) for honour in HONOURS),
        Ace(*(int(ace[name]) for name in Ace._fields)),
        Court(*(int(court[name]) for name in Court._fields)),
        Danger(tuple(map(int, deuce["limits"])), tuple(map(int, deuce["times"])), int(deuce["most"])),
        columns,
    )
