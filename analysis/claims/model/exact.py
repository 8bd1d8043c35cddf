"""Claims settled from the rules by enumeration, and tables of what the rules say."""

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from knotlab.analysis.stats.verdicts import Verdict


@dataclass(frozen=True)
class Matrix:
    """What the rules say about each pair of a row and a column, shown beside an exact claim.

    cells: yes or no for each row and column. row_axis, rows: what the rows are, and their names. column_axis, columns:
    what the columns are, and their names. yes, no: what yes and no mean, such as "may be laid". note: how to read it,
    in a sentence. corner: the row and column from which on there is a box around the cells.
    """

    label: str
    cells: tuple[tuple[bool, ...], ...]
    row_axis: str
    rows: tuple[str, ...]
    column_axis: str
    columns: tuple[str, ...]
    yes: str
    no: str
    note: str = ""
    corner: tuple[int, int] | None = None

    def to_pandas(self) -> pd.DataFrame:
        """One row per row, one column per column: 1 for yes, 0 for no."""
        return pd.DataFrame(
            [[name, *map(int, row)] for name, row in zip(self.rows, self.cells, strict=True)],
            columns=[self.row_axis, *self.columns],
        )


@dataclass(frozen=True)
class Exact:
    """A question that the rules settle.

    label: the question in a few words. settle: called without arguments, gives the verdict on the tip and a sentence
    with what was counted. shows: the table that the answer can be read from, if there is one.
    """

    label: str
    settle: Callable[[], tuple[Verdict, str]]
    shows: Matrix | None = None
