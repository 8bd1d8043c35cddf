"""Published cells and tables that are played again, in an order drawn by lot."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.model.trial import Trial
from knotlab.analysis.claims.retest.first_deals import is_same
from knotlab.analysis.claims.retest.result import CellRetest
from knotlab.analysis.claims.stages.prepare import prepare
from knotlab.sim.playing.fanout import fan_out


class Repeatable(Protocol):
    """Something else that is published and can be played again from its first deal, such as a tournament."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def is_equal(self) -> bool:
        """Play its first deals again: whether they come out the same."""
        ...


class Lot:
    """Published cells and tables in the order in which they are played again, which is drawn by a seed."""

    def __init__(
        self,
        evidence: Sequence[Evidence],
        some: Sequence[Tip],
        trial: Trial,
        seed: int,
        tables: Sequence[Repeatable] = (),
    ) -> None:
        self.trial = trial
        self.tables = {table.name: table for table in tables}
        self.known = {cell.name: cell for tip in some for cell in cells_of(tip)}
        published: list[Evidence | Repeatable] = [*evidence, *tables]
        self.order = [published[i] for i in np.random.default_rng(seed).permutation(len(published))]
        self.drawn: list[CellRetest] = []

    @property
    def size(self) -> int:
        """How many there are to draw from."""
        return len(self.order)

    @property
    def is_empty(self) -> bool:
        """Whether all were drawn."""
        return len(self.drawn) == self.size

    def draw(self, count: int, workers: int) -> None:
        """Play some more of them again."""
        some = self.order[len(self.drawn) :][:count]
        prepare([self.known[each.name] for each in some if each.name in self.known], self.trial)
        calls = [(each, self.known.get(each.name), self.trial) for each in some]
        for each, is_equal in zip(some, fan_out(_is_equal, calls, workers), strict=True):
            self.drawn.append(CellRetest(each.name, is_equal))


def _is_equal(published: Evidence | Repeatable, cell: Cell | None, trial: Trial) -> bool:
    """Play the first deals of a published cell or table again, wherever this is called: whether they are the same."""
    return is_same(published, cell, trial) if isinstance(published, Evidence) else published.is_equal()
