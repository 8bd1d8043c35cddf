"""What-ifs: on each deal one position that the game really came to, two ways to go on from it (or one against the mean
of several), and which was better for the player to move.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.claims.kinds.measured import CASES, PLAYED, JobsByTable, Measured
from knotlab.analysis.claims.kinds.positions import Branch, Outcomes, WaysOn, play_on
from knotlab.analysis.claims.model.events import logged, spans
from knotlab.analysis.claims.model.experiment import BETTER, FIELDS
from knotlab.analysis.claims.model.field import Field, Site
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import PLAYER, Meaning, meaning_of
from knotlab.analysis.claims.model.registration import expression_text, name_of_function
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.runs.play import make_job
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


class BestPosition(NamedTuple):
    """Ask for the best position of a deal rather than for one at random.

    Every position of a deal is tried, and the one where the first branch seems best by the rollouts is judged by
    others: D is 1 if it gains more than `least` there, or else 0, less a half. What the player cannot see is redealt
    in each of these rollouts: as dealt, the position found would be one where the first branch is lucky. Where no
    position gains so much, the others say yes at most half of the time. So a mean of D above 1/4 shows that more than
    half of the deals have such a position. A mean below shows nothing, as positions that gain little are missed.

    rollouts: how many others judge it.
    """

    least: float
    rollouts: int = 1000


@dataclass(frozen=True, eq=False)
class WhatIf(Measured):
    """Two branches from the same positions, one per deal, drawn at random; + if the first is better for the player.

    Parameters
    ----------
    label
        What it compares, in a few words.
    where
        Which decisions positions are taken from, as an expression of the event log.
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
    at_best
        Ask for the best position of each deal.
    rules
        Rule settings that differ from the game's defaults, as `KEY=VALUE`.
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
    at_best: BestPosition | None = None
    rules: tuple[str, ...] = ()

    @property
    def branches(self) -> tuple[Branch, ...]:
        """All branches, the first one first."""
        return (self.first, self.second) if isinstance(self.second, Branch) else (self.first, *self.second)

    def unit_in(self, game: str) -> str:
        return "deals" if self.at_best else self.metric

    def meaning_in(self, game: str) -> Meaning:
        """What the player whose payoff counts has fewer or more of where the effect is above zero: after the first
        branch, against the others.
        """
        if self.at_best:
            return Meaning(self.unit_in(game))
        side = PLAYER if self.whose == OWN_SEAT else f"the {self.whose} player"
        return meaning_of(metric_named(games.find(game), self.metric), side).turned(self.sign)

    def half_width(self, game: str) -> float:
        """Half the width that the interval of an effect's size is to have: half the margin if there are several
        branches, which are dear.
        """
        return super().half_width(game) if isinstance(self.second, Branch) else self.margin / 2

    def kernels(self, cell: Site, inquiry: Inquiry) -> list[Kernel]:
        """All compiled functions that a cell needs: its games' and those that play on from positions."""
        return [*super().kernels(cell, inquiry), *kernels_of_branches(cell.game)]

    def functions(self) -> tuple[Callable[..., Any], ...]:
        return tuple(branch.alter for branch in self.branches if branch.alter)

    def check(self, game: str, inquiry: Inquiry) -> None:
        super().check(game, inquiry)
        rules = games.find(game)
        metric_named(rules, self.metric)
        fewest = min(self.rollouts, self.at_best.rollouts if self.at_best else 1)
        if fewest < 1:
            raise InputError(f"'{self.label}': rollouts are 1 or more, not {fewest}")
        if self.whose not in (rules.view.names or ()):
            raise unknown("field", self.whose, rules.view.names or (), f"in the view of {game}")

    def tables(self, cell: Site, inquiry: Inquiry) -> JobsByTable:
        """The line-ups in whose games positions are taken, one per deal."""
        return [
            [
                make_job(
                    cell.game,
                    strategies,
                    seed=inquiry.seed,
                    rules=list(self.rules),
                    fixed_seats=True,
                    strategies_from=inquiry.strategies_from,
                )
                for strategies in cell.line_ups()
            ]
        ]

    def play_tables(
        self, tables: JobsByTable, strategies_from: Sequence[Path], purpose: str, first: int, count: int
    ) -> pl.DataFrame:
        """Play consecutive deals: the gain of the first branch over the second (or what `at_best` says), 1 if there was
        a position, the payoffs of both branches, the games, and how many of these had no end.
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
            if self.at_best is None:
                rows = rows.unique("game", keep="first", maintain_order=True)
            if not rows.height:
                continue
            rows, outcomes = self._outcomes(job, rows, strategies_from)
            at = rows["game"].to_numpy() - first
            payoff, *others = (self.sign * payoffs for payoffs in outcomes.payoffs)
            alternative = others[0] if len(others) == 1 else _mean_of_possible(others, outcomes.possible[1:])
            gain = payoff - alternative if self.at_best is None else (payoff - alternative > self.at_best.least) - 0.5
            played = np.full(len(at), self._rollouts_that_count * len(self.branches))
            values = (gain, np.ones(len(at)), payoff, alternative, played, outcomes.endless)
            for name, numbers in zip(columns, values, strict=True):
                columns[name][at] = numbers * _comparable(outcomes)
        return pl.DataFrame({"deal": np.arange(first, first + count)} | columns)

    @property
    def _rollouts_that_count(self) -> int:
        """How many rollouts of each branch D is read from."""
        return self.at_best.rollouts if self.at_best else self.rollouts

    def _outcomes(self, job: Job, rows: pl.DataFrame, strategies_from: Sequence[Path]) -> tuple[pl.DataFrame, Outcomes]:
        """The position of each game that counts, and what came of it."""
        ways = WaysOn(self.branches, self.metric, self.whose)
        if self.at_best is None:
            return rows, play_on(ways, job, rows, strategies_from, self.rollouts)
        tried = play_on(ways, job, rows, strategies_from, self.rollouts, unseen=True)
        seen = np.where(_comparable(tried), tried.payoffs[0] - tried.payoffs[1], -np.inf)
        order = (
            rows.with_row_index("row")
            .with_columns(seen=seen)
            .sort("game", "seen", descending=[False, True], maintain_order=True)
        )
        best = rows[order.unique("game", keep="first", maintain_order=True)["row"].to_numpy()]
        return best, play_on(
            ways, job, best, strategies_from, self.at_best.rollouts, skipped=self.rollouts, unseen=True
        )

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
        bound = 0.5 if self.at_best else metric_named(games.find(cell.game), self.metric).reach
        return pilot.largest if bound is None else bound / pilot.centre[CASES]

    def is_bounded(self, game: str) -> bool:
        return self.at_best is not None or metric_named(games.find(game), self.metric).reach is not None

    def games_per_deal(self, tables: JobsByTable) -> int:
        """The game of the position, and the rollouts that count."""
        return super().games_per_deal(tables) + len(self.branches) * self._rollouts_that_count

    def registration(self, cell: Site, inquiry: Inquiry) -> dict[str, Any]:
        return super().registration(cell, inquiry) | {
            "where": expression_text(self.where),
            "branches": [_as_plain(branch) for branch in self.branches],
            "rollouts": self.rollouts,
            "metric": self.metric,
            "whose": self.whose,
            "sign": self.sign,
            "at_best": self.at_best and list(self.at_best),
        }

    def sources(self, cell: Site, inquiry: Inquiry) -> Any:
        """Hashes of the strategies at the table, and of those that branches name."""
        named = [branch.strategy for branch in self.branches if branch.strategy]
        players = [player(cell.game, strategy, inquiry.strategies_from) for strategy in named]
        return [*super().sources(cell, inquiry), strategy_hashes(players)]

    def describe(self, inquiry: Inquiry) -> str:
        if self.at_best is None:
            ways = (
                "two ways"
                if len(self.branches) == 2
                else f"one way against the mean of {len(self.branches) - 1} others"
            )
            return (
                f"{ways} to continue from the same positions, one per deal, each played {self.rollouts} times with "
                f"common random numbers"
            )
        return (
            f"two ways to continue, from the position of each deal in which the first way looks best in "
            f"{self.rollouts} rollouts, judged by {self.at_best.rollouts} others, with hidden cards redealt in each"
        )


def _comparable(outcomes: Outcomes) -> np.ndarray:
    """Where the first branch was possible, and another one to hold it against."""
    return np.asarray(outcomes.possible[0] & outcomes.possible[1:].any(axis=0))


def _mean_of_possible(payoffs: Sequence[np.ndarray], possible: np.ndarray) -> np.ndarray:
    """The mean over the branches that are possible in each position, 0 where none is."""
    return np.asarray(np.where(possible, payoffs, 0.0).sum(axis=0) / np.maximum(possible.sum(axis=0), 1))


def _as_plain(branch: Branch) -> list[Any]:
    """What a branch is, as plain data."""
    move = None if branch.move is None else list(map(expression_text, branch.move))
    return [move, branch.alter and name_of_function(branch.alter), branch.strategy]
