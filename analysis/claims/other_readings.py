"""Tips under other readings of the rulebooks: the mean effect of a tip's headline on the same deals, as the rules are,
and with one setting changed.

Each deal gives one number for each of the two: the mean of D over the tip's cells. Their difference is the change. The
number of deals is fixed in advance, so that the intervals are those of sizes (`knotlab.analysis.stats.sizes`); those
that hold together hold over all tips and readings.
"""

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.claims.evidence.readings import COLUMNS, Reading, ReadingChange, ReadingChanges
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.experiment import Sampler
from knotlab.analysis.claims.model.inquiry import USUAL, WIDER, Inquiry
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.rulebooks.library import rulebook_of, tips
from knotlab.analysis.claims.stages.claims_run import ClaimsRun, opened
from knotlab.analysis.stats.rounds import STEPS, in_steps
from knotlab.analysis.stats.sizes import size_of
from knotlab.analysis.stats.watching import PowerSums
from knotlab.sim import budget, games
from knotlab.sim.errors import InputError

DEALS = 4000  # of each cell, under each of the two readings
FIRST_DEAL = 2 * 10**9  # other deals than those of headlines and sizes


def readings_of(game: str) -> list[Reading]:
    """The other readings of a game's rulebook.

    >>> [reading.change for reading in readings_of("twyst")]
    ['lost=shortfall', 'partners=own']
    """
    module = rulebook_of(game)
    needed = getattr(module, "READ_WITH", {})
    of_settings = [
        Reading(setting.rulings.partition(",")[0], setting.name, setting.other_reading, needed.get(setting.name, ()))
        for setting in games.find(game).readings
    ]
    return [*of_settings, *getattr(module, "READ_BESIDES", ())]


def pairs_of(some: Sequence[Tip]) -> list[tuple[Tip, Reading]]:
    """Each of some tips that has a headline, with each other reading of its game's rulebook."""
    return [(tip, reading) for tip in some if tip.headline_experiment for reading in readings_of(tip.game)]


def try_readings(
    some: Sequence[Tip],
    inquiry: Inquiry = USUAL,
    *,
    out: Path | str | None = None,
    minutes: float | None = None,
    workers: int | None = None,
    deals: int | None = None,
    on_step: Callable[[str], object] = lambda name: None,
) -> ReadingChanges:
    """Play some tips under each other reading of their rulebooks; those that were played to their end come back, in the
    order of `pairs_of`.

    some, inquiry: the tips, and what their cells share. out, minutes, workers: as in `try_stages`; what is not played
    to its end in time is left out. deals: of each cell, under each of the two readings; by default 4,000, and an eighth
    of that in a quick pass. on_step: called with a tip and a reading when they are done. Raises what `try_stages`
    raises, and InputError if no tip has a headline.
    """
    if deals is None:
        deals = int(DEALS / WIDER) if inquiry.is_quick else DEALS
    changes: list[ReadingChange] = []
    with opened(inquiry, out, minutes, workers, None, on_step) as run:
        if deals < 2:
            raise InputError(f"it takes 2 deals or more, not {deals}")
        pairs = pairs_of(some)
        if not pairs:
            raise InputError("none of these claims has a headline that other readings of the rules could change")
        family = len(pairs_of(tips()) if inquiry.cells is None else pairs)
        with contextlib.suppress(budget.TimeIsUp):
            for tip, reading in pairs:
                changes += _Pair(tip, reading, run).changes(deals, inquiry.level / family)
                on_step(f"{tip.id} {reading.change}")
    return ReadingChanges(tuple(changes), len(pairs) - len(changes), inquiry)


@dataclass(frozen=True, eq=False)
class _Pair:
    """A tip under both readings."""

    tip: Tip
    reading: Reading
    run: ClaimsRun

    def changes(self, deals: int, alpha: float) -> Iterator[ReadingChange]:
        """What the other reading changes; nothing where the tip never acts."""
        cells = list(self._cells())
        if not cells:
            return
        both = [(usual.sampler, other.sampler) for usual, other in cells]
        whole = math.lcm(*(sampler.cycle for pair in both for sampler in pair))
        wanted, per_deal = -(-deals // whole) * whole, sum(sampler.games for pair in both for sampler in pair)
        sums = {name: PowerSums() for name in COLUMNS}
        experiment = cells[0][0].cell.experiment
        named = [side.cell for pair in cells for side in pair]
        play = partial(_play, both, experiment.advice)
        what = play, wanted, per_deal, __name__, COLUMNS
        for frame in self.run.frames(f"reading-{self.reading.setting}", named, *what):
            for name in COLUMNS:
                sums[name].add(frame[name].to_numpy())
        meaning = experiment.meaning_in(self.tip.game).of_advice(experiment.advice)
        usual, other, change = (
            Evidence(
                self.tip.id,
                experiment.label,
                meaning,
                size_of(sums[name].moments(STEPS), alpha),
                margin=experiment.margin,
                kind=experiment.kind,
            )
            for name in COLUMNS
        )
        yield ReadingChange(self.tip.id, self.tip.game, self.reading, usual, other, change, wanted * per_deal)

    def _cells(self) -> Iterator[tuple["_CellRead", "_CellRead"]]:
        """The cells of the headline in which the tip acts, under both readings."""
        for cell in cells_of(self.tip, self.run.inquiry.one_size):
            if cell.is_of_headline and cell.experiment is self.tip.headline_experiment:
                usual = self._side(cell, self.reading.rules)
                if usual.sampler.is_tried:
                    other = self._side(cell, (*self.reading.rules, self.reading.change), usual)
                    if other.sampler.is_tried:
                        yield usual, other

    def _side(self, cell: Cell, rules: tuple[str, ...], usual: "_CellRead | None" = None) -> "_CellRead":
        """A cell under some rules. Where effects are centred by a pilot, each reading has its own."""
        inquiry = self.run.inquiry
        changed = replace(cell, experiment=cell.experiment.under(rules))
        centred = usual is None or usual.sampler.pilot.centre
        pilot = self.run.pilot(changed) if centred or usual is None else usual.sampler.pilot
        return _CellRead(changed, changed.experiment.sampler(changed, inquiry, pilot))


class _CellRead(NamedTuple):
    """A cell under one reading."""

    cell: Cell
    sampler: Sampler


def _play(both: Sequence[tuple[Sampler, Sampler]], advice: int, first: int, count: int) -> pl.DataFrame:
    """The mean over all cells on consecutive deals, under both readings, and the change, in whole numbers."""
    usual, other = (
        advice * np.mean([pair[side].draw(FIRST_DEAL + first, count) for pair in both], axis=0) for side in (0, 1)
    )
    columns = dict(zip(COLUMNS, (usual, other, other - usual), strict=True))
    return pl.DataFrame({name: in_steps(values) for name, values in columns.items()})
