"""What to bid, on the page: a hand that is tapped and counted, the card for the table, and hands to practise on."""

import math
from typing import NamedTuple

from markupsafe import Markup

from knotlab.analysis.bidding.card_measure import PracticeHand, standard_practice
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.reports.page.blocks import Html, PageBlock, Section
from knotlab.reports.template import render
from knotlab.reports.words.card import IN_FULL, by_suits, numbers_of, numeral_table, says, words_of
from knotlab.reports.words.numbers import with_ends
from knotlab.reports.words.numeral_advice import numeral_advice


def section() -> Section:
    """The card, with hands to practise on."""
    return Section("twyst-bids", "What to bid", card_blocks())


class BidBar(NamedTuple):
    """A bid of a practice hand: its card, its points and their interval in per cent from the left, and in words."""

    card: str
    at: float
    left: float
    width: float
    words: str
    is_shown: bool


class PracticeBars(NamedTuple):
    """A hand to practise on: by suits, what the card shows with it, its bids, the best first, and where zero stands."""

    suits: str
    says: str
    bars: list[BidBar]
    zero: float


def card_blocks() -> list[PageBlock]:
    """The card for the table with a hand to be counted by it, and hands with their answers folded away."""
    practice, made, advice = standard_practice(), standard_card(), numeral_advice()
    hands = [(is_solo(hand), bars_of(hand)) for hand in practice.hands]
    *_, example = (hand for hand in practice.hands if not is_solo(hand) and is_best(hand))
    facts = {
        "advice": advice,
        "words": words_of(made),
        "cards": [[f"{rank}{LETTERS[suit]}" for rank, suit in bid.cards] for bid in words_of(made).bids],
        "numerals": numeral_table(made, IN_FULL),
        "data": {
            "card": numbers_of(made.card),
            "columns": words_of(made).columns,
            "example": list(example.cards),
            "glance": {"numbers": advice.glance.numbers},
        },
        "sample": SAMPLE,
        "practice": [
            (kind, [bars for solo, bars in hands if solo == wanted])
            for kind, wanted in (("a numeral is shown", False), ("a solo is shown", True))
        ],
        "deals": practice.deals,
    }
    return [Html(Markup(render("page/kitchen_card.html", **facts)))]


def is_solo(hand: PracticeHand) -> bool:
    """Whether the card shows a solo with a hand."""
    return hand.shown[:-1] in SOLOS


def is_best(hand: PracticeHand) -> bool:
    """Whether the card shows the best of all bids with a hand."""
    return hand.shown == hand.bids[0].card


def bars_of(hand: PracticeHand) -> PracticeBars:
    """A hand with its bids, from the least to the greatest end of their intervals, on a scale stretched near zero."""
    low, high = min(0.0, *(bid.low for bid in hand.bids)), max(0.0, *(bid.high for bid in hand.bids))

    def place(value: float) -> float:
        least, at, most = (math.asinh(each / NEAR_ZERO) for each in (low, value, high))
        return round(100 * (at - least) / (most - least), 1)

    bars = [
        BidBar(
            f"{bid.card[:-1]}{SUITS[bid.card[-1]]}",
            place(bid.points),
            place(bid.low),
            round(place(bid.high) - place(bid.low), 1),
            with_ends(bid.points, bid.low, bid.high, "z.0f"),
            bid.card == hand.shown,
        )
        for bid in hand.bids
    ]
    suits = "  ".join(suit.replace(" ", UNBROKEN) for suit in by_suits(hand.cards).split("  "))
    return PracticeBars(suits, says(hand), bars, place(0.0))


SAMPLE = "AK76 K A8532 Q104"  # of how a hand is typed: spades, hearts, diamonds, clubs
NEAR_ZERO = 10.0  # points up to which the scale of bids is even; what is far from it is drawn in
SOLOS = ("A", "K", "Q", "J", "2")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
LETTERS = {sign: letter for letter, sign in SUITS.items()}
UNBROKEN = "\N{NO-BREAK SPACE}"  # a suit stays on one line
