"""One tip on its way through the stages: pilots, rounds and sizes, each in a folder of its own."""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np
import polars as pl

from knotlab.analysis.claims.evidence.record import Evidence, TipHeadline
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.tips import about_tip, in_its_amount
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.experiment import Experiment, Sampler
from knotlab.analysis.claims.model.meaning import unit_named
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.rulebooks.library import levels_of
from knotlab.analysis.claims.stages.claims_run import ClaimsRun
from knotlab.analysis.stats.headline import (
    NO_MEAN,
    CellEvidence,
    MeanEvidence,
    headline_of,
)
from knotlab.analysis.stats.intervals import Range
from knotlab.analysis.stats.rounds import STEPS, RoundPlan, in_steps, plan_rounds, round_numbers
from knotlab.analysis.stats.sizes import NO_SIZE, Size, deals_for_size, size_of
from knotlab.analysis.stats.watching import PowerSums, Watcher
from knotlab.sim.machine import package_version

FRESH = 10**9  # the number of the first deal of the second stage
APART = 10**10  # from the first deal of one cell of a round to that of the next


@dataclass(eq=False)
class TipRun:
    """One tip on its way through the stages."""

    tip: Tip
    run: ClaimsRun
    samplers: dict[Cell, Sampler] = field(default_factory=dict)
    plan: RoundPlan | None = None
    watcher: Watcher | None = None
    sizes: dict[Cell, Size] = field(default_factory=dict)
    won: dict[Cell, Size] = field(default_factory=dict)
    games: int = 0
    is_prepared: bool = False

    @cached_property
    def cells(self) -> list[Cell]:
        """All its cells."""
        return cells_of(self.tip, self.run.inquiry.one_size)

    def _of_headline(self, experiment: Experiment) -> list[Cell]:
        """The cells that a headline speaks of: those where the tip was tried, and of one that is right at times all."""
        if not experiment.is_at_times:
            return self.watched
        return [cell for cell in self.cells if cell.is_of_headline and cell in self.samplers]

    @property
    def watched(self) -> list[Cell]:
        """The cells whose mean is watched: those where the tip changes the course of enough deals."""
        return [
            cell
            for cell in self.cells
            if cell.is_of_headline and cell in self.samplers and self.samplers[cell].is_tried
        ]

    def sampler(self, cell: Cell) -> Sampler:
        """The deals of a cell, after its pilot."""
        if cell not in self.samplers:
            pilot = self.run.pilot(cell)
            self.samplers[cell] = cell.experiment.sampler(cell, self.run.inquiry, pilot)
        return self.samplers[cell]

    def prepare(self) -> None:
        """Play the pilots of the headline's cells, and plan the rounds."""
        for cell in self.cells:
            if cell.is_of_headline:
                self.sampler(cell)
        self.is_prepared = True
        experiment, samplers = self.tip.headline_experiment, [self.samplers[cell] for cell in self.watched]
        if experiment and samplers:
            margin = experiment.margin * self.run.inquiry.wider
            alpha, is_bounded = levels_of(self.run.inquiry).headline, experiment.is_bounded(self.tip.game)
            for_rounds = [sampler.for_rounds() for sampler in samplers]
            self.plan = plan_rounds(for_rounds, margin, alpha, is_bounded, fine=experiment.margin)

    @property
    def games_per_round(self) -> int:
        """Games that a round takes; none while there is no plan."""
        if self.plan is None:
            return 0
        return sum(b * self.samplers[cell].games for b, cell in zip(self.plan.deals, self.watched, strict=True))

    def planned_games(self) -> int:
        """About how many games the headline takes."""
        return self.plan.watch.tuned * self.games_per_round if self.plan else 0

    def watch(self, to_the_cap: bool) -> None:
        """The first stage, as far as the pilot says, or to the cap."""
        if self.plan is None or (self.watcher and self.watcher.is_done):
            return
        watcher = self.plan.watcher()
        rounds = self.plan.cap if to_the_cap else min(self.plan.watch.tuned, self.plan.cap)
        play = partial(_play_rounds, [self.samplers[cell] for cell in self.watched], self.plan)
        cap, games = self.plan.cap, self.games_per_round
        what = play, cap, games, __name__, _columns(self.plan)
        frames = self.run.frames("headline", self.watched, *what, lambda: watcher.is_done)
        with contextlib.closing(frames):
            for frame in frames:
                watcher.add(*_numbers(frame[: rounds - watcher.sums.n], self.plan))
                if self.watcher is None or watcher.sums.n >= self.watcher.sums.n:
                    self.watcher = watcher
                if watcher.is_done or watcher.sums.n >= rounds:
                    break
        if watcher.is_done:
            self.run.on_step(self.tip.id)

    def measure(self) -> None:
        """The second stage: all cells whose effects have a size."""
        for cell in self.cells:
            sampler, half_width = self.sampler(cell), self.half_width(cell)
            if sampler.has_size:
                self._measure(cell, sampler, half_width)
            self.run.on_step(cell.name)

    def half_width(self, cell: Cell) -> float:
        """Half the width that the interval of a cell's size is to have."""
        declared = cell.experiment.half_width(cell.tip.game) * self.run.inquiry.wider
        wanted, is_share = self.run.precision, unit_named(cell.experiment.unit_in(cell.tip.game)).is_share
        return wanted.half_width if wanted and wanted.is_share == is_share else declared

    def _measure(self, cell: Cell, sampler: Sampler, half_width: float) -> None:
        """The size of one cell, in games won, too, if these are counted."""
        wanted = deals_for_size(sampler.pilot.sd, sampler.pilot.skewness, half_width)
        deals = -(-wanted // sampler.cycle) * sampler.cycle
        sums, play = {name: PowerSums() for name in ("number", "won")}, partial(_play_deals, sampler)
        columns = ["number", "won"][: 2 if sampler.draw_won else 1]
        for frame in self.run.frames("size", [cell], play, deals, sampler.games, __name__, columns):
            for name in columns:
                sums[name].add(frame[name].to_numpy())
        self.games += deals * sampler.games
        bounds = Range(-sampler.reach, sampler.reach) if sampler.is_bounded else None
        alpha = levels_of(self.run.inquiry).cell
        self.sizes[cell] = size_of(sums["number"].moments(STEPS), alpha, bounds)
        if sampler.draw_won:
            self.won[cell] = size_of(sums["won"].moments(STEPS), alpha, bounds)

    def result(self) -> TipResult:
        """What is known so far."""
        cells = {cell: self._evidence(cell) for cell in self.samplers}
        rounds = self.watcher.sums.n if self.watcher else 0
        games = self.games + rounds * self.games_per_round
        played = TipResult(
            self.tip.id,
            self.tip.game,
            self.tip.statement,
            self.tip.before_play,
            tuple(cells.values()),
            games=games,
            tip=self.tip,
        )
        experiment, inquiry = self.tip.headline_experiment, self.run.inquiry
        if experiment is None or not self.is_prepared:
            return played
        headline = headline_of(
            [self._for_headline(cell, cells[cell]) for cell in self._of_headline(experiment)],
            self._mean(),
            margin=experiment.margin,
            alpha=levels_of(inquiry).headline,
            advice=experiment.advice,
            at_times=experiment.is_at_times,
        )
        meaning = experiment.meaning_in(self.tip.game).of_advice(experiment.advice)
        verdict = about_tip(headline, experiment.means, experiment.advice)
        return replace(
            played,
            verdict=in_its_amount(
                verdict, self._amounts(cells), self.tip.literal, experiment.advice, experiment.margin
            ),
            headline=TipHeadline(experiment.label, meaning, experiment.advice, headline, rounds),
        )

    def _amounts(self, cells: Mapping[Cell, Evidence]) -> dict[str, list[Size]]:
        """The sizes of the tip's other amounts at the tables that headlines speak of; of each none until all of them
        were played.
        """
        return {label: self._sizes(label, cells) for label in self.tip.other_amounts}

    def _sizes(self, label: str, cells: Mapping[Cell, Evidence]) -> list[Size]:
        """The same of one experiment."""
        wanted = [
            cell
            for cell in self.cells
            if cell.experiment.label == label and cell.field in cell.experiment.headline_fields
        ]
        return [cells[cell].size for cell in wanted] if all(cell in self.sizes for cell in wanted) else []

    def _for_headline(self, cell: Cell, evidence: Evidence) -> CellEvidence:
        """What a cell adds to the headline."""
        return CellEvidence(evidence.players, evidence.field, evidence.size, self.samplers[cell].is_tried)

    def _mean(self) -> MeanEvidence:
        """What is known of the mean."""
        if self.watcher is None or not self.watcher.path:
            return NO_MEAN
        last = self.watcher.path[-1]
        return MeanEvidence(last.mean, last.low, last.high, self.watcher.is_done)

    def _evidence(self, cell: Cell) -> Evidence:
        """The size of one cell as far as it is known."""
        pilot, experiment = self.samplers[cell].pilot, cell.experiment
        return Evidence(
            tip=self.tip.id,
            label=experiment.label,
            meaning=experiment.meaning_in(self.tip.game),
            size=self.sizes.get(cell, NO_SIZE),
            advice=experiment.advice,
            margin=experiment.margin,
            kind=experiment.kind,
            players=cell.players,
            field=cell.field_name,
            roster=cell.field if isinstance(cell.field, str) else "",
            rules=" ".join(experiment.rules),
            half_width=self.half_width(cell),
            in_choices=pilot.in_choices,
            in_play=pilot.in_play,
            won=self.won.get(cell, NO_SIZE),
            found_by=package_version(),
        )


def _play_rounds(samplers: Sequence[Sampler], plan: RoundPlan, first: int, count: int) -> pl.DataFrame:
    """The numbers of consecutive rounds, and with an exact sequence those of their deals, which share no cards."""
    apart = APART if plan.watch.exact else 0
    numbers = [
        sampler.draw(number * apart + first * b, count * b)
        for number, (sampler, b) in enumerate(zip(samplers, plan.deals, strict=True))
    ]
    columns = {"number": round_numbers(numbers, plan.deals)}
    if plan.watch.exact:
        deals = np.concatenate([in_steps(values).reshape(count, -1) for values in numbers], axis=1)
        columns |= {f"deal_{number}": values for number, values in enumerate(deals.T)}
    return pl.DataFrame(columns)


def _columns(plan: RoundPlan) -> list[str]:
    """What the columns of the rounds are called."""
    return ["number", *(f"deal_{number}" for number in range(sum(plan.deals) if plan.watch.exact else 0))]


def _numbers(rounds: pl.DataFrame, plan: RoundPlan) -> tuple[np.ndarray, list[np.ndarray]]:
    """The numbers of some rounds, and with an exact sequence those of each cell's deals, each of shape (rounds,
    deals).
    """
    deals = np.split(rounds.drop("number").to_numpy(), np.cumsum(plan.deals)[:-1], axis=1)
    return rounds["number"].to_numpy(), deals if plan.watch.exact else []


def _play_deals(sampler: Sampler, first: int, count: int) -> pl.DataFrame:
    """D of consecutive deals of the second stage in whole numbers, and the same in games won if these are counted."""
    if sampler.draw_won:
        columns = dict(zip(("number", "won"), sampler.draw_won(FRESH + first, count), strict=True))
    else:
        columns = {"number": sampler.draw(FRESH + first, count)}
    return pl.DataFrame({name: in_steps(values) for name, values in columns.items()})
