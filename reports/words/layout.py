"""Tables of texts, for a terminal or in Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from knotlab.reports.words.numbers import in_digits

if TYPE_CHECKING:
    import pandas as pd

from knotlab.sim.storage.result_files import shown

BETWEEN = 2  # characters that a dense table needs besides those of a column


def plain(text: str | Text) -> Text:
    """A text for a cell as it is: no markup, and nothing that controls a terminal; a styled one as it is styled."""
    return text if isinstance(text, Text) else Text(shown(text, len(text)))


@dataclass(frozen=True)
class TextTable:
    """A title, if there is one, heads and rows of texts. dense: without lines between columns, numbers to the right."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    dense: bool = False

    @property
    def width(self) -> int:
        """How many characters a dense table takes on a terminal."""
        columns = zip(self.heads, *self.rows, strict=True)
        return sum(max(map(len, column)) + BETWEEN for column in columns)

    def __rich__(self) -> Table:
        return self.for_terminal()

    def for_terminal(self) -> Table:
        """The table as Rich prints it."""
        style = {"box": box.SIMPLE_HEAD, "padding": (0, 1, 0, 0), "pad_edge": False} if self.dense else {}
        table = Table(title=plain(self.title) if self.title else None, **style)  # type: ignore[arg-type]
        for number, head in enumerate(self.heads):
            table.add_column(plain(head), justify="right" if self.dense and number else "left", no_wrap=self.dense)
        for row in self.rows:
            table.add_row(*map(plain, row))
        return table

    def as_markdown(self) -> str:
        """The table in Markdown, its title as a heading above it."""
        return f"## {self.title}\n\n{markdown_table(self.heads, self.rows)}\n"


def plain_table(title: str, frame: pd.DataFrame) -> TextTable:
    """Any frame as a table, large numbers with thousands, others with three digits."""
    rows = [list(map(_cell, row)) for row in frame.itertuples(index=False)]
    return TextTable(title, list(map(str, frame.columns)), rows)


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
