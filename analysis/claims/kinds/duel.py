"""Duels: a strategy that follows the tip against one that differs from it in that alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
import polars as pl

from knotlab.analysis.claims.model.experiment import ALL_SIZES, BETTER, FIELDS, Experiment, Sampler
from knotlab.analysis.claims.model.field import Field, Site
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import PLAYER, Meaning, meaning_of
from knotlab.analysis.duels.designs import effect_unit, effects, play_deals
from knotlab.analysis.duels.partings import TRACED_DEALS
from knotlab.analysis.duels.pilot import Pilot, play_pilot
from knotlab.analysis.duels.question import Decision, Question, make_question
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.metrics import metric_named, metrics_of
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job
from knotlab.strategies.resolve import strategy_hashes

LOST, WON = "loss_rate", "win_rate"


@dataclass(frozen=True, eq=False)
class Duel(Experiment):
    """A follows the tip, B differs from it in that alone; + if A is better.

    label: what it compares, in a few words. a, b: the two strategies, as on the command line. fields: named fields, or
    strategies, that take the other chairs in turn. rules: rule settings that differ from the game's defaults, as
    `KEY=VALUE`. design: who sits where (`knotlab.analysis.duels.designs`). metric: what decides; by default the share
    of games lost, or points. margin: the smallest effect that matters. means: what each verdict says about the tip.
    exact_to: as of every experiment.
    """

    kind = "duel"
    with_log = False
    traced: ClassVar[int] = TRACED_DEALS  # of the pilot's deals, in which different choices are counted
    label: str
    a: str
    b: str
    players: tuple[int, ...] = ALL_SIZES
    fields: tuple[Field, ...] = FIELDS
    rules: tuple[str, ...] = ()
    design: str = "field"
    metric: str | None = None
    margin: float = 0.005
    means: Mapping[Any, str] = field(default_factory=lambda: BETTER)
    exact_to: float | None = None

    def unit_in(self, game: str) -> str:
        """The metric that decides."""
        return metric_named(games.find(game), self.metric).name

    def meaning_in(self, game: str) -> Meaning:
        """What A has fewer or more of where the effect is above zero."""
        return meaning_of(metric_named(games.find(game), self.metric), PLAYER)

    def is_bounded(self, game: str) -> bool:
        return metric_named(games.find(game), self.metric).reach is not None

    def question(self, cell: Site, inquiry: Inquiry) -> Question:
        """What the duel of a cell is to settle."""
        opponents = None
        if self.design == "field":
            opponents = cell.field if isinstance(cell.field, str) else cell.others()
        decision = Decision(metric=self.metric, margin=self.margin * inquiry.wider)
        table = Table(cell.game, cell.players, self.rules, inquiry.seed, inquiry.strategies_from)
        a, b = self.players_of(cell, inquiry)
        return make_question(table, a, b, design=self.design, field=opponents, decision=decision)

    def players_of(self, cell: Site, inquiry: Inquiry) -> tuple[str, str]:
        """Who plays whom, spelled."""
        return self.a, self.b

    def check(self, game: str, inquiry: Inquiry) -> None:
        super().check(game, inquiry)
        if self.design != "field" and self.fields != ((self.b,),):
            raise InputError(
                f"'{self.label}': A and B alone are in the design '{self.design}'; write fields=(({self.b!r},),)"
            )

    def at(self, players: tuple[int, ...], field: Field | None) -> Experiment:
        """Where A and B are alone, they stay so."""
        return super().at(players, field if self.design == "field" else None)

    def jobs(self, cell: Site, inquiry: Inquiry) -> Sequence[Job]:
        return self.question(cell, inquiry).lineups().jobs()

    def play(self, cell: Site, inquiry: Inquiry, first: int, count: int) -> pl.DataFrame:
        """Some consecutive deals of a cell, in all rotations."""
        return play_deals(self.question(cell, inquiry).lineups(), metrics_of(games.find(cell.game)), first, count)

    def registration(self, cell: Site, inquiry: Inquiry) -> dict[str, Any]:
        facts = self.question(cell, inquiry).facts()
        if isinstance(facts["field"], str):  # its members are listed: a version's name adds nothing to the question
            facts["field"] = cell.field_name
        del facts["sources"]  # a cell is registered with those of its whole experiment
        return {"question": facts}

    def sources(self, cell: Site, inquiry: Inquiry) -> Any:
        return strategy_hashes(self.question(cell, inquiry).players())

    def pilot(self, cell: Site, inquiry: Inquiry, workers: int) -> Pilot:
        question = self.question(cell, inquiry)
        design = question.lineups()
        design.compile(traced=True)
        return play_pilot(design, question.metric, workers, traced=self.traced)

    def sampler(self, cell: Site, inquiry: Inquiry, pilot: Pilot) -> Sampler:
        question = self.question(cell, inquiry)
        design, metric = replace(question.lineups(), single=pilot.single), question.metric
        design.compile()
        unit = effect_unit(design, metric)

        def draw(first: int, count: int) -> np.ndarray:
            return effects(play_deals(design, (metric,), first, count), metric) / unit

        def draw_won(first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
            won = metric_named(games.find(cell.game), WON)
            deals = play_deals(design, (metric, won), first, count)
            return effects(deals, metric) / unit, effects(deals, won) / effect_unit(design, won)

        _, reach = pilot.margin_and_reach(metric, self.margin)
        cycle = len(design.sets) * design.shape.turns
        counts_wins = metric.name == LOST and cell.players > 2  # of two players one loses what the other wins
        beside = draw_won if counts_wins else None
        return Sampler(pilot, reach, self.is_bounded(cell.game), design.games, cycle, draw, beside)

    def describe(self, inquiry: Inquiry) -> str:
        rules = f", with {' '.join(self.rules)}" if self.rules else ""
        return f"a duel of {self.a} against {self.b} in the same seats of the same deals{rules}"
