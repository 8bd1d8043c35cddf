"""Tables of texts, for a terminal or in Markdown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from knotlab.reports.words.numbers import in_digits

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console, ConsoleOptions, JustifyMethod, OverflowMethod
    from rich.segment import Segment

from knotlab.sim.storage.result_files import shown

BETWEEN, LINED = 2, 3  # characters that a dense table, and one with lines, need besides those of a column
BROKEN = 28  # characters of a word above which it is broken
HELD = "\N{OPEN BOX}"  # stands for a space within an interval until lines are broken
INTERVAL = re.compile(rf"\[[^][]{{1,{BROKEN - 2}}}\]")


def plain(text: str | Text) -> Text:
    """A text for a cell as it is: no markup, and nothing that controls a terminal; a styled one as it is styled."""
    return text if isinstance(text, Text) else Text(shown(text, len(text)))


@dataclass(frozen=True)
class TextTable:
    """A title, if there is one, heads and rows of texts.

    On a terminal as many columns are shown as there is room for, with a note of those that are not. dense: without
    lines between columns, numbers to the right, each cell in one line; the cells of other tables break between words,
    and within intervals if not all columns fit otherwise.
    least: of a dense table, how many columns are shown however narrow the terminal is, the first in several lines if
    need be, the following ones of which begin `hang` characters further right.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    dense: bool = False
    least: int = 0
    hang: int = 0

    @property
    def width(self) -> int:
        """How many characters a table takes on a terminal at least."""
        columns = zip(self.heads, *self.rows, strict=True)
        if self.dense:
            return sum(max(map(len, column)) + BETWEEN for column in columns) - BETWEEN
        return sum(_longest_word(column) + LINED for column in columns) + 1

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment | Text]:
        held = replace(self, heads=list(map(_held, self.heads)), rows=[list(map(_held, row)) for row in self.rows])
        shown = held if held.width <= options.max_width else self
        while shown.width > options.max_width and len(shown.heads) > max(shown.least, 1):
            shown = replace(shown, heads=shown.heads[:-1], rows=[row[:-1] for row in shown.rows])
        for part in console.render(shown.for_terminal(options.max_width), options):
            yield part._replace(text=part.text.replace(HELD, " "))
        if missing := self.heads[len(shown.heads) :]:
            names = ", ".join(f"“{head}”" for head in missing)
            yield Text(f"no room here for {names}; a wider terminal has it, and so has | less -S")

    def for_terminal(self, room: int) -> Table:
        """The table as Rich prints it, in so many characters."""
        style = (
            {"box": box.SIMPLE_HEAD, "padding": (0, 1, 0, 0), "pad_edge": False, "show_edge": False}
            if self.dense
            else {}
        )
        table = Table(title=plain(self.title) if self.title else None, **style)  # type: ignore[arg-type]
        for number, (head, width) in enumerate(zip(self.heads, self._widths(room), strict=True)):
            justify: JustifyMethod = "right" if self.dense and number else "left"
            folds = not self.dense or (self.least > 0 and number == 0)
            overflow: OverflowMethod = "fold" if folds else "ellipsis"
            table.add_column(plain(head), justify=justify, no_wrap=not folds, overflow=overflow, width=width)
        for row in self._hung(room) if self.hang else self.rows:
            table.add_row(*map(plain, row))
        return table

    def _hung(self, room: int) -> Iterator[Sequence[str]]:
        """The rows, the first column in several lines where there is no room for it in one."""
        _, *others = zip(self.heads, *self.rows, strict=True)
        left = room - sum(max(map(len, column)) + BETWEEN for column in others)
        for first, *cells in self.rows:
            lines = textwrap.wrap(first, max(left, 2 * self.hang), subsequent_indent=" " * self.hang)
            yield ["\n".join(lines), *cells]

    def _widths(self, room: int) -> list[int | None]:
        """How wide each column is: as wide as its cells; where there is no room for that, the wide ones are narrower,
        down to their longest word. Those of a dense table are left to Rich.
        """
        columns = list(zip(self.heads, *self.rows, strict=True))
        if self.dense:
            return [None] * len(columns)
        ends = [(_longest_word(column), max(map(len, column))) for column in columns]
        room -= LINED * len(columns) + 1
        most = max((wide for _, wide in ends), default=1)
        levels = ([max(word, min(wide, level)) for word, wide in ends] for level in range(most, 0, -1))
        return [*next((widths for widths in levels if sum(widths) <= room), [word for word, _ in ends])]

    def as_markdown(self) -> str:
        """The table in Markdown, its title as a heading above it."""
        return f"## {self.title}\n\n{markdown_table(self.heads, self.rows)}\n"


def _held(cell: str) -> str:
    """A cell whose intervals are not broken; a styled one as it is."""
    return INTERVAL.sub(lambda part: part[0].replace(" ", HELD), cell) if isinstance(cell, str) else cell


def _longest_word(texts: Sequence[str]) -> int:
    """How many characters the longest word has, of those that are not broken."""
    return max((len(word) for text in texts for word in str(text).split() if len(word) <= BROKEN), default=1)


def plain_table(title: str, frame: pd.DataFrame) -> TextTable:
    """Any frame as a table, large numbers with thousands, others with three digits."""
    rows = [list(map(_cell, row)) for row in frame.itertuples(index=False)]
    return TextTable(title, list(map(_cell, frame.columns)), rows)


def _cell(value: object) -> str:
    """A measured number as far as it can be trusted, a count in full."""
    if isinstance(value, float):
        return in_digits(value, ",.0f" if abs(value) >= 100 else ".3g")
    return in_digits(value, ",") if isinstance(value, int) else str(value)


SPECIAL = re.compile(r"[\\`*_<>|~&]|(?<=\])\(")


def escape(text: str) -> str:
    """A text as Markdown shows it, in one line: nothing in it is a mark, a link or a tag.

    >>> escape("a|b <b> [x](y)")
    'a\\\\|b \\\\<b\\\\> [x]\\\\(y)'
    """
    return SPECIAL.sub(lambda mark: f"\\{mark[0]}", " ".join(text.split()))


def code(text: str) -> str:
    """A text as code, whatever is in it."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    inner = " ".join(text.split())
    return f"{fence} {inner} {fence}" if "`" in inner else f"{fence}{inner}{fence}"


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table, its cells escaped."""
    lines = [list(map(escape, columns)), ["---"] * len(columns), *(list(map(escape, row)) for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
