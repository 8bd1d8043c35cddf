"""What to bid, as a card to take to the table: bids from the top with what a hand needs, and hands to practise on."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from knotlab.analysis.bidding.guide import Guide
from knotlab.analysis.stats.estimate import Estimate
from knotlab.reports.template import render
from knotlab.reports.words.guide import points
from knotlab.reports.words.thresholds import steps

FEWEST = 30  # hands that a mean is worth telling from
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
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


def card(guide: Guide) -> Markup:
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
        "numeral": "with any other hand; which one goes by the trump tricks in that suit",
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
