"""A table card as a card of A6 to print."""

import textwrap
from functools import partial
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from knotlab.reports.plots.bidding import HEIGHT, MARGIN, TEAL, WIDTH, Pen
from knotlab.reports.plots.style import RC, SOFT, printed
from knotlab.reports.words.table_card import REST, how
from knotlab.strategies.cards.text import Card

LINE, GAP, LARGEST = 3.5, 1.3, 7.6  # height of a row of words and what is between two lines in mm, size of letters
TOP, SMALL, FOOT = 13.8, 2.9, 12.0  # where the words above the lines begin, the height of their rows; room below
CHARACTERS = 62  # in a row of letters of the largest size


@mpl.rc_context(RC)
def a6(game: str, card: Card) -> Figure:
    """A card as it is printed: how to use it, its lines, and what to do where they do not help."""
    size, lines, above = LARGEST, _wrapped(card, CHARACTERS), textwrap.wrap(how(game, card), 80)
    head = TOP + SMALL * len(above) + 2.6
    while _height(lines, size) > HEIGHT - head - FOOT:
        size -= 0.2
        lines = _wrapped(card, int(CHARACTERS * LARGEST / size))
    pen = Pen()
    pen.box(0, 0, WIDTH, 10, TEAL)
    pen.text(MARGIN, 6.8, card.title, 13, color="white", weight="bold")
    for number, row in enumerate(above):
        pen.text(MARGIN, TOP + SMALL * number, row, 6.4, color=SOFT)
    y = head
    for number, rows in enumerate(lines, 1):
        pen.text(MARGIN + 4.0, y, f"{number}", size, weight="bold", ha="right", color=TEAL)
        for row in rows:
            pen.text(MARGIN + 5.5, y, row, size)
            y += LINE * size / LARGEST
        y += GAP * size / LARGEST
    pen.line(HEIGHT - FOOT + 1.0)
    for number, row in enumerate(textwrap.wrap(REST[game], 82)):
        pen.text(MARGIN, HEIGHT - FOOT + 4.4 + SMALL * number, row, 6.4)
    return pen.figure


def _wrapped(card: Card, characters: int) -> list[list[str]]:
    """The lines of a card in rows of so many characters."""
    return [textwrap.wrap(text, characters) for text in card.texts]


def _height(lines: list[list[str]], size: float) -> float:
    """How high the lines are with letters of a size, in mm."""
    return sum(LINE * len(rows) + GAP for rows in lines) * size / LARGEST


def save_table_card(game: str, card: Card, file: Path) -> bytes:
    """A card as the kind of picture that a file's ending names: PDF, SVG or PNG."""
    return printed(partial(a6, game, card), file)
