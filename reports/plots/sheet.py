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
LINE, CHARACTERS, COLUMN = 3.5, 96, 56  # height of a line, and how many characters it has; beside the numerals


def a5(sheet: Sheet) -> Figure:
    """A sheet as it is printed: what to show, how to count, and a hand counted out."""
    with mpl.rc_context(RC):
        pen = Pen(WIDTH, HEIGHT)
        pen.box(0, 0, WIDTH, 15, TEAL)
        pen.text(MARGIN, 7.2, "Twyst: what to show", 14, color="white", weight="bold")
        pen.text(MARGIN, 12.2, sheet.title, 7, color="white")
        y = _head(pen, "The first that your hand is good enough for", 21.5)
        solos, numerals = sheet.rows[:SOLOS], sheet.rows[SOLOS:]
        below = _paragraph(pen, _rows(pen, solos, MARGIN, 20.0, y) + 1.0, *sheet.ties, COLUMN)
        y = max(below, _rows(pen, numerals, 94.0, 11.0, y))
        y = _head(pen, "How to count", y + 2.5)
        for term, meaning in sheet.counting:
            y = _paragraph(pen, y, term, meaning)
        y = _head(pen, f"An example: {sheet.hand}", y + 2.5)
        for term, step in (*sheet.worked, ("So show", f"the {sheet.shows}.")):
            y = _paragraph(pen, y, term, step)
        for number, line in enumerate(reversed(textwrap.wrap(sheet.basis, 120))):
            pen.text(MARGIN, HEIGHT - 4.0 - 3.0 * number, line, 5.6, color=SOFT)
    return pen.figure


def _rows(pen: Pen, rows: Sequence[tuple[str, str]], x: float, apart: float, y: float) -> float:
    """What to show and with what, in two columns so far apart; where the next row would begin."""
    for number, (show, needs) in enumerate(rows):
        pen.text(x, y + 4.4 * number, show, 8.2, weight="bold")
        pen.text(x + apart, y + 4.4 * number, needs, 8.2)
    return y + 4.4 * len(rows)


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
    return y + (len(lines) + 1) * LINE + 1.4


def save_sheet(sheet: Sheet, file: Path) -> bytes:
    """A sheet as the kind of picture that a file's ending names: PDF or PNG."""
    return printed(partial(a5, sheet), file)
