"""What ships, played again: new deals for the headline of every sampled tip, and cells drawn by lot from their first
deals.

The order of play follows from the published findings and the seed alone. How far it comes depends on the budget and the
machine, never on what the games come to, so that a comparison at the end of the budget is a single look at a sample of
a size that the results did not choose.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from dataclasses import replace as changed
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from knotlab.analysis.claims.carry import DEALS, QUESTION, Row, first_deals, question_hash
from knotlab.analysis.claims.cells import LEVEL, Cell, cells_of
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.measured import CASES
from knotlab.analysis.claims.registration import name_of
from knotlab.analysis.claims.sampling import Sampler
from knotlab.analysis.claims.settle import prepare
from knotlab.analysis.claims.tip import Tip
from knotlab.analysis.claims.trial import USUAL, Trial
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.stats.rounds import STEPS
from knotlab.analysis.stats.sizes import CONFIDENCE
from knotlab.analysis.stats.watching import PowerSums
from knotlab.sim.fanout import cores, fan_out

FIRST_ROUNDS = 1000  # deals of each cell when a tip is played for the first time
BATCH_GAMES = 10_000  # about as many games are played by one worker at a time
LOGGED_COST = 3.0  # a game with its event log takes about as long as three without
LOT_BEGINS = 0.7  # of the budget: cells are drawn from then on even if some tips are still missing
CELLS_A_STEP = 3  # cells drawn after each step with a tip
LEAST_DEALS = 30  # of each cell, for a comparison
MOST_SKEWNESS = 0.1  # of a mean, for a comparison: beyond it a normal quantile would mislead


class Mean(NamedTuple):
    """A mean over a tip's cells, all of the same weight, and its standard error."""

    value: float
    error: float

    @property
    def half_width(self) -> float:
        """Half the width of its 95% interval."""
        return _quantile(1 - CONFIDENCE) * self.error


@dataclass(frozen=True)
class TipAgain:
    """A tip's headline experiment as it ships, and on new deals.

    Parameters
    ----------
    tip, label, unit
        The tip, the experiment, and the unit of its effects, + for what the experiment names first.
    shipped, here
        The mean over its cells.
    deals, games
        How many were played here.
    level
        What this comparison may use of the level that all tips share.
    is_enough
        Whether so many deals were played that a comparison can be trusted.
    """

    tip: str
    label: str
    unit: str
    shipped: Mean
    here: Mean
    deals: int
    games: int
    level: float
    is_enough: bool

    @property
    def z(self) -> float:
        """How many standard errors of their difference the two means lie apart."""
        return (self.here.value - self.shipped.value) / math.hypot(self.here.error, self.shipped.error)

    @property
    def is_off(self) -> bool:
        """Whether they lie further apart than chance allows, with the level shared over all tips."""
        return self.is_enough and abs(self.z) > _quantile(self.level)


@dataclass(frozen=True)
class CellAgain:
    """A published cell, played again from its first deals.

    Parameters
    ----------
    cell
        Its name.
    is_older
        Whether it was found by an earlier version: today's code gives its record another name.
    is_equal
        Whether its first deals came out the same, to the last digit.
    """

    cell: str
    is_older: bool
    is_equal: bool


@dataclass(frozen=True)
class Again:
    """What has been played so far.

    Parameters
    ----------
    seed
        Of the new deals.
    tips
        The tips that have been played, in the order of the findings.
    n_tips
        How many there are to play.
    cells
        The cells that were drawn, in the order in which they were.
    n_cells
        How many there are to draw from.
    n_older
        How many of these were found by an earlier version; 0 until the first is drawn.
    seconds
        How long it has taken, compiling included.
    """

    seed: int
    tips: tuple[TipAgain, ...]
    n_tips: int
    cells: tuple[CellAgain, ...]
    n_cells: int
    n_older: int
    seconds: float

    @property
    def games(self) -> int:
        """How many games were played on new deals."""
        return sum(tip.games for tip in self.tips)

    @property
    def off(self) -> list[TipAgain]:
        """The tips that lie further off than chance allows."""
        return [tip for tip in self.tips if tip.is_off]

    @property
    def unequal(self) -> list[CellAgain]:
        """The cells whose first deals came out otherwise."""
        return [cell for cell in self.cells if not cell.is_equal]


def other_seed(seed: int) -> int:
    """A seed for new deals: this one, unless it is that of the published findings.

    >>> other_seed(USUAL.seed) == USUAL.seed, other_seed(USUAL.seed + 7) - USUAL.seed
    (False, 7)
    """
    return seed + 1 if seed == USUAL.seed else seed


def play_again(
    rows: Sequence[Row],
    some: Sequence[Tip],
    *,
    seconds: float,
    seed: int = USUAL.seed,
    workers: int | None = None,
    trial: Trial = USUAL,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Again]:
    """Play what ships again until the time is up.

    Parameters
    ----------
    rows
        The published cells, as `knotlab.analysis.claims.carry.read_rows` reads them.
    some
        The tips of today, all that the cells are about.
    seconds
        The budget, compiling included. What has been begun when it ends is finished.
    seed
        New deals are those of `other_seed(seed)`; the cells are drawn by it, too.
    workers
        How many batches are played at a time; by default as many as there are cores.
    trial
        What the published cells share.
    clock
        Tells the time, in seconds.

    Yields
    ------
    Again
        What is known after each step.
    """
    begun, seed, workers = clock(), other_seed(seed), workers or cores()
    tips = list(tips_to_play(rows, some, trial, seed))
    lot = Lot(rows, some, trial, seed)
    level = LEVEL / max(len(tips), 1)

    def so_far() -> Again:
        played = tuple(tip.result(level) for tip in tips if tip.rounds)
        drawn, n_older = tuple(lot.drawn), lot.n_older
        return Again(seed, played, len(tips), drawn, len(lot.rows), n_older, clock() - begun)

    for tip in schedule(tips):
        if tip is not None:
            tip.play(workers)
            yield so_far()
        if tip is None or tip.rounds > FIRST_ROUNDS or clock() - begun > LOT_BEGINS * seconds:
            lot.draw(CELLS_A_STEP, workers)
            yield so_far()
        if clock() - begun >= seconds or (tip is None and lot.is_empty):
            return


# --- new deals ---


@dataclass(eq=False)
class TipToPlay:
    """The cells of a tip's headline experiment that ship and are asked in the same way today, and their new deals.

    Parameters
    ----------
    tip
        The tip.
    cells
        Each with its published row.
    trial
        What the published cells share.
    seed
        Of the new deals.
    """

    tip: Tip
    cells: Mapping[Cell, Row]
    trial: Trial
    seed: int
    rounds: int = 0
    samplers: dict[Cell, Sampler] = field(default_factory=dict)
    sums: dict[Cell, PowerSums] = field(default_factory=dict)

    @cached_property
    def shipped(self) -> Mean:
        """The published mean over its cells."""
        rows = self.cells.values()
        error = math.hypot(*map(error_of, rows)) / len(rows)
        return Mean(sum(float(row["effect"]) for row in rows) / len(rows), error)

    @cached_property
    def spread(self) -> float:
        """The standard deviation of a round, which is a deal of each cell, in margins; from what is published."""
        margin = next(iter(self.cells)).experiment.margin
        deviations = (error_of(row) * math.sqrt(int(row["deals"])) for row in self.cells.values())
        return math.hypot(*deviations) / len(self.cells) / margin

    @property
    def cost(self) -> float:
        """What a round costs, in games without an event log; before anything is compiled only about."""
        cells = [(cell, cell.experiment) for cell in self.cells]
        games = (
            sum(sampler.games for sampler in self.samplers.values())
            if self.samplers
            else sum(len(experiment.jobs(cell, self.trial)[0].players) for cell, experiment in cells)
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
        tasks = [task for cell in self.cells for task in self._batches(cell, count)]
        numbers = fan_out(_draw, [(self.samplers[cell], first, n) for cell, first, n in tasks], workers)
        for (cell, _, _), drawn in zip(tasks, numbers, strict=True):
            self.sums[cell].add(drawn)
        self.rounds += count

    def _make_samplers(self, workers: int) -> None:
        """Compile what the cells play, and play their pilots where their rows do not say enough."""
        prepare(self.cells, self.trial)
        new = changed(self.trial, seed=self.seed)
        for cell, row in self.cells.items():
            self.samplers[cell] = cell.experiment.sampler(cell, new, pilot_of(cell, row, self.trial, workers))
            self.sums[cell] = PowerSums()

    def _batches(self, cell: Cell, count: int) -> Iterator[tuple[Cell, int, int]]:
        """So many further deals of a cell, up to whole rounds of its companies, in batches."""
        sampler, begun = self.samplers[cell], self.sums[cell].n
        end = -(-(self.rounds + count) // sampler.cycle) * sampler.cycle
        size = max(BATCH_GAMES // sampler.games, 1)
        for first in range(begun, end, size):
            yield cell, first, min(size, end - first)

    def result(self, level: float) -> TipAgain:
        """What it has come to."""
        seen = {cell: sums.moments(STEPS) for cell, sums in self.sums.items()}
        deals = {cell: moments.n for cell, moments in seen.items()}
        errors = {cell: float(moments.sd) / math.sqrt(moments.n) for cell, moments in seen.items()}
        error = math.hypot(*errors.values())
        third = sum(float(seen[cell].skewness) / math.sqrt(deals[cell]) * errors[cell] ** 3 for cell in seen)
        is_enough = min(deals.values()) >= LEAST_DEALS and min(errors.values()) > 0
        experiment = next(iter(self.cells)).experiment
        return TipAgain(
            self.tip.id,
            experiment.label,
            experiment.unit_in(self.tip.game),
            self.shipped,
            Mean(sum(float(moments.mean) for moments in seen.values()) / len(seen), error / len(seen)),
            sum(deals.values()),
            sum(deals[cell] * self.samplers[cell].games for cell in seen),
            level,
            is_enough and abs(third) <= MOST_SKEWNESS * error**3,
        )


def tips_to_play(rows: Sequence[Row], some: Sequence[Tip], trial: Trial, seed: int) -> Iterator[TipToPlay]:
    """The tips whose headline can be compared: those with published cells that today's code asks in the same way."""
    by_name = {row["cell"]: row for row in rows}
    for tip in some:
        cells = {
            cell: by_name[cell.name]
            for cell in cells_of(tip)
            if cell.experiment is tip.headline_experiment and is_comparable(cell, by_name.get(cell.name), trial)
        }
        if cells:
            yield TipToPlay(tip, cells, trial, seed)


def is_comparable(cell: Cell, row: Row | None, trial: Trial) -> bool:
    """Whether a cell has a published effect with an error, and its question is the same today."""
    if row is None or not row["effect"] or not error_of(row) > 0:
        return False
    return row[QUESTION] == question_hash(cell, trial)


def error_of(row: Row) -> float:
    """The standard error of a published effect. A verdict has none, but an interval that is valid at every look; taken
    for one at its level it gives an error that is rather too large.
    """
    if row.get("error"):
        return float(row["error"])
    if not row["low"] or not row.get("alpha"):
        return math.nan
    return (float(row["high"]) - float(row["low"])) / 2 / _quantile(float(row["alpha"]))


def pilot_of(cell: Cell, row: Row, trial: Trial, workers: int) -> Pilot:
    """A published cell's pilot as far as its new deals need it: by what effects are divided. Where its row does not say
    that, the pilot is played again as it was then, so that both means are of the same number.
    """
    if not isinstance(cell.experiment, Duel | WhatIf):
        return cell.experiment.pilot(cell, trial, workers)
    in_play, deals = float(row["in_play"]), int(row["deals"])
    spread = error_of(row) * math.sqrt(deals)
    return Pilot(deals, spread, spread, 0.0, in_play, centre={CASES: in_play})


def schedule(tips: Sequence[TipToPlay]) -> Iterator[TipToPlay | None]:
    """Which tip is played next: each once, those first that cost least for what they tell; then again and again the one
    whose interval, in margins, gets narrower most for a game. None, for ever, where there is no tip.
    """
    yield from sorted(tips, key=lambda tip: tip.cost * tip.spread**2)
    while True:
        yield max(tips, key=lambda tip: tip.urgency, default=None)


def _draw(sampler: Sampler, first: int, count: int) -> np.ndarray:
    """D of some deals, in whole numbers."""
    return np.asarray(np.rint(sampler.draw(first, count) * STEPS), np.int64)


def _quantile(level: float) -> float:
    """How many standard errors a two-sided test at a level allows.

    >>> round(_quantile(0.05), 2)
    1.96
    """
    return float(ndtri(1 - level / 2))


# --- cells by lot ---


class Lot:
    """Published cells in the order in which they are played again: those first that were found by an earlier version,
    then the others, both shuffled.
    """

    def __init__(self, rows: Sequence[Row], some: Sequence[Tip], trial: Trial, seed: int) -> None:
        self.rows, self.trial = [row for row in rows if row.get(DEALS)], trial
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
        """All cells in the order of the lot."""
        shuffled = [self.rows[i] for i in self._random.permutation(len(self.rows))]
        return sorted(shuffled, key=lambda row: row["cell"] not in self.older)

    @property
    def n_older(self) -> int:
        """How many were found by an earlier version; 0 as long as that has not been looked up."""
        return len(self.older) if "older" in vars(self) else 0

    @property
    def is_empty(self) -> bool:
        """Whether all were drawn."""
        return len(self.drawn) == len(self.rows)

    def draw(self, count: int, workers: int) -> None:
        """Play some more cells again."""
        rows = self.order[len(self.drawn) :][:count]
        prepare([self.known[row["cell"]] for row in rows if row["cell"] in self.known], self.trial)
        self.drawn += fan_out(self._play, [(row,) for row in rows], workers)

    def _find_older(self) -> set[str]:
        return {row["cell"] for row in self.rows if not self._is_of_today(row)}

    def _is_of_today(self, row: Row) -> bool:
        cell = self.known.get(row["cell"])
        return cell is not None and row["hash"] == name_of(cell, self.trial)

    def _play(self, row: Row) -> CellAgain:
        cell = self.known.get(row["cell"])
        is_equal = cell is not None and first_deals(cell, self.trial) == row[DEALS]
        return CellAgain(row["cell"], row["cell"] in self.older, is_equal)
