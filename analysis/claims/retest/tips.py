"""Tips that are played again: the headline experiment of each on new deals, the most urgent tip first; and what comes
of it: tips next to their new deals, and cells compared digit for digit.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import NormalDist

import numpy as np

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.measured import CASES
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.experiment import Sampler
from knotlab.analysis.claims.model.inquiry import USUAL
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.stages.claims_run import prepare
from knotlab.analysis.defaults import BATCH_GAMES
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.stats.intervals import CONFIDENCE
from knotlab.analysis.stats.rounds import STEPS, in_steps
from knotlab.analysis.stats.sizes import NO_SIZE, Size
from knotlab.analysis.stats.verdicts import Repeated
from knotlab.analysis.stats.watching import PowerSums
from knotlab.sim.playing.fanout import fan_out


@dataclass(frozen=True)
class TipRetest:
    """A tip's headline experiment as it ships, and on new deals.

    published, here: the mean over its cells, all of the same weight. games: how many were played here. level: what this
    comparison may use of the level that all tips share. is_enough: whether so many deals were played that a comparison
    can be trusted.
    """

    published: Evidence
    here: Evidence
    games: int
    level: float
    is_enough: bool

    @property
    def tip(self) -> str:
        """The tip's id."""
        return self.here.tip

    @property
    def deals(self) -> int:
        """How many deals were played here."""
        return self.here.deals

    @property
    def z(self) -> float:
        """How many standard errors of their difference the two means lie apart."""
        here, published = self.here.size, self.published.size
        return (here.value - published.value) / math.hypot(here.error, published.error)

    @property
    def is_off(self) -> bool:
        """Whether they lie further apart than chance allows, with the level shared over all tips."""
        return self.is_enough and abs(self.z) > quantile(self.level)

    @property
    def says(self) -> Repeated:
        """What comes of holding what was played here against what was found."""
        return Repeated.FEW if not self.is_enough else Repeated.OFF if self.is_off else Repeated.AGREES


@dataclass(frozen=True)
class CellRetest:
    """A published cell, played again from its first deals.

    cell: its name. is_equal: whether its first deals came out the same, to the last digit.
    """

    cell: str
    is_equal: bool


@dataclass(frozen=True)
class Retest:
    """What has been played so far.

    seed: of the new deals. tips: the tips that have been played, in the order of the findings. n_tips: how many there
    are to play. cells: the cells that were drawn, in the order in which they were. n_cells: how many there are to draw
    from. seconds: how long it has taken, compiling included. n_tables: how many of those to draw from are tournaments.
    """

    seed: int
    tips: tuple[TipRetest, ...]
    n_tips: int
    cells: tuple[CellRetest, ...]
    n_cells: int
    seconds: float
    n_tables: int = 0

    @property
    def games(self) -> int:
        """How many games were played on new deals."""
        return sum(tip.games for tip in self.tips)

    @property
    def off(self) -> list[TipRetest]:
        """The tips that lie further off than chance allows."""
        return [tip for tip in self.tips if tip.is_off]

    @property
    def unequal(self) -> list[CellRetest]:
        """The cells whose first deals came out otherwise."""
        return [cell for cell in self.cells if not cell.is_equal]


def mean_of(value: float, error: float, deals: int) -> Size:
    """A mean whose error is known, with its 95% interval."""
    half = quantile(1 - CONFIDENCE) * error
    return Size(value, error, value - half, value + half, math.nan, math.nan, deals)


def quantile(level: float) -> float:
    """How many standard errors a two-sided test at a level allows.

    >>> round(quantile(0.05), 2)
    1.96
    """
    return NormalDist().inv_cdf(1 - level / 2)


FIRST_ROUNDS = 1000  # deals of each cell when a tip is played for the first time
LOGGED_COST = 3.0  # a game with its event log takes about as long as three without
LEAST_DEALS = 30  # of each cell, for a comparison
MOST_SKEWNESS = 0.1  # of a mean, for a comparison: beyond it a normal quantile would mislead


@dataclass(eq=False)
class TipToPlay:
    """The cells of a tip's headline experiment that ship and are asked in the same way today, and their new deals.

    cells: each with its published evidence.
    """

    tip: Tip
    cells: Mapping[Cell, Evidence]
    seed: int
    rounds: int = 0
    samplers: dict[Cell, Sampler] = field(default_factory=dict)
    sums: dict[Cell, PowerSums] = field(default_factory=dict)

    @cached_property
    def published(self) -> Evidence:
        """The published mean over its cells."""
        cells = self.cells.values()
        error = math.hypot(*(cell.size.error for cell in cells)) / len(cells)
        return self._mean(mean_of(sum(cell.effect for cell in cells) / len(cells), error, sum(c.deals for c in cells)))

    @cached_property
    def spread(self) -> float:
        """The standard deviation of a round, which is a deal of each cell, in margins; from what is published."""
        margin = next(iter(self.cells)).experiment.margin
        deviations = (cell.size.error * math.sqrt(cell.deals) for cell in self.cells.values())
        return math.hypot(*deviations) / len(self.cells) / margin

    def _mean(self, size: Size) -> Evidence:
        """A mean over all its cells, of which each says what its number counts."""
        return replace(next(iter(self.cells.values())), size=size, players=0, field="", won=NO_SIZE, first_deals="")

    @property
    def cost(self) -> float:
        """What a round costs, in games without an event log; before anything is compiled only about."""
        cells = [(cell, cell.experiment) for cell in self.cells]
        games = (
            sum(sampler.games for sampler in self.samplers.values())
            if self.samplers
            else sum(len(experiment.jobs(cell, USUAL)[0].players) for cell, experiment in cells)
        )
        return games * (LOGGED_COST if cells[0][1].with_log else 1.0)

    @property
    def urgency(self) -> float:
        """How much narrower the interval would get for a game more, in margins; inf where nothing was played."""
        return self.spread / (self.rounds**1.5 * self.cost) if self.rounds else math.inf

    def play(self, workers: int) -> None:
        """Play more deals of each cell: half as many again, and as many as at first at least."""
        count = max(FIRST_ROUNDS, self.rounds // 2)
        if not self.samplers:
            self._make_samplers(workers)
        tasks = [task for cell in self.cells for task in self._batches(cell, count, workers)]
        numbers = list(fan_out(_draw, [(self.samplers[cell], first, n) for cell, first, n in tasks], workers))
        for (cell, _, _), drawn in zip(tasks, numbers, strict=True):
            self.sums[cell].add(drawn)
        self.rounds += count

    def _make_samplers(self, workers: int) -> None:
        """Compile what the cells play, and play their pilots where their evidence does not say enough."""
        prepare(self.cells, USUAL)
        new = replace(USUAL, seed=self.seed)
        for cell, evidence in self.cells.items():
            self.samplers[cell] = cell.experiment.sampler(cell, new, pilot_of(cell, evidence, workers))
            self.sums[cell] = PowerSums()

    def _batches(self, cell: Cell, count: int, workers: int) -> Iterator[tuple[Cell, int, int]]:
        """So many further deals of a cell, up to whole rounds of its line-ups, in batches for all workers."""
        sampler, begun = self.samplers[cell], self.sums[cell].n
        end = -(-(self.rounds + count) // sampler.cycle) * sampler.cycle
        size = max(min(BATCH_GAMES // sampler.games, count // workers), 1)
        for first in range(begun, end, size):
            yield cell, first, min(size, end - first)

    def result(self, level: float) -> TipRetest:
        """What it has come to."""
        seen = {cell: sums.moments(STEPS) for cell, sums in self.sums.items()}
        deals = {cell: moments.n for cell, moments in seen.items()}
        errors = {cell: float(moments.sd) / math.sqrt(moments.n) for cell, moments in seen.items()}
        error = math.hypot(*errors.values())
        third = sum(float(seen[cell].skewness) / math.sqrt(deals[cell]) * errors[cell] ** 3 for cell in seen)
        is_enough = min(deals.values()) >= LEAST_DEALS and min(errors.values()) > 0
        mean = sum(float(moments.mean) for moments in seen.values()) / len(seen)
        return TipRetest(
            self.published,
            self._mean(mean_of(mean, error / len(seen), sum(deals.values()))),
            sum(deals[cell] * self.samplers[cell].games for cell in seen),
            level,
            is_enough and abs(third) <= MOST_SKEWNESS * error**3,
        )


def tips_to_play(evidence: Sequence[Evidence], some: Sequence[Tip], seed: int) -> Iterator[TipToPlay]:
    """The tips whose headline can be compared: those of some claims with published cells that have an error."""
    by_name = {each.name: each for each in evidence if each.size.error > 0}
    for tip in some:
        cells = {cell: by_name[cell.name] for cell in cells_of(tip) if cell.is_of_headline and cell.name in by_name}
        if cells:
            yield TipToPlay(tip, cells, seed)


def pilot_of(cell: Cell, evidence: Evidence, workers: int) -> Pilot:
    """A published cell's pilot as far as its new deals need it: by what effects are divided. Where its evidence does
    not say that, the pilot is played again as it was then, so that both means are of the same number.

    evidence: what is published of it. workers: how many play at a time.
    """
    if not isinstance(cell.experiment, Duel | WhatIf):
        return cell.experiment.pilot(cell, USUAL, workers)
    spread = evidence.size.error * math.sqrt(evidence.deals)
    return Pilot(evidence.deals, spread, spread, 0.0, evidence.in_play, centre={CASES: evidence.in_play})


def schedule(tips: Sequence[TipToPlay]) -> Iterator[TipToPlay | None]:
    """Which tip is played next: each once, those first that cost least for what they tell; then again and again the one
    whose interval, in margins, gets narrower most for a game. None, for ever, where there is no tip.
    """
    yield from sorted(tips, key=lambda tip: tip.cost * tip.spread**2)
    while True:
        yield max(tips, key=lambda tip: tip.urgency, default=None)


def _draw(sampler: Sampler, first: int, count: int) -> np.ndarray:
    """D of some deals, in whole numbers."""
    return in_steps(sampler.draw(first, count))
