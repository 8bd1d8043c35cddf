"""What to show with most hands of Twyst, and why: from the card for the table and from the one without counting."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from knotlab.analysis.bidding.card import NUMBERS
from knotlab.analysis.bidding.card_text import MadeCard, card_named, standard_card
from knotlab.reports.words import uncapital
from knotlab.reports.words.card import LENGTH_NAMES, Glance, at_a_glance, words_of
from knotlab.reports.words.directions import OR, listed

NEAR = 1  # points by which a length of suit may fall short of the best one and is still named


class NumeralBar(NamedTuple):
    """A numeral: its name, and the points that the card counts for it, with each kind of hand."""

    name: str
    points: list[int]


class NumeralAdvice(NamedTuple):
    """What to show.

    title: the rule of those who do not count. often: how often one is shown. solos: how often a hand is worth more.
    glance: the rule, and what it costs. insight: the one thing to remember. why: of which suit, and what for, of strong
    hands first. counted: which numerals count most and least. hands: the kinds. bars: what each numeral counts. most:
    the largest of these.
    """

    title: str
    often: str
    solos: str
    glance: Glance
    insight: str
    why: list[str]
    counted: str
    hands: list[str]
    bars: list[NumeralBar]
    most: int


@cache
def numeral_advice() -> NumeralAdvice:
    """What the two cards say."""
    made, glance = standard_card(), at_a_glance(card_named("glance"))
    assert glance is not None
    bars = [
        NumeralBar(f"{number}", [column.number[i] for column in made.card.columns]) for i, number in enumerate(NUMBERS)
    ]
    solos = sum(row["share"] for row in made.rows if not row["bid"].startswith("numeral"))
    every = round(1 / solos)
    share = f"with {every - 1} hands out of {every}"
    return NumeralAdvice(
        f"Twyst, {uncapital(glance.show)}.",
        f"Show a numeral (3 to 10) {share}; only one in {every} is good enough for a solo.",
        f"One hand in {every} is worth a solo.",
        glance,
        insight(made),
        [_suit(made, -1), _suit(made, 0)],
        counted(bars),
        [name.replace(" ", ": ", 1) for name in words_of(made).columns],
        bars,
        max(points for bar in bars for points in bar.points),
    )


def counted(bars: Sequence[NumeralBar]) -> str:
    """Which numerals count most, and which least, with every kind of hand."""
    columns = list(zip(*(bar.points for bar in bars), strict=True))
    ends = [[end(column) for column in columns] for end in (max, min)]
    most, least = ([bar.name for bar in bars if bar.points == points] for points in ends)
    return f"In suits of equal length the {listed(most, OR)} counts most, the {listed(least, OR)} least"


def insight(made: MadeCard) -> str:
    """Of how long a suit strong hands show a numeral, compared with weak ones, and why."""
    return f"With a strong hand, show a numeral from {_suit_of(made, -1)}, to be chosen as partner"


def _suit_of(made: MadeCard, which: int) -> str:
    """The lengths of suit that count most in a column."""
    counts = made.card.columns[which].length
    lengths = [name for name, points in zip(LENGTH_NAMES, counts, strict=True) if points >= max(counts) - NEAR]
    return f"a suit of {listed(lengths, OR)} cards"


def _suit(made: MadeCard, which: int) -> str:
    """Of which suit the weakest or the strongest hands show it, and why."""
    column = made.card.columns[which]
    suit = _suit_of(made, which)
    if which == 0:
        least_of_next = made.card.columns[1].least
        return f"Weak, up to {least_of_next - 1} hand points: from {suit}, so as to win tricks with its length."
    counts = f"the king counts {-column.top} less, the ace {-2 * column.top}"
    honours = f", rather without its ace and king ({counts})" if column.top < 0 else ""
    return f"Strong, {column.least} hand points or more: from {suit}{honours}, so as to be chosen as partner."
