"""One tip on its way through the stages: pilots, rounds and sizes, each in a folder of its own."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np
import polars as pl

from knotlab.analysis.claims.evidence.record import Elsewhere, Evidence, TipHeadline, in_order
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.habits import usual_of
from knotlab.analysis.claims.judgement.tips import (
    about_condition,
    about_difference,
    about_half,
    about_tip,
    in_its_amount,
    of_halves,
)
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.experiment import Experiment, Sampler
from knotlab.analysis.claims.model.meaning import unit_named
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.rulebooks.library import levels_of
from knotlab.analysis.claims.stages.claims_run import ClaimsRun
from knotlab.analysis.claims.stages.watched_mean import WatchedMean
from knotlab.analysis.stats.betting import Counted, counted
from knotlab.analysis.stats.headline import CellEvidence, Headline, headline_of
from knotlab.analysis.stats.intervals import Range
from knotlab.analysis.stats.rounds import STEPS, in_steps
from knotlab.analysis.stats.sizes import NO_SIZE, Size, deals_for_size, size_of
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.stats.watching import PowerSums
from knotlab.sim.machine import package_version

FRESH = 10**9  # the number of the first deal of the second stage
NARROWER = 0.99  # than an interval may be at most: what is aimed at where the pilot's spread was too small


@dataclass(eq=False)
class TipRun:
    """One tip on its way through the stages."""

    tip: Tip
    run: ClaimsRun
    samplers: dict[Cell, Sampler] = field(default_factory=dict)
    means: list[WatchedMean] = field(default_factory=list)  # of the headline's experiments, after their pilots
    sizes: dict[Cell, Size] = field(default_factory=dict)
    won: dict[Cell, Size] = field(default_factory=dict)
    games: int = 0

    @cached_property
    def cells(self) -> list[Cell]:
        """All its cells."""
        return cells_of(self.tip, self.run.inquiry.one_size)

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
        for experiment in self.tip.headline_experiments:
            tried = {cell: self.samplers[cell] for cell in self._cells_of(experiment) if self.samplers[cell].is_tried}
            self.means.append(WatchedMean(experiment, tried, self.run))

    def _cells_of(self, experiment: Experiment) -> list[Cell]:
        """The cells of an experiment of the headline."""
        return [cell for cell in self.cells if cell.is_of_headline and cell.experiment is experiment]

    def planned_games(self) -> int:
        """About how many games the headline takes."""
        return sum(mean.planned_games() for mean in self.means)

    def planned_games_of_sizes(self) -> int:
        """About how many games the sizes at the headline's tables take."""
        return sum(
            deals_for_size(sampler.pilot.sd, sampler.pilot.skewness, self.half_width(cell)) * sampler.games
            for cell, sampler in self.samplers.items()
            if sampler.has_size
        )

    def watch(self, to_the_cap: bool) -> None:
        """The first stage, as far as the pilot says, or to the cap."""
        for mean in self.means:
            if mean.watch(to_the_cap):
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
        """The size of one cell, in games won, too, if these are counted: on as many deals as the pilot's spread asks
        for, and where the interval may not be wider than was said, on more if the pilot's was too small.
        """
        alpha = levels_of(self.run.inquiry).cell
        bounds = Range(-sampler.reach, sampler.reach) if sampler.is_bounded else None
        came: Counter[int] = Counter()
        sums = {name: PowerSums() for name in ("number", "won")[: 2 if sampler.draw_won else 1]}
        played, wanted = 0, deals_for_size(sampler.pilot.sd, sampler.pilot.skewness, half_width)
        while played < wanted:
            more = -(-(wanted - played) // sampler.cycle) * sampler.cycle
            name, play = f"size-from-{played}" if played else "size", partial(_play_deals, sampler, played)
            for frame in self.run.frames(name, [cell], play, more, sampler.games, __name__, [*sums]):
                for column, sum_ in sums.items():
                    sum_.add(frame[column].to_numpy())
                came.update(frame["number"].to_list())
            played += more
            seen = sums["number"].moments(STEPS)
            bets = _bets(came, sampler.reach) if bounds and cell.experiment.decides_by_size else None
            size = size_of(seen, alpha, bounds, bets)
            if cell.experiment.exact_to is not None and size.half_width > half_width:
                wanted = deals_for_size(float(seen.sd), float(seen.skewness), NARROWER * half_width)
        self.games += played * sampler.games
        self.sizes[cell] = size
        if sampler.draw_won:
            self.won[cell] = size_of(sums["won"].moments(STEPS), alpha, bounds)

    def result(self) -> TipResult:
        """What is known so far."""
        cells = {cell: self._evidence(cell) for cell in self.samplers}
        games = self.games + sum(mean.rounds * mean.games_per_round for mean in self.means)
        played = TipResult(
            self.tip.id,
            self.tip.game,
            self.tip.statement,
            self.tip.before_play,
            in_order(cells.values()),
            games=games,
            tip=self.tip,
        )
        if self.tip.more_than:
            return replace(played, verdict=about_difference(*map(played.cells_of, self.tip.more_than)))
        if not self.means:
            return played
        headline, *others = (self._headline(mean, cells) for mean in self.means)
        first = self.means[0].experiment
        told = TipHeadline(
            first.label,
            first.meaning_in(self.tip.game).of_advice(first.advice),
            first.advice,
            headline,
            self.means[0].rounds,
            Elsewhere(first.pair.what, first.pair.when, others[0]) if first.pair else None,
        )
        verdict = about_condition(told.answer) if first.pair else about_tip(headline, first.means, first.advice)
        amounts = self._amounts(cells), self.tip.literal, first.advice, first.margin
        halves = [in_its_amount(verdict, *amounts)]
        if self.tip.words.other_half:
            (other,) = (each for each in self.tip.experiments if each.label == self.tip.words.other_half)
            found = about_half(usual_of(played.cells_of(other.label)), other.margin)
            halves.append(Verdict(other.means.get(found, found)))
        return replace(played, verdict=of_halves(halves), headline=told)

    def _headline(self, mean: WatchedMean, cells: Mapping[Cell, Evidence]) -> Headline:
        """What is known of one mean: by the cells where the tip was tried, and of one that is right at times by all."""
        experiment, is_at_times = mean.experiment, mean.experiment.is_at_times
        named = self._cells_of(experiment) if is_at_times else mean.cells
        return headline_of(
            [self._for_headline(cell, cells[cell]) for cell in named],
            mean.evidence(),
            margin=experiment.margin,
            alpha=levels_of(self.run.inquiry).headline,
            advice=experiment.advice,
            at_times=is_at_times,
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


def _play_deals(sampler: Sampler, before: int, first: int, count: int) -> pl.DataFrame:
    """D of consecutive deals of the second stage in whole numbers, and the same in games won if these are counted.

    before: deals of that stage that come before these.
    """
    first += FRESH + before
    if sampler.draw_won:
        columns = dict(zip(("number", "won"), sampler.draw_won(first, count), strict=True))
    else:
        columns = {"number": sampler.draw(first, count)}
    return pl.DataFrame({name: in_steps(values) for name, values in columns.items()})


def _bets(came: Mapping[int, int], reach: float) -> Counted:
    """Numbers in steps, by how often each came, as bets are placed on them."""
    values, counts = zip(*sorted(came.items()), strict=True)
    return counted(np.array(values) / STEPS, np.array(counts), reach)
