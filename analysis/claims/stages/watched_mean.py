"""The mean effect of one experiment over the tables that a headline speaks of, on its way to being known."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import polars as pl

from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.model.experiment import Experiment, Sampler
from knotlab.analysis.claims.rulebooks.library import levels_of
from knotlab.analysis.claims.stages.claims_run import ClaimsRun
from knotlab.analysis.stats.headline import NO_MEAN, MeanEvidence
from knotlab.analysis.stats.rounds import RoundPlan, in_steps, plan_rounds, round_numbers
from knotlab.analysis.stats.watching import Watcher

APART = 10**10  # from the first deal of one cell of a round to that of the next


@dataclass(eq=False)
class WatchedMean:
    """The mean over some cells, after their pilots.

    cells: those of the headline in which the tip changes the course of enough deals, each with its sampler.
    """

    experiment: Experiment
    cells: dict[Cell, Sampler]
    run: ClaimsRun
    watcher: Watcher | None = None

    def __post_init__(self) -> None:
        """Plan the rounds, if there is a cell to watch."""
        self.plan: RoundPlan | None = None
        if self.cells:
            inquiry, for_rounds = self.run.inquiry, [sampler.for_rounds() for sampler in self.cells.values()]
            margin, alpha = self.experiment.margin * inquiry.wider, levels_of(inquiry).headline
            is_bounded = self.experiment.is_bounded(next(iter(self.cells)).game)
            self.plan = plan_rounds(for_rounds, margin, alpha, is_bounded, fine=self.experiment.margin)

    @property
    def games_per_round(self) -> int:
        """Games that a round takes; none while there is no plan."""
        if self.plan is None:
            return 0
        return sum(b * sampler.games for b, sampler in zip(self.plan.deals, self.cells.values(), strict=True))

    @property
    def rounds(self) -> int:
        """Rounds that were looked at."""
        return self.watcher.sums.n if self.watcher else 0

    def planned_games(self) -> int:
        """About how many games it takes to know it."""
        return self.plan.watch.tuned * self.games_per_round if self.plan else 0

    def watch(self, to_the_cap: bool) -> bool:
        """Watch it as far as the pilot says, or to the cap; whether it came to be known."""
        if self.plan is None or (self.watcher and self.watcher.is_done):
            return False
        watcher = self.plan.watcher()
        rounds = self.plan.cap if to_the_cap else min(self.plan.watch.tuned, self.plan.cap)
        play = partial(_play_rounds, list(self.cells.values()), self.plan)
        n_sums = sum(self.plan.deals) if self.plan.watch.exact else 0
        columns = ["number", *(f"deal_{number}" for number in range(n_sums))]
        what = play, self.plan.cap, self.games_per_round, __name__, columns
        frames = self.run.frames("headline", list(self.cells), *what, lambda: watcher.is_done)
        with contextlib.closing(frames):
            for frame in frames:
                watcher.add(*_numbers(frame[: rounds - watcher.sums.n], self.plan))
                if self.watcher is None or watcher.sums.n >= self.watcher.sums.n:
                    self.watcher = watcher
                if watcher.is_done or watcher.sums.n >= rounds:
                    break
        return watcher.is_done

    def evidence(self) -> MeanEvidence:
        """What is known of it."""
        if self.watcher is None or not self.watcher.path:
            return NO_MEAN
        last = self.watcher.path[-1]
        return MeanEvidence(last.mean, last.low, last.high, self.watcher.is_done)


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


def _numbers(rounds: pl.DataFrame, plan: RoundPlan) -> tuple[np.ndarray, list[np.ndarray]]:
    """The numbers of some rounds, and with an exact sequence those of each cell's deals, each of shape (rounds,
    deals).
    """
    deals = np.split(rounds.drop("number").to_numpy(), np.cumsum(plan.deals)[:-1], axis=1)
    return rounds["number"].to_numpy(), deals if plan.watch.exact else []
