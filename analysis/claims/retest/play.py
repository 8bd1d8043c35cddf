"""What ships, played again: new deals for the headline of every sampled tip, and cells drawn by lot from their first
deals.

The order of play follows from the published findings and the seed alone. How far it comes depends on the budget and the
machine, never on what the games come to, so that a comparison at the end of the budget is a single look at a sample of
a size that the results did not choose.
"""

import time
from collections.abc import Callable, Iterator, Sequence

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.model.trial import LEVEL, USUAL, Trial
from knotlab.analysis.claims.retest.lot import Lot, Repeatable
from knotlab.analysis.claims.retest.result import Retest
from knotlab.analysis.claims.retest.tips import FIRST_ROUNDS, schedule, tips_to_play
from knotlab.sim.machine import cores

LOT_BEGINS = 0.7  # of the budget: cells are drawn from then on even if some tips are still missing
CELLS_A_STEP = 3  # cells drawn after each step with a tip


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
    trial: Trial = USUAL,
    tables: Sequence[Repeatable] = (),
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Retest]:
    """Play what ships again until the time is up.

    some: the tips of today, all that the cells are about. seconds: the budget, compiling included. What has been begun
    when it ends is finished. seed: new deals are those of `other_seed(seed)`; the cells are drawn by it, too. workers:
    how many batches are played at a time; by default as many as there are cores. trial: what the published cells share.
    tables: what else ships that may be drawn by lot. clock: tells the time, in seconds. Yields what is known after each
    step.
    """
    begun, seed, workers = clock(), other_seed(seed), workers or cores()
    tips = list(tips_to_play(evidence, some, trial, seed))
    lot = Lot(evidence, some, trial, seed, tables)
    level = LEVEL / max(len(tips), 1)

    def so_far() -> Retest:
        played = tuple(tip.result(level) for tip in tips if tip.rounds)
        return Retest(seed, played, len(tips), tuple(lot.drawn), lot.size, clock() - begun, len(lot.tables))

    for tip in schedule(tips):
        if tip is not None:
            tip.play(workers)
            yield so_far()
        if tip is None or tip.rounds > FIRST_ROUNDS or clock() - begun > LOT_BEGINS * seconds:
            lot.draw(CELLS_A_STEP, workers)
            yield so_far()
        if clock() - begun >= seconds or (tip is None and lot.is_empty):
            return
