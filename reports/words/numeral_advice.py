"""What to show with most hands of Twyst, and why: from the card for the table and from the points by numeral shown."""

from functools import cache
from typing import NamedTuple

from knotlab.analysis.bidding.card_text import MadeCard, card_named, standard_card
from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.model.chart import Chart
from knotlab.analysis.stats.rates import Rate
from knotlab.reports.words.card import LENGTH_NAMES, Glance, at_a_glance
from knotlab.reports.words.directions import OR, listed
from knotlab.reports.words.numbers import in_digits

TIP, CURVE = "TY-C1", "points by numeral shown, bidding by the cards"
HELD = {"strong": "3 to 8", "weak": "0 to 2"}  # aces and kings of the curve's strong and weak hands
NEAR = 1  # points by which a length of suit may fall short of the best one and is still named


class NumeralBar(NamedTuple):
    """A numeral: its name, and for weak and for strong hands the points a deal, with the interval and in words."""

    name: str
    points: list[tuple[str, Rate, str]]


class NumeralAdvice(NamedTuple):
    """What to show.

    title, often: of which suit, and how often one is shown. solos: how often a hand is worth more. glance: what those
    show who do not count. insight: the one thing to remember. why: of which suit, and what for, of strong hands first.
    earned: what weak and strong hands earned. bars: the points of each numeral. most: the largest of these, with its
    interval.
    """

    title: str
    often: str
    solos: str
    glance: Glance
    insight: str
    why: list[str]
    earned: str
    bars: list[NumeralBar]
    most: float


@cache
def numeral_advice() -> NumeralAdvice:
    """What the card and the curve say."""
    made, glance = standard_card(), at_a_glance(card_named("glance"))
    assert glance is not None
    (chart,) = (chart for chart in published_charts()[TIP] if chart.label == CURVE)
    hands = chart.axes[1].names
    assert {*hands} == {*HELD}
    bars = [
        NumeralBar(f"{number}", [_points(chart, number, hand) for hand in hands]) for number in chart.axes[0].values
    ]
    solos = sum(row["share"] for row in made.rows if not row["bid"].startswith("numeral"))
    every = round(1 / solos)
    share = f"with {every - 1} hands out of {every}"
    return NumeralAdvice(
        f"Twyst: show the {glance.numbers[0]} of your longest suit.",
        f"Show a numeral (3 to 10) {share}; only one in {every} is good enough for a solo.",
        f"One hand in {every} is worth a solo.",
        glance,
        insight(made),
        [_suit(made, -1), _suit(made, 0)],
        earned(chart),
        bars,
        max(rate.high for rate in chart.rates),
    )


def _rate(chart: Chart, number: int, hand: str) -> Rate:
    return chart.rates[chart.groups.index((number, chart.axes[1].names.index(hand)))]


def _points(chart: Chart, number: int, hand: str) -> tuple[str, Rate, str]:
    rate = _rate(chart, number, hand)
    return HELD[hand], rate, in_digits(rate.value, ".0f")


def earned(chart: Chart) -> str:
    """What weak and strong hands earned over all numerals."""
    told = []
    for hand in reversed(chart.axes[1].names):
        rates = [_rate(chart, number, hand) for number in chart.axes[0].values]
        mean = sum(rate.value * rate.cases for rate in rates) / sum(rate.cases for rate in rates)
        told.append(f"{in_digits(mean, '.0f')} with {HELD[hand]}")
    return f"Points a deal with a numeral: {listed(told)} aces and kings"


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
