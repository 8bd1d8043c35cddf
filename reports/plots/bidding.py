"""The plots of bidding in Twyst: the bidding card as a card of A6 to print; the bids of one hand; the chances to win
a match.
"""

import textwrap
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle

from knotlab.analysis.bidding.card import LENGTHS, NUMBERS
from knotlab.analysis.bidding.card_text import MadeCard
from knotlab.analysis.bidding.hand import HandBids
from knotlab.analysis.bidding.match_wise import MatchAdvice
from knotlab.reports.plots.draw import plot_of
from knotlab.reports.plots.style import COLOURS, GRID, INK, RC, SOFT, Picture, intervals, lettered, new_figure, printed
from knotlab.reports.words.card import COUNTED, Glance, Words, at_a_glance, words_of
from knotlab.reports.words.numbers import in_digits

WIDTH, HEIGHT = 105.0, 148.0  # A6 in millimetres
INCH = 25.4
MARGIN = 6.0
ROW = 2.6  # height of a row of numerals, at most
FOOT = 18.6  # what stands below them
RED = "#b3261e"
TINTS = ("#dcebf5", "#e3f2ec", "#fbe6d8")  # one for each column of numerals, from weak to strong
TEAL = "#0b5b5b"


class Pen:
    """Writes and draws in millimetres from the top left corner of a card or a sheet."""

    def __init__(self, width: float = WIDTH, height: float = HEIGHT) -> None:
        self.width = width
        self.figure = Picture(figsize=(width / INCH, height / INCH))
        self.axes = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set_xlim(0, width)
        self.axes.set_ylim(height, 0)
        self.axes.axis("off")

    def text(self, x: float, y: float, words: str, size: float = 7.5, **style: Any) -> None:
        """Words on a base line."""
        self.axes.text(x, y, words, fontsize=size, va="baseline", **({"color": INK} | style))

    def box(self, x: float, y: float, width: float, height: float, colour: str, rounded: float = 0.0) -> None:
        """A filled box."""
        style: dict[str, Any] = {"facecolor": colour, "edgecolor": "none"}
        shape = (
            FancyBboxPatch((x, y), width, height, boxstyle=f"round,pad=0,rounding_size={rounded}", **style)
            if rounded
            else Rectangle((x, y), width, height, **style)
        )
        self.axes.add_patch(shape)

    def line(self, y: float) -> None:
        """A line across the card."""
        self.axes.plot([MARGIN, self.width - MARGIN], [y, y], color=GRID, linewidth=0.6)

    def playing_card(self, x: float, y: float, rank: str, suit: str, layer: int) -> None:
        """A small playing card; of those that overlap, the one of the highest layer is on top."""
        edge = FancyBboxPatch(
            (x, y), 7.0, 9.6, boxstyle="round,pad=0,rounding_size=1.1", facecolor="white", edgecolor=SOFT, linewidth=0.6
        )
        edge.set_zorder(3 + layer)
        self.axes.add_patch(edge)
        style: dict[str, Any] = {"color": RED if suit in "♥♦" else INK, "ha": "center", "zorder": 3.5 + layer}
        self.text(x + 2.2, y + 4.3, rank, 7.5, weight="bold", **style)
        self.text(x + 2.2, y + 7.9, suit, 7.5, **style)


@mpl.rc_context(RC)
def a6(made: MadeCard) -> Figure:
    """A card as it is printed: what to count, four bids from the top, the numerals' table, and what others' cards
    tell.
    """
    words = words_of(made)
    pen = Pen()
    small = 1.0 if len(words.rules) < 250 else 0.75  # letters, where many rules are others
    rules = textwrap.wrap(words.rules, int(96 / small))
    head = 13 + 2.6 * small * len(rules)
    pen.box(0, 0, WIDTH, head, TEAL)
    pen.text(MARGIN, 6.2, "Twyst: what to show", 13, color="white", weight="bold")
    pen.text(MARGIN, 10.8, words.subtitle, 6.6, color="white")
    for number, line in enumerate(rules):
        pen.text(MARGIN, 14.0 + 2.6 * small * number, line, 5.6 * small, color="white")
    y = _count(pen, words, head + 4.8)
    for bid in words.bids:
        y = _bid(pen, y, bid.cards, bid.head, bid.how, bid.worth)
    if glance := at_a_glance(made):
        _glance(pen, glance, y)
    else:
        _numerals(pen, made, words, y)
    _others(pen, words)
    return pen.figure


def _count(pen: Pen, words: Words, y: float) -> float:
    pen.text(MARGIN, y, "Hand points", 8, weight="bold")
    pen.text(MARGIN + 23, y, words.points, 8)
    pen.line(y + 2.6)
    return y + 4.2


def _bid(pen: Pen, y: float, cards: Sequence[tuple[str, str]], head: str, how: Sequence[str], worth: str) -> float:
    """A solo: its cards, what it needs, how to count, and what it scores."""
    for number, (rank, suit) in enumerate(cards):
        pen.playing_card(MARGIN + 4.1 * number, y, rank, suit, number)
    x = MARGIN + 17.5
    pen.text(x, y + 3.1, head, 8, weight="bold")
    pen.text(WIDTH - MARGIN, y + 3.1, worth, 6.2, ha="right", color=SOFT)
    for number, line in enumerate(how):
        pen.text(x, y + 6.5 + 3.0 * number, line, 6.6)
    bottom = y + max(10.6, 5.2 + 3.0 * len(how))
    pen.line(bottom)
    return bottom + 1.4


def _glance(pen: Pen, glance: Glance, y: float) -> None:
    """The numeral in a sentence, where none is counted, and what that costs."""
    pen.text(MARGIN, y + 3.2, "Otherwise a numeral:", 8, weight="bold")
    lines = textwrap.wrap(f"{glance.show}.", 44)
    for number, line in enumerate(lines):
        pen.text(MARGIN, y + 10 + 5.4 * number, line, 10.5)
    pen.text(MARGIN, y + 10 + 5.4 * len(lines), f"{glance.costs}.", 6.2, color=SOFT)


def _numerals(pen: Pen, made: MadeCard, words: Words, y: float) -> None:
    """The table of numerals: a column for each strength of hand, number points and suit points."""
    pen.text(MARGIN, y + 3.2, "Otherwise a numeral:", 8, weight="bold")
    pen.text(MARGIN + 36, y + 3.2, "add up what it counts; show the one with most", 6.2)
    columns = made.card.columns
    left, top = MARGIN + 15.0, y + 5.0
    rows = len(NUMBERS) + len(LENGTHS)
    width = (WIDTH - MARGIN - left) / len(columns)
    height = min(ROW, (HEIGHT - FOOT - top - 13.5) / (rows + 3))  # above the rows stand heads, below them a note
    close = height / ROW
    for number, (column, head, worth) in enumerate(zip(columns, words.columns, words.column_worth, strict=True)):
        x = left + number * width
        pen.box(x + 0.4, top, width - 0.8, 7.4 + height * (rows + 3) + 2.6, TINTS[number % len(TINTS)], 1.2)
        middle = x + width / 2
        pen.text(middle, top + 3.2, head, 6.8, ha="center", weight="bold")
        pen.text(middle, top + 6.2, worth, 5.6, ha="center", color=SOFT)
        values = [*reversed(column.number), *column.length]
        for row, value in enumerate(values):
            line = top + 9.9 + height * row + (1.6 if row >= len(NUMBERS) else 0)
            weight = "bold" if value == max(column.number if row < len(NUMBERS) else column.length) else "normal"
            pen.text(middle, line, in_digits(value), 7.6 * close, ha="center", weight=weight)
        for row, name in enumerate(COUNTED):
            value = getattr(column, name)
            line = top + 9.9 + height * (rows + row) + 2.0
            pen.text(middle, line, in_digits(value, "+d") if value else "0", 7 * close, ha="center")
    names = [*(str(number) for number in reversed(NUMBERS)), *words.lengths]
    for row, name in enumerate(names):
        line = top + 9.9 + height * row + (1.6 if row >= len(NUMBERS) else 0)
        pen.text(left - 1.5, line, name, 7.2 * close, ha="right", weight="bold" if row < len(NUMBERS) else "normal")
    for row, name in enumerate(("K (A twice)", "Q, J, 10, 9", "8, long suit*")):
        pen.text(left - 1.5, top + 9.9 + height * (rows + row) + 2.0, name, 5.6 * close, ha="right")
    note = "* for each card of its suit beyond the fourth; a 9 counts it twice, a 10 three times"
    pen.text(left, top + 9.9 + height * (rows + 3) + 2.4, note, 5.0, color=SOFT)
    pen.text(MARGIN - 1.0, top + 9.9 + height * 4, "number", 6.2 * close, rotation=90, color=SOFT, ha="center")
    pen.text(
        MARGIN - 1.0, top + 11.5 + height * 12.5, "cards in its suit", 6.2 * close, rotation=90, color=SOFT, ha="center"
    )


def _others(pen: Pen, words: Words) -> None:
    """What the cards of others tell, and what the card rests on."""
    top = HEIGHT - FOOT + 2.6
    pen.line(HEIGHT - FOOT)
    pen.text(MARGIN, top + 1.0, words.others_head, 6.6, weight="bold")
    left = MARGIN + 22.0
    width = (WIDTH - MARGIN - left) / max(1, len(words.others))
    for line, name in enumerate(("shown", "cards of the suit", "hand points")):
        pen.text(MARGIN, top + 4.4 + 3.0 * line, name, 6.0, color=SOFT)
    for number, column in enumerate(words.others):
        for line, value in enumerate(column):
            weight = "bold" if line == 0 else "normal"
            pen.text(left + width * (number + 0.5), top + 4.4 + 3.0 * line, value, 6.4, ha="center", weight=weight)
    pen.text(MARGIN, HEIGHT - 2.0, words.basis, 4.7 * min(1.0, 113 / len(words.basis)), color=SOFT)


def save_card(made: MadeCard, file: Path) -> bytes:
    """A card as the kind of picture that a file's ending names: PDF, SVG or PNG."""
    return printed(partial(a6, made), file)


@plot_of(HandBids, "bids", first=True)
def bids(hand_bids: HandBids) -> Figure:
    """The points of each bid of a hand with their intervals, the best bid on top."""
    table = hand_bids.table.iloc[::-1]
    figure, (axes,) = new_figure(6.4, 4.6)
    axes.axvline(0, color=SOFT, linewidth=1)
    intervals(axes, (table[name] for name in ("points", "low", "high")), range(len(table)), markersize=5)
    axes.set_yticks(range(len(table)), table["card"])
    title = f"{hand_bids.conditions.title}, seat {hand_bids.hand.seat}: show the {hand_bids.table['card'][0]}"
    note = f"95% intervals for all thirteen bids together; {hand_bids.deals:,} deals; {hand_bids.who}."
    return lettered(figure, axes, title, note, "points per deal", "card shown")


@plot_of(MatchAdvice, "chances", first=True)
def chances(advice: MatchAdvice) -> Figure:
    """The chance to win by one's own total, a line for each total of the best of the others; over rounds, by one's lead
    over that one, a line for each number of rounds left.
    """
    table = advice.to_pandas()
    along, line = ("own", "best") if advice.match.games is None else ("lead", "left")
    names = {"own": "own total", "lead": "lead over the best of the others", "best": "best of the others"}
    figure, (axes,) = new_figure(7.6, 3.8)
    for number, (each, rows) in enumerate(table.groupby(line)):
        axes.plot(rows[along], 100 * rows["chance"], color=COLOURS[number % len(COLOURS)], label=f"{each}")
    axes.legend(title=names.get(line, "rounds left"))
    title = f"Twyst, matches {advice.end}, {advice.bidder}+{advice.player}"
    note = "The two others are 100 points behind the best; whoever deals."
    return lettered(figure, axes, title, note, names[along], "chance to win, %")
