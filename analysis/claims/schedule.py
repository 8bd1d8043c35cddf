"""In which order cells are played, and for how long."""

import contextlib
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock

from knotlab.analysis.claims.cells import Cell
from knotlab.analysis.claims.finding import Finding, unplayed
from knotlab.analysis.claims.settle import kept_deals, settle, settled
from knotlab.analysis.claims.trial import Trial
from knotlab.analysis.runs.backends import fan_out_here

FIRST_ROUND = 4000  # deals of each cell before any is played on
LONGER = 4  # how many times more deals a cell then gets before the next one is chosen


class _BudgetIsUp(Exception):
    """Raised within a cell at the end of the budget; its deals are in its folder."""


def all_at_once(
    cells: Sequence[Cell], trial: Trial, out: Path | None, workers: int, on_cell: Callable[[Finding], None]
) -> list[Finding]:
    """Every cell to its end, as many at a time as there are workers.

    Parameters
    ----------
    cells
        What is played.
    trial
        What all cells of the trial share.
    out
        A folder that keeps the deals of every cell; None to keep nothing.
    workers
        How many play at a time.
    on_cell
        Called with what a cell came to.

    Returns
    -------
    list of Finding
        In the order of the cells.
    """

    def play(cell: Cell) -> Finding:
        finding = settle(cell, trial, out)
        on_cell(finding)
        return finding

    return list(fan_out_here(play, [(cell,) for cell in cells], workers))


class WithinBudget:
    """Every cell a little, then always the one that is nearest to its verdict, until the time is up: so most of them
    come to one.

    Parameters
    ----------
    trial
        What the cells share.
    out
        Where their deals are kept.
    deadline
        When to stop, by the monotonic clock.
    on_cell
        Called with a cell's finding whenever it was played.
    """

    def __init__(self, trial: Trial, out: Path, deadline: float, on_cell: Callable[[Finding], None]) -> None:
        self.trial, self.out, self.deadline, self.on_cell = trial, out, deadline, on_cell
        self.findings: dict[Cell, Finding] = {}
        self.waiting: list[Cell] = []
        self.seconds_per_deal: dict[Cell, float] = {}
        self.lock = Lock()

    def play(self, cells: Sequence[Cell], workers: int) -> list[Finding]:
        """The findings of some cells, those that were settled before included."""
        self.findings = {cell: kept for cell in cells if (kept := settled(cell, self.trial, self.out))}
        for finding in self.findings.values():
            self.on_cell(finding)
        first = [cell for cell in cells if cell not in self.findings]
        for _ in fan_out_here(self._begin, [(cell,) for cell in first], workers):
            pass
        for _ in fan_out_here(self._take_turns, [()] * workers, workers):
            pass
        return [self.findings.get(cell) or unplayed(cell, self.trial) for cell in cells]

    def _begin(self, cell: Cell) -> None:
        """The first deals of a cell, after those that are kept."""
        if kept := kept_deals(cell, self.trial, self.out):
            self.findings[cell] = settle(cell, self.trial, self.out, pause_after=kept)
        self._sit(cell, kept + FIRST_ROUND)

    def _take_turns(self) -> None:
        """Play one cell after another on."""
        while time.monotonic() < self.deadline:
            with self.lock:
                if not self.waiting:
                    return
                cell = min(self.waiting, key=self._seconds_to_go)
                self.waiting.remove(cell)
            self._sit(cell, max(FIRST_ROUND, LONGER * self.findings[cell].deals))

    def _sit(self, cell: Cell, deals: int) -> None:
        """Play a cell until it has so many deals."""
        before, started = self.findings.get(cell), time.monotonic()
        with contextlib.suppress(_BudgetIsUp):
            self._check_time()
            finding = settle(cell, self.trial, self.out, pause_after=deals, on_look=self._check_time)
            played = finding.deals - (before.deals if before else 0)
            with self.lock:
                self.findings[cell] = finding
                self.seconds_per_deal[cell] = (time.monotonic() - started) / max(played, 1)
                if not finding.is_settled:
                    self.waiting.append(cell)
            self.on_cell(finding)

    def _check_time(self) -> None:
        """Stop within a cell when the time is up."""
        if time.monotonic() > self.deadline:
            raise _BudgetIsUp

    def _seconds_to_go(self, cell: Cell) -> float:
        """About how long a cell takes to its verdict."""
        return self.seconds_per_deal[cell] * deals_to_go(self.findings.get(cell))


def deals_to_go(finding: Finding | None) -> float:
    """About how many more deals a cell needs to its verdict, at most those to its cap: the direction of what matters is
    known there.
    """
    if finding is None or not finding.cap:
        return math.inf
    return max(min(finding.to_decide or finding.cap, finding.cap) - finding.deals, 1)
