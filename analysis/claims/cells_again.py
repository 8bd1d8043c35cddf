"""Published cells and tables that are played again, in an order drawn by lot."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Protocol

import numpy as np

from knotlab.analysis.claims.again_result import CellAgain
from knotlab.analysis.claims.carry import DEALS, Row, first_deals
from knotlab.analysis.claims.cells import Cell, cells_of
from knotlab.analysis.claims.prepare import prepare
from knotlab.analysis.claims.registration import name_of
from knotlab.analysis.claims.tip import Tip
from knotlab.analysis.claims.trial import Trial
from knotlab.sim.playing.fanout import fan_out


class Repeatable(Protocol):
    """Something else that ships and can be played again from its first deal, such as a tournament."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def is_older(self) -> bool:
        """Whether it was found by an earlier version."""
        ...

    def is_equal(self) -> bool:
        """Play its first deals again: whether they come out the same."""
        ...


class Lot:
    """Published cells and tables in the order in which they are played again: those first that were found by an earlier
    version, then the others, both shuffled.
    """

    def __init__(
        self, rows: Sequence[Row], some: Sequence[Tip], trial: Trial, seed: int, tables: Sequence[Repeatable] = ()
    ) -> None:
        self.rows, self.trial = [row for row in rows if row.get(DEALS)], trial
        self.tables = {table.name: table for table in tables}
        self.known = {cell.name: cell for tip in some for cell in cells_of(tip)}
        self.drawn: list[CellAgain] = []
        self._random = np.random.default_rng(seed)
        with_names = ThreadPoolExecutor(1)  # reading all code takes its time, in which others may play
        self._older = with_names.submit(self._find_older)
        with_names.shutdown(wait=False)

    @cached_property
    def older(self) -> set[str]:
        """The cells that were found by an earlier version, or that there are no more."""
        return self._older.result()

    @cached_property
    def order(self) -> list[Row]:
        """All cells and tables in the order of the lot."""
        rows = [*self.rows, *({"cell": name} for name in self.tables)]
        shuffled = [rows[i] for i in self._random.permutation(len(rows))]
        return sorted(shuffled, key=lambda row: row["cell"] not in self.older)

    @property
    def size(self) -> int:
        """How many there are to draw from."""
        return len(self.rows) + len(self.tables)

    @property
    def n_older(self) -> int:
        """How many were found by an earlier version; 0 as long as that has not been looked up."""
        return len(self.older) if "older" in vars(self) else 0

    @property
    def is_empty(self) -> bool:
        """Whether all were drawn."""
        return len(self.drawn) == self.size

    def draw(self, count: int, workers: int) -> None:
        """Play some more cells again."""
        rows = self.order[len(self.drawn) :][:count]
        prepare([self.known[row["cell"]] for row in rows if row["cell"] in self.known], self.trial)
        calls = [(row, self.known.get(row["cell"]), self.tables.get(row["cell"]), self.trial) for row in rows]
        for row, is_equal in zip(rows, fan_out(_is_equal, calls, workers), strict=True):
            self.drawn.append(CellAgain(row["cell"], row["cell"] in self.older, is_equal))

    def _find_older(self) -> set[str]:
        older = {name for name, table in self.tables.items() if table.is_older}
        return older | {row["cell"] for row in self.rows if not self._is_of_today(row)}

    def _is_of_today(self, row: Row) -> bool:
        cell = self.known.get(row["cell"])
        return cell is not None and row["hash"] == name_of(cell, self.trial)


def _is_equal(row: Row, cell: Cell | None, table: Repeatable | None, trial: Trial) -> bool:
    """Play the first deals of a published cell or table again, wherever this is called: whether they are the same."""
    if table is not None:
        return table.is_equal()
    return cell is not None and first_deals(cell, trial) == row[DEALS]
