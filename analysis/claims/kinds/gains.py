"""What each of some ways to alter a position gains over another one: what-ifs side by side."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from knotlab.analysis.claims.kinds.curve import jobs_of
from knotlab.analysis.claims.kinds.measured import CASES
from knotlab.analysis.claims.kinds.positions import Branch
from knotlab.analysis.claims.kinds.what_if import GAIN, WhatIf
from knotlab.analysis.claims.model.chart import Axis, Description, Group, Sample
from knotlab.analysis.claims.model.field import Field, check_field
from knotlab.analysis.stats.intervals import interval
from knotlab.analysis.stats.rates import Rate
from knotlab.sim.playing.job import compile_ahead
from knotlab.sim.playing.players import Player


@dataclass(frozen=True, eq=False)
class Gains(Description):
    """What each of some ways to alter a position gains over another one, in games lost, + for the player.

    where: which decisions positions are taken from, one per deal. alters: the ways, as for a branch. other: the way
    that they are compared with. move: the move that is made then, as for a branch; none: the player chooses. axis,
    names: what the ways are, and what each is called. field, players: who plays, and how many. rollouts: how many times
    each is played on. unit: the unit of the gains.
    """

    label: str
    where: pl.Expr
    alters: tuple[Callable[..., Any], ...]
    other: Callable[..., Any]
    axis: str
    names: tuple[str, ...]
    field: Field = "simple-1"
    players: int = 3
    rollouts: int = 2
    move: tuple[pl.Expr, ...] | None = None
    unit: str = "percentage points of games lost"

    def axes(self) -> tuple[Axis, ...]:
        """The ways."""
        return (Axis(self.axis, range(len(self.alters)), self.names),)

    def functions(self) -> tuple[Callable[..., Any], ...]:
        """What changes positions."""
        return (*self.alters, self.other)

    def check(self, game: str, strategies_from: Sequence[Path]) -> None:
        """Raise InputError if there is no such table or strategy."""
        check_field(game, self.field, self.players)
        jobs_of(self, Sample(game, 0, 0, tuple(strategies_from)))

    def entrants(self, sample: Sample) -> Sequence[Player]:
        """All who play."""
        return [player for job in jobs_of(self, sample) for player in job.players]

    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """The mean gain of each way, over the deals that have such a position."""
        jobs = [replace(job, purpose="play") for job in jobs_of(self, sample, fixed_seats=True)]
        compile_ahead(*jobs, log=True)
        rates: dict[Group, Rate] = {}
        for number, alter in enumerate(self.alters):
            question = WhatIf(
                self.label,
                self.where,
                Branch(self.move, alter),
                Branch(self.move, self.other),
                rollouts=self.rollouts,
            )
            deals = question.play_tables([jobs], sample.strategies_from, "play", 0, sample.deals)
            gains = deals.filter(pl.col(CASES) != 0)[GAIN].to_numpy() * 100.0
            mean, error = float(gains.mean()), float(gains.std(ddof=1) / len(gains) ** 0.5)
            covered = len(gains) / sample.deals
            low, high = interval(mean, error, len(gains), 0.95)
            rates[number,] = Rate(mean, error, low, high, sample.deals, len(gains), covered)
        return rates
