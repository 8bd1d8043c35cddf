"""What ships, played again: new deals for the headline of every sampled tip, and cells drawn at random from their first
deals.

The order of play follows from the published findings and the seed alone. How far it comes depends on the budget and the
machine, never on what the games come to, so that a comparison at the end of the budget is a single look at a sample of
a size that the results did not choose.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from dataclasses import replace
from multiprocessing.pool import AsyncResult, ThreadPool
from typing import Protocol

import numpy as np

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import ClaimsResult
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.inquiry import LEVEL, USUAL, Inquiry
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.retest.tips import FIRST_ROUNDS, CellRetest, Retest, schedule, tips_to_play
from knotlab.analysis.claims.stages.claims_run import kernels_of, prepare
from knotlab.sim.compiling.precompile import compiling
from knotlab.sim.machine import cores
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.storage.pieces import digest


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
        self, evidence: Sequence[Evidence], some: Sequence[Tip], seed: int, tables: Sequence[Repeatable] = ()
    ) -> None:
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
        prepare([self.known[each.name] for each in some if each.name in self.known], USUAL)
        calls = [(each, self.known.get(each.name)) for each in some]
        for each, is_equal in zip(some, fan_out(_is_equal, calls, workers), strict=True):
            self.drawn.append(CellRetest(each.name, is_equal))


def _is_equal(published: Evidence | Repeatable, cell: Cell | None) -> bool:
    """Play the first deals of a published cell or table again, wherever this is called: whether they are the same."""
    return is_same(published, cell, USUAL) if isinstance(published, Evidence) else published.is_equal()


LOT_BEGINS = 0.7  # of the budget: cells are drawn from then on even if some tips are still missing
CELLS_A_STEP = 4  # cells drawn for each worker at a time, while tips are played


def other_seed(seed: int) -> int:
    """A seed for new deals: this one, unless it is that of the published findings.

    >>> other_seed(USUAL.seed) == USUAL.seed, other_seed(USUAL.seed + 7) - USUAL.seed
    (False, 7)
    """
    return seed + 1 if seed == USUAL.seed else seed


def play_again(
    evidence: Sequence[Evidence],
    some: Sequence[Tip],
    *,
    seconds: float,
    seed: int = USUAL.seed,
    workers: int | None = None,
    tables: Sequence[Repeatable] = (),
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Retest]:
    """Play what ships again until the time is up.

    some: the tips of today, all that the cells are about. seconds: the budget, compiling included. What has been begun
    when it ends is finished, or else ended by TimeIsUp with the command's own time. seed: new deals are those of
    `other_seed(seed)`; the cells are drawn by it, too. workers: how many batches are played at a time; by default as
    many as there are cores. tables: what else ships that may be drawn at
    random. clock: tells the time, in seconds. Yields what is known after each step.
    """
    begun, seed, workers = clock(), other_seed(seed), workers or cores()
    tips = list(tips_to_play(evidence, some, seed))
    lot = Lot(evidence, some, seed, tables)
    level = LEVEL / max(len(tips), 1)

    def so_far() -> Retest:
        played = tuple(tip.result(level) for tip in tips if tip.rounds)
        return Retest(seed, played, len(tips), tuple(lot.drawn), lot.size, clock() - begun, len(lot.tables))

    cells = [cell for tip in tips for cell in tip.cells]
    with compiling(kernels_of(cells, USUAL)), ThreadPool(1) as another:
        drawing: AsyncResult[None] | None = None  # goes on while this thread plays tips and shows what came of them
        for tip in schedule(tips):
            if tip is not None:
                tip.play(workers)
            if drawing is not None and (tip is None or drawing.ready()):
                drawing.get()
                drawing = None
            yield so_far()
            if tip is None and lot.is_empty:
                return
            took = clock() - begun
            is_drawn = tip is None or tip.rounds > FIRST_ROUNDS or took > LOT_BEGINS * seconds
            if is_drawn and drawing is None:
                drawing = another.apply_async(copy_context().run, (lot.draw, CELLS_A_STEP * workers, workers))
            if took >= seconds:
                if drawing is not None:
                    drawing.get()
                    yield so_far()
                return


# --- first deals ---


FIRST_DEALS = 200
ROUGH = 0.02  # half the width of intervals of cells whose games take long


def first_deals(cell: Cell, inquiry: Inquiry) -> str:
    """Play a cell's first deals, a tenth as many where games take long; a hash of them."""
    is_slow = (cell.experiment.exact_to or 0.0) >= ROUGH
    return digest(cell.experiment.play(cell, inquiry, 0, FIRST_DEALS // 10 if is_slow else FIRST_DEALS))


def is_same(evidence: Evidence, cell: Cell | None, inquiry: Inquiry) -> bool:
    """Whether a published cell's first deals come out the same today; not if there is no such cell any more."""
    return cell is not None and evidence.first_deals == first_deals(cell, inquiry)


def stamped(claims: ClaimsResult, inquiry: Inquiry) -> ClaimsResult:
    """Claims whose cells say what their first deals come to, which are played.

    claims: claims that were played just now. inquiry: what their cells share.
    """
    cells = {cell.name: cell for result in claims if result.tip for cell in cells_of(result.tip)}
    measured = [each.name for result in claims for each in result.cells if each.deals and each.name in cells]
    prepare([cells[name] for name in measured], inquiry)

    def with_deals(evidence: Evidence) -> Evidence:
        is_measured = evidence.name in measured
        return replace(evidence, first_deals=first_deals(cells[evidence.name], inquiry)) if is_measured else evidence

    results = [replace(result, cells=tuple(map(with_deals, result.cells))) for result in claims]
    return replace(claims, results=tuple(results))
