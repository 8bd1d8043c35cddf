"""Tips that are played again: the headline experiment of each on new deals, the most urgent tip first."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from functools import cached_property

import numpy as np

from knotlab.analysis.claims.again_result import Mean, TipAgain, quantile
from knotlab.analysis.claims.carry import QUESTION, Row, question_hash
from knotlab.analysis.claims.cells import Cell, cells_of
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.pilots import CASES
from knotlab.analysis.claims.prepare import prepare
from knotlab.analysis.claims.sampling import Sampler
from knotlab.analysis.claims.tip import Tip
from knotlab.analysis.claims.trial import Trial
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.stats.rounds import STEPS
from knotlab.analysis.stats.watching import PowerSums
from knotlab.sim.playing.fanout import fan_out

FIRST_ROUNDS = 1000  # deals of each cell when a tip is played for the first time
BATCH_GAMES = 10_000  # about as many games are played by one worker at a time
LOGGED_COST = 3.0  # a game with its event log takes about as long as three without
LEAST_DEALS = 30  # of each cell, for a comparison
MOST_SKEWNESS = 0.1  # of a mean, for a comparison: beyond it a normal quantile would mislead


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
    """The tips whose headline can be compared: those with published cells that today's code asks in the same way.

    Parameters
    ----------
    rows
        The published cells.
    some
        The claims that are asked about.
    trial
        What all cells of the trial share.
    seed
        Of the new deals.

    Returns
    -------
    iterator of TipToPlay
        Those that can be compared.
    """
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
    return (float(row["high"]) - float(row["low"])) / 2 / quantile(float(row["alpha"]))


def pilot_of(cell: Cell, row: Row, trial: Trial, workers: int) -> Pilot:
    """A published cell's pilot as far as its new deals need it: by what effects are divided. Where its row does not say
    that, the pilot is played again as it was then, so that both means are of the same number.

    Parameters
    ----------
    cell
        The cell.
    row
        Its published line.
    trial
        What all cells of the trial share.
    workers
        How many play at a time.

    Returns
    -------
    Pilot
        As far as it is needed.
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
