"""What-ifs: on each deal one position that the game really came to, two ways to go on from it (or one against the mean
of several), and which was better for the player to move.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.claims.kinds.measured import CASES, PLAYED, JobsByTable, Measured
from knotlab.analysis.claims.kinds.positions import Branch, Outcomes, WaysOn, play_on
from knotlab.analysis.claims.model.events import columns_of, job_asking, logged, spans
from knotlab.analysis.claims.model.experiment import BETTER, FIELDS
from knotlab.analysis.claims.model.field import Field, Site
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import PLAYER, Meaning, meaning_of
from knotlab.analysis.claims.model.registration import expression_text, name_of_function
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.runs.conditions import check_measures
from knotlab.analysis.stats.metrics import metric_named
from knotlab.sim import games
from knotlab.sim.compiling.precompile import Kernel
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job, kernels_of_branches
from knotlab.sim.settings import unknown
from knotlab.strategies.resolve import player, strategy_hashes

OWN_SEAT = "seat"  # of the view: the player to move
GAIN, FIRST, SECOND = "gain", "first", "second"
# A position of each deal at random, the same at every look.
LOT = (pl.col("step").cast(pl.Int64) * 7919 + pl.col("game") * 104_729) % 10_007


@dataclass(frozen=True, eq=False)
class WhatIf(Measured):
    """Two branches from the same positions, one per deal, drawn at random; + if the first is better for the player.

    Parameters
    ----------
    label
        What it compares, in a few words.
    where
        Which decisions positions are taken from, as an expression of the event log; `holds(condition)` is one, too.
    first, second
        The two branches; as the second one several may stand: the first is held against the mean of those that are
        possible.
    margin
        The smallest effect that matters.
    metric
        By which metric payoffs count.
    fields
        Named fields, or strategies, that take all chairs in turn.
    players
        The sizes of table.
    rollouts
        How many times each branch is played on, with common random numbers.
    means
        What each verdict says about the tip.
    whose
        The field of the view that names the player whose payoff counts.
    sign
        -1 if that player's loss speaks for the tip.
    rules
        Rule settings that differ from the game's defaults, as `KEY=VALUE`.
    exact_to
        As of every experiment.
    """

    kind = "what-if"
    label: str
    where: pl.Expr
    first: Branch
    second: Branch | tuple[Branch, ...]
    margin: float = 0.005
    metric: str = "loss_rate"
    fields: tuple[Field, ...] = FIELDS
    players: tuple[int, ...] = (3,)
    rollouts: int = 4
    means: Mapping[Any, str] = field(default_factory=lambda: BETTER)
    whose: str = OWN_SEAT
    sign: int = 1
    rules: tuple[str, ...] = ()
    exact_to: float | None = None

    @property
    def branches(self) -> tuple[Branch, ...]:
        """All branches, the first one first."""
        return (self.first, self.second) if isinstance(self.second, Branch) else (self.first, *self.second)

    @property
    def measures(self) -> tuple[pl.Expr, ...]:
        """All that is read from the event log: where positions are, and the moves of branches."""
        return (self.where, *(number for branch in self.branches for number in branch.move or ()))

    def unit_in(self, game: str) -> str:
        return self.metric

    def meaning_in(self, game: str) -> Meaning:
        """What the player whose payoff counts has fewer or more of where the effect is above zero: after the first
        branch, against the others.
        """
        side = PLAYER if self.whose == OWN_SEAT else f"the {self.whose} player"
        return meaning_of(metric_named(games.find(game), self.metric), side).turned(self.sign)

    def kernels(self, cell: Site, inquiry: Inquiry) -> list[Kernel]:
        """All compiled functions that a cell needs: its games' and those that play on from positions."""
        return [*super().kernels(cell, inquiry), *kernels_of_branches(cell.game)]

    def functions(self) -> tuple[Callable[..., Any], ...]:
        return tuple(branch.alter for branch in self.branches if branch.alter)

    def check(self, game: str, inquiry: Inquiry) -> None:
        super().check(game, inquiry)
        rules = games.find(game)
        metric_named(rules, self.metric)
        if (fewest := min(self.rollouts, self.rollouts_that_count)) < 1:
            raise InputError(f"'{self.label}': rollouts are 1 or more, not {fewest}")
        if self.whose not in (rules.view.names or ()):
            raise unknown("field", self.whose, rules.view.names or (), f"in the view of {game}")
        known = columns_of(game, max(self.players))
        check_measures(self.measures, game, known, f"in the event log of {game}")

    def tables(self, cell: Site, inquiry: Inquiry) -> JobsByTable:
        """The line-ups in whose games positions are taken, one per deal."""
        how: dict[str, Any] = {"rules": list(self.rules), "fixed_seats": True}
        return [[job_asking(self.measures, cell.game, line_up, inquiry, **how) for line_up in cell.line_ups()]]

    def play_tables(
        self, tables: JobsByTable, strategies_from: Sequence[Path], purpose: str, first: int, count: int
    ) -> pl.DataFrame:
        """Play consecutive deals: the gain of the first branch over the second (`gain`), 1 if there was a
        position, the payoffs of both branches, the games, and how many of these had no end.
        """
        return pl.concat(
            self._play(replace(job, purpose=purpose), begin, n, strategies_from)
            for job, begin, n in spans(tables[0], first, count)
        )

    def _play(self, job: Job, first: int, count: int, strategies_from: Sequence[Path]) -> pl.DataFrame:
        """The same, played by one line-up."""
        columns = {name: np.zeros(count) for name in (GAIN, CASES, FIRST, SECOND, *PLAYED)}
        for frame in logged(job, first, count):
            rows = frame.filter(self.where).sort("game", LOT)
            if not rows.height:
                continue
            rows, outcomes = self.outcomes(job, rows, strategies_from)
            at = rows["game"].to_numpy() - first
            payoff, *others = (self.sign * payoffs for payoffs in outcomes.payoffs)
            alternative = others[0] if len(others) == 1 else _mean_of_possible(others, outcomes.possible[1:])
            played = np.full(len(at), self.rollouts_that_count * len(self.branches))
            values = (self.gain(payoff, alternative), np.ones(len(at)), payoff, alternative, played, outcomes.endless)
            for name, numbers in zip(columns, values, strict=True):
                columns[name][at] = numbers * outcomes.is_comparable
        return pl.DataFrame({"deal": np.arange(first, first + count)} | columns)

    @property
    def rollouts_that_count(self) -> int:
        """How many rollouts of each branch D is read from."""
        return self.rollouts

    def gain(self, payoff: np.ndarray, alternative: np.ndarray) -> np.ndarray:
        """D of some positions, by the payoffs of the first branch and of the others."""
        return np.asarray(payoff - alternative)

    def outcomes(self, job: Job, rows: pl.DataFrame, strategies_from: Sequence[Path]) -> tuple[pl.DataFrame, Outcomes]:
        """The position of each game that counts, and what came of it.

        rows: all positions of some games, in the order of a draw. Returns one row of each game: the first.
        """
        drawn = rows.unique("game", keep="first", maintain_order=True)
        return drawn, play_on(self.ways, job, drawn, strategies_from, self.rollouts)

    @property
    def ways(self) -> WaysOn:
        """What is asked of positions."""
        return WaysOn(self.branches, self.metric, self.whose)

    def centre(self, deals: pl.DataFrame) -> dict[str, float]:
        """The share of deals with a position."""
        return {CASES: float((deals[CASES] != 0).to_numpy().mean())}

    def effects(self, deals: pl.DataFrame, centre: dict[str, float]) -> np.ndarray:
        return deals[GAIN].to_numpy() / centre[CASES]

    def vrf(self, deals: pl.DataFrame) -> float:
        """What common random numbers are worth: the variance of two branches apart over that of their difference."""
        cases = deals.filter(pl.col(CASES) != 0)
        apart = cases[FIRST].to_numpy().var() + cases[SECOND].to_numpy().var()
        together = (cases[FIRST] - cases[SECOND]).to_numpy().var()
        return float(apart / together) if together > 0 else float("nan")

    def reach(self, cell: Site, pilot: Pilot) -> float:
        """The largest |D| that is possible where the payoff has a bound."""
        bound = self.bound(cell.game)
        return pilot.largest if bound is None else bound / pilot.centre[CASES]

    def is_bounded(self, game: str) -> bool:
        return self.bound(game) is not None

    def bound(self, game: str) -> float | None:
        """The largest |D| of a position by design; none if there is no bound."""
        return metric_named(games.find(game), self.metric).reach

    def games_per_deal(self, tables: JobsByTable) -> int:
        """The game of the position, and the rollouts that count."""
        return super().games_per_deal(tables) + len(self.branches) * self.rollouts_that_count

    def registration(self, cell: Site, inquiry: Inquiry) -> dict[str, Any]:
        return super().registration(cell, inquiry) | {
            "where": expression_text(self.where),
            "branches": [_as_plain(branch) for branch in self.branches],
            "rollouts": self.rollouts,
            "metric": self.metric,
            "whose": self.whose,
            "sign": self.sign,
        }

    def sources(self, cell: Site, inquiry: Inquiry) -> Any:
        """Hashes of the strategies at the table, and of those that branches name."""
        named = [branch.strategy for branch in self.branches if branch.strategy]
        players = [player(cell.game, strategy, inquiry.strategies_from) for strategy in named]
        return [*super().sources(cell, inquiry), strategy_hashes(players)]

    def describe(self, inquiry: Inquiry) -> str:
        others = len(self.branches) - 1
        ways = "two ways" if others == 1 else f"one way against the mean of {others} others"
        return (
            f"{ways} to continue from the same positions, one per deal, each played {self.rollouts} times with common "
            f"random numbers"
        )


def _mean_of_possible(payoffs: Sequence[np.ndarray], possible: np.ndarray) -> np.ndarray:
    """The mean over the branches that are possible in each position, 0 where none is."""
    return np.asarray(np.where(possible, payoffs, 0.0).sum(axis=0) / np.maximum(possible.sum(axis=0), 1))


def _as_plain(branch: Branch) -> list[Any]:
    move = None if branch.move is None else list(map(expression_text, branch.move))
    return [move, branch.alter and name_of_function(branch.alter), branch.strategy]
