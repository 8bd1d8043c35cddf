"""Gains side by side: of several ways to alter a position, and of several amounts of a habit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import polars as pl

from knotlab.analysis.claims.kinds.measured import CASES
from knotlab.analysis.claims.kinds.positions import Branch
from knotlab.analysis.claims.kinds.rates import InField
from knotlab.analysis.claims.kinds.what_if import GAIN, WhatIf
from knotlab.analysis.claims.model.chart import GAINS, HALVES, MARK, ON_AVERAGE, Axis, Description, Group, Sample
from knotlab.analysis.claims.model.field import Field, check_field, seated
from knotlab.analysis.duels.designs import effect_unit, effects, play_deals
from knotlab.analysis.duels.question import Decision, Question, make_question
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import mean_of_values
from knotlab.analysis.stats.rates import Rate
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import compile_ahead
from knotlab.sim.playing.players import Player


@dataclass(frozen=True, eq=False)
class Gains(InField):
    """What each of some ways to alter a position gains over another one, in games lost, + for the player.

    where: which decisions positions are taken from, one per deal. alters: the ways, as for a branch. other: the way
    that they are compared with. move: the move that is made then, as for a branch; none: the player chooses. axis,
    names: what the ways are, and what each is called. field, players: who plays, and how many. rollouts: how many times
    each is played on. unit: the unit of the gains.
    """

    deals: ClassVar[int] = 16_000
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
    unit: str = GAINS

    @property
    def measures(self) -> tuple[pl.Expr, ...]:
        return (self.where, *(self.move or ()))

    def axes(self) -> tuple[Axis, ...]:
        return (Axis(self.axis, range(len(self.names)), self.names),)

    def functions(self) -> tuple[Callable[..., Any], ...]:
        return (*self.alters, self.other)

    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """The mean gain of each group, over the deals that have such a position."""
        jobs = [replace(job, purpose="play") for job in self.jobs(sample, fixed_seats=True)]
        compile_ahead(*jobs, log=True)
        rates: dict[Group, Rate] = {}
        for number, alter in enumerate(self.alters):
            question = WhatIf(
                self.label, self.where, Branch(self.move, alter), Branch(self.move, self.other), rollouts=self.rollouts
            )
            deals = question.play_tables([jobs], sample.strategies_from, "play", 0, sample.deals)
            rates[number,] = _rate_of(deals.filter(pl.col(CASES) != 0)[GAIN].to_numpy(), sample.deals)
        return rates


@dataclass(frozen=True, eq=False)
class Doses(Description):
    """What each amount of a habit gains over doing without it, in games lost, + for the habit.

    All amounts are played on the same deals, so that they can be compared with each other.

    amounts: the strategy of each amount, by what the amount is called. without: the strategy that does without.
    literal: the amount of the tip as it is read, which is marked; empty if it names none. field, players: who plays,
    and how many. unit: the unit of the gains.
    """

    deals: ClassVar[int] = 12_000
    label: str
    amounts: Mapping[str, str]
    without: str
    literal: str
    axis: str
    field: Field = "simple-1"
    players: int = 3
    unit: str = GAINS

    def axes(self) -> tuple[Axis, ...]:
        """The amounts, that of the tip marked."""
        names = tuple(f"{name}{MARK}" if name == self.literal else name for name in self.amounts)
        return (Axis(self.axis, range(len(names)), names),)

    def check(self, game: str, strategies_from: Sequence[Path]) -> None:
        """Raise InputError if there is no such table, strategy or amount."""
        if self.literal and self.literal not in self.amounts:
            raise InputError(f"'{self.label}': '{self.literal}' is none of its amounts: {', '.join(self.amounts)}")
        check_field(game, self.field, self.players)
        self.entrants(Sample(game, 0, 0, tuple(strategies_from)))

    def entrants(self, sample: Sample) -> Sequence[Player]:
        questions = [self._question(sample, strategy) for strategy in self.amounts.values()]
        return list(dict.fromkeys(player for question in questions for player in question.players()))

    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """The mean gain of each amount."""
        return {(number,): _rate_of(gains, sample.deals) for number, gains in enumerate(self.gains(sample))}

    def gains(self, sample: Sample) -> Iterator[np.ndarray]:
        """What each amount gains, by deal."""
        for strategy in self.amounts.values():
            question = self._question(sample, strategy)
            design, metric = question.lineups(), question.metric
            design.compile()
            yield effects(play_deals(design, (metric,), 0, sample.deals), metric) / effect_unit(design, metric)

    def _question(self, sample: Sample, strategy: str) -> Question:
        """An amount against doing without, in the same seats."""
        table = Table(sample.game, self.players, (), sample.seed, sample.strategies_from)
        named = isinstance(self.field, str)
        field = self.field if named else seated(sample.game, self.field, self.players, self.players - 1)
        return make_question(table, strategy, self.without, field=field, decision=Decision("loss_rate"))


@dataclass(frozen=True, eq=False)
class Halves(Doses):
    """What two halves of a tip gain over neither of them, on the same deals: each alone, both, each on average over
    doing with and without the other, and both beyond the sum of the two alone.

    amounts: the strategies with the first half alone, with the second one alone, and with both. apart: what the two
    halves are called.
    """

    deals: ClassVar[int] = 240_000
    apart: tuple[str, str] = ("", "")

    def axes(self) -> tuple[Axis, ...]:
        """The three strategies, then what follows from them."""
        (amounts,) = super().axes()
        names = (*amounts.names, *(half + ON_AVERAGE for half in self.apart), "both beyond their sum")
        return (Axis(HALVES, range(len(names)), names),)

    def gains(self, sample: Sample) -> Iterator[np.ndarray]:
        """What each of them gains, by deal."""
        first, second, both = super().gains(sample)
        yield from (first, second, both)
        yield from ((first + both - second) / 2, (second + both - first) / 2, both - first - second)


def _rate_of(gains: np.ndarray, deals: int) -> Rate:
    """The mean gain in games of 100, of the deals that have one."""
    mean = mean_of_values(100.0 * gains)
    return Rate(mean.value, mean.error, mean.low, mean.high, deals, mean.n, mean.n / deals)
