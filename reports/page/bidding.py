"""What to bid, on the page: a hand that is tapped and counted, the card for the table, and hands to practise on; folded
away a guide that was played for this page: the formula by which the others bid, and where each bid begins to pay.
"""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from markupsafe import Markup

from knotlab.analysis.bidding.card_measure import PracticeHand, standard_practice
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.bidding.guide import Guide
from knotlab.analysis.stats.estimate import Estimate
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import (
    CommandBlock,
    Files,
    Folded,
    Glossary,
    Html,
    PageBlock,
    PictureBlock,
    Section,
    Text,
    files,
    picture,
)
from knotlab.reports.plots import bidding as plots
from knotlab.reports.template import render
from knotlab.reports.words import capital, uncapital
from knotlab.reports.words import guide as words
from knotlab.reports.words.card import IN_FULL, by_suits, numbers_of, numeral_table, says, words_of
from knotlab.reports.words.guide import points, steps
from knotlab.reports.words.names import reader_name
from knotlab.reports.words.numbers import with_ends
from knotlab.reports.words.numeral_advice import numeral_advice

LEAST = 2  # slices of a curve that can be drawn


def section(guide: Guide | None, seed: int, folder: Path) -> Section:
    """The card, and a guide that was played for this page as tables and plots, written next to the page too."""
    formula = played_guide(guide, seed, folder) if guide else []
    return Section("twyst-guide", "What to bid", [*card_blocks(), *formula])


def played_guide(guide: Guide, seed: int, folder: Path) -> list[PageBlock]:
    """A guide, folded away, and its files."""
    tables = {
        "twyst-guide-bids": guide.table,
        "twyst-guide-hands": pd.DataFrame(words.example_rows(guide), columns=list(words.EXAMPLE_HEADS)),
    }
    tables |= {f"twyst-guide-{kind}": frame for kind, frame in guide.curves.items()}
    for name, table in tables.items():
        write_csv(table, folder / f"{name}.csv")
    kinds = [kind for kind, frame in guide.curves.items() if len(frame.dropna()) >= LEAST]
    formula: list[PageBlock] = [
        Text(words.FORMULA),
        Text(based_on(guide), soft=True),
        Html(guide_card(guide)),
        Glossary("How to count a hand", words.COUNTING),
        Text(words.LOOK, soft=True),
        *(gains(guide, kind, folder) for kind in kinds),
        *(Text(capital(sentence)) for sentence in words.crossings(told_of(guide))),
        Text(words.gain_sentence(guide), soft=True),
        CommandBlock("Retest:", f"knotlab guide {guide.strategy} --deals {guide.deals} --seed {seed}"),
    ]
    title = "The formula by which the others bid, and where each bid begins to pay"
    beside = Files([*(f"{name}.csv" for name in tables), *files(*(f"twyst-guide-{kind}" for kind in kinds))])
    return [Folded(title, formula), beside]


def told_of(guide: Guide) -> pd.DataFrame:
    """The kinds of bid that come often enough to say anything of."""
    return guide.table[(guide.table["share"] * guide.deals).round() >= FEWEST]


def based_on(guide: Guide) -> str:
    """What the guide rests on."""
    return (
        f"From {guide.deals:,} deals on which every bid was tried ({guide.conditions.title}). The others were: "
        f"{uncapital(reader_name('twyst', guide.strategy))}."
    )


def gains(guide: Guide, kind: str, folder: Path) -> PictureBlock:
    """Where one kind of bid begins to pay."""
    frame = guide.curves[kind].dropna()
    by_slice = "; ".join(
        f"{row['from']:g} to {row['to']:g}: {with_ends(row['gain'], row['gain_low'], row['gain_high'], '+z.1f')}"
        for row in frame.to_dict("records")
    )
    description = (
        f"Points gained by showing {words.NAMES[kind]} instead of the next best, by {words.MEASURES[kind]}. {by_slice}."
    )
    caption = f"What showing {words.NAMES[kind]} gains over the next best bid, by {words.MEASURES[kind]}."
    return picture(folder / f"twyst-guide-{kind}", plots.gains(guide, kind), description, caption)


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
    practice, made = standard_practice(), standard_card()
    hands = [(is_solo(hand), bars_of(hand)) for hand in practice.hands]
    *_, example = (hand for hand in practice.hands if not is_solo(hand))  # a strong one
    facts = {
        "advice": numeral_advice(),
        "words": words_of(made),
        "cards": [[f"{rank}{LETTERS[suit]}" for rank, suit in bid.cards] for bid in words_of(made).bids],
        "numerals": numeral_table(made, IN_FULL),
        "data": {"card": numbers_of(made.card), "columns": words_of(made).columns, "example": list(example.cards)},
        "practice": [
            (kind, [bars for solo, bars in hands if solo == wanted])
            for kind, wanted in (("a numeral is shown", False), ("a solo is shown", True))
        ],
        "deals": practice.deals,
    }
    return [
        Html(Markup(render("page/kitchen_card.html", **facts))),
        CommandBlock("The card to print:", "knotlab card --save card.pdf"),
    ]


def is_solo(hand: PracticeHand) -> bool:
    """Whether the card shows a solo with a hand."""
    return hand.shown[:-1] in SOLOS


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


NEAR_ZERO = 10.0  # points up to which the scale of bids is even; what is far from it is drawn in
SOLOS = ("A", "K", "Q", "J", "2")
FEWEST = 30  # hands that a mean is worth telling from
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
LETTERS = {sign: letter for letter, sign in SUITS.items()}
UNBROKEN = "\N{NO-BREAK SPACE}"  # a suit stays on one line
CARDS = {"ace": ["AS"], "court": ["KH", "QH", "JH"], "misere": ["2D"], "numeral": ["7C"]}
NAMES = {"ace": "Ace solo", "court": "Court solo", "misere": "Misère", "numeral": "A numeral of your best suit"}


class Advised(NamedTuple):
    """A kind of bid: the cards that show it, what a hand needs for it, how often it comes, and what it is worth."""

    cards: list[str]
    name: str
    need: str
    hands: str
    worth: str


class PracticeBid(NamedTuple):
    """A hand: what the guide shows, the best of all bids, and what either scores."""

    hand: str
    bid: str
    score: str
    best: str
    best_score: str
    verdict: str


def guide_card(guide: Guide) -> Markup:
    """The guide as a part of the page."""
    facts = {
        "rows": [advised(row, guide) for row in guide.table.to_dict("records")],
        "steps": steps(guide.thresholds),
        "hands": practice(guide),
    }
    return Markup(render("page/bid_card.html", **facts))


def advised(row: Mapping[str, Any], guide: Guide) -> Advised:
    """A line of the guide's table in a player's words."""
    kind, n = row["bid"], round(row["share"] * guide.deals)
    needs = {
        "ace": f"{guide.thresholds.ace:.1f} no-trump tricks or more",
        "court": f"{guide.thresholds.court:.1f} trump tricks or more with that suit as trumps",
        "misere": f"danger {guide.thresholds.misere:.2f} or less",
        "numeral": "with any other hand; which one depends on the trump tricks in that suit",
    }
    if n < FEWEST:
        return Advised(CARDS[kind], NAMES[kind], needs[kind], _often(row["share"], n, guide.deals), "too few to advise")
    score = points(Estimate(row["score"], 0.0, row["score_low"], row["score_high"], n))
    worth = f"scores in {100 * row['scores']:.0f} of 100, loses in {100 * row['loses']:.0f}; {score} points a deal"
    return Advised(CARDS[kind], NAMES[kind], needs[kind], _often(row["share"], n, guide.deals), worth)


def _often(share: float, n: int, deals: int) -> str:
    if n < FEWEST:
        return f"{n} hands in {deals:,}"
    return f"1 hand in {1 / share:.0f}" if share < 0.5 else f"{100 * share:.0f} hands in 100"


def practice(guide: Guide) -> list[PracticeBid]:
    """The hands to practise on, and whether the guide finds the best bid."""
    rows = []
    for example in guide.examples:
        same, apart = example.bid == example.best, example.score.high < example.best_score.low
        verdict = "✓ the best" if same else "✗ certainly not the best" if apart else "~ about as good"
        bid, best = (shown.split()[-1] for shown in (example.bid, example.best))
        scores = points(example.score), points(example.best_score)
        rows.append(PracticeBid(suited(example.hand), bid, scores[0], best, scores[1], verdict))
    return rows


def suited(hand: str) -> str:
    """A hand with signs for its suits.

    Examples
    --------
    >>> suited("C: A 6; D: -; H: 7 5; S: K").replace(UNBROKEN, " ")
    '♣ A 6  ♦ -  ♥ 7 5  ♠ K'
    """
    return "  ".join(f"{SUITS[suit[0]]} {suit[3:]}".replace(" ", UNBROKEN) for suit in hand.split("; "))
