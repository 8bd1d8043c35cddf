"""The sheet of a tuned bidder of Twyst as a page of A5 to print."""

import textwrap
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from knotlab.reports.plots.bidding import MARGIN, TEAL, Pen
from knotlab.reports.plots.style import RC, SOFT, printed
from knotlab.reports.words.sheet import Sheet

WIDTH, HEIGHT = 148.0, 210.0  # A5 in millimetres
SOLOS = 3  # rows above those of numerals
LINE, GAP = 3.3, 1.0  # height of a line, and what is between two paragraphs
CHARACTERS, COLUMN, BESIDE = 96, 56, 76  # in a line; beside the numerals; beside a term


@mpl.rc_context(RC)
def a5(sheet: Sheet) -> Figure:
    """A sheet as it is printed: what to show, how to count, and a hand counted out."""
    pen = Pen(WIDTH, HEIGHT)
    small = 1.0 if len(sheet.title) < 250 else 0.75  # letters, where many rules are others
    rules = textwrap.wrap(sheet.title, int(112 / small))
    head = 12.0 + 3.0 * small * len(rules)
    pen.box(0, 0, WIDTH, head, TEAL)
    pen.text(MARGIN, 7.2, "Twyst: what to show", 14, color="white", weight="bold")
    for number, line in enumerate(rules):
        pen.text(MARGIN, 12.2 + 3.0 * small * number, line, 6.6 * small, color="white")
    y = _head(pen, "The first that your hand is good enough for", head + 6.5)
    solos, numerals = sheet.rows[:SOLOS], sheet.rows[SOLOS:]
    below = _paragraph(pen, _rows(pen, solos, MARGIN, 20.0, y) + 1.0, *sheet.numerals, COLUMN)
    y = _paragraph(pen, max(below, _rows(pen, numerals, 94.0, 11.0, y)), *sheet.ties)
    y = _head(pen, "How to count", y + 2.0)
    for term, meaning in sheet.counting:
        y = _paragraph(pen, y, term, meaning)
    y = _head(pen, f"An example: {sheet.hand}", y + 2.0)
    for term, step in (*sheet.worked, ("So show", f"the {sheet.shows}.")):
        y = _beside(pen, y, term, step)
    for number, line in enumerate(reversed(textwrap.wrap(sheet.basis, 124))):
        pen.text(MARGIN, HEIGHT - 4.0 - 3.0 * number, line, 5.6, color=SOFT)
    return pen.figure


def _rows(pen: Pen, rows: Sequence[tuple[str, str]], x: float, apart: float, y: float) -> float:
    """What to show and with what, in two columns so far apart; where the next row would begin."""
    for number, (show, needs) in enumerate(rows):
        pen.text(x, y + 4.2 * number, show, 8.2, weight="bold")
        pen.text(x + apart, y + 4.2 * number, needs, 8.2)
    return y + 4.2 * len(rows)


def _head(pen: Pen, words: str, y: float) -> float:
    """A heading; where the text below it begins."""
    pen.text(MARGIN, y, words, 10, weight="bold")
    pen.line(y + 2.0)
    return y + 7.2


def _paragraph(pen: Pen, y: float, term: str, meaning: str, characters: int = CHARACTERS) -> float:
    """A term in bold letters, with lines below it; where the next begins."""
    pen.text(MARGIN, y, term, 7.5, weight="bold")
    lines = textwrap.wrap(meaning, characters)
    for number, line in enumerate(lines, 1):
        pen.text(MARGIN, y + number * LINE, line, 7.5)
    return y + (len(lines) + 1) * LINE + GAP


def _beside(pen: Pen, y: float, term: str, meaning: str) -> float:
    """A term in bold letters, with lines beside it; where the next begins."""
    pen.text(MARGIN, y, term, 7.5, weight="bold")
    lines = textwrap.wrap(meaning, BESIDE)
    for number, line in enumerate(lines):
        pen.text(MARGIN + 28.0, y + number * LINE, line, 7.5)
    return y + len(lines) * LINE + GAP


def save_sheet(sheet: Sheet, file: Path) -> bytes:
    """A sheet as the kind of picture that a file's ending names: PDF or PNG."""
    return printed(partial(a5, sheet), file)
