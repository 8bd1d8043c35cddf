"""A table of texts, to be shown on a terminal or written as Markdown."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.table import Table

from knotlab.reports.words import markdown

BETWEEN = 2  # characters that a dense table needs beside those of a column


@dataclass(frozen=True)
class TextTable:
    """A title, heads and rows of texts. dense: without lines between columns, numbers to the right."""

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
        table = Table(title=self.title, **style)  # type: ignore[arg-type]
        for number, head in enumerate(self.heads):
            table.add_column(head, justify="right" if self.dense and number else "left", no_wrap=self.dense)
        for row in self.rows:
            table.add_row(*row)
        return table

    def as_markdown(self) -> str:
        """The table in Markdown, its title as a heading above it."""
        return f"## {self.title}\n\n{markdown.table(self.heads, self.rows)}\n"
