"""Contrasts of rates: a rate against a threshold, or less another rate, as one number per deal.

With N_d, M_d a deal's sums for a ratio, and R and m the ratio and the mean of M_d in a pilot of other deals, D_d = (N_d
- R M_d) / m + R. Its mean is the ratio but for a product of two errors of the pilot (the one-step form of the delta
method); against a threshold t it is (N_d - t M_d) / m, exactly proportional to what is asked. Deals without a case
count 0/0 and stay in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.claims.kinds.measured import CASES, PLAYED, JobsByTable, Measured
from knotlab.analysis.claims.model.events import columns_of, frames, job_asking, spans
from knotlab.analysis.claims.model.experiment import BETTER, FIELDS, with_changes
from knotlab.analysis.claims.model.field import Field, Site
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import Meaning, check_unit
from knotlab.analysis.claims.model.registration import expression_text
from knotlab.analysis.runs.conditions import check_measures, conditions_in
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job
from knotlab.sim.protocol import Match

# Decisions with a case, of either ratio, that usually count in each game, so that games that hardly end do not outweigh
# all others.
MOST_CASES = 20
TOTAL = "total"
SIDES = ("", "other_")  # how the columns of the two ratios begin


@dataclass(frozen=True, eq=False)
class Ratio:
    """The total of one measure over the total of another.

    Beside the log's columns the rows have the game's result for the player who decides as `final_place` (or
    `final_score`), and the `final_turns` and `final_end` of the game.

    of, among: the measures: `of` counts only where `among` is not 0; `holds(condition)` is one, too. rules: rule
    settings under which it is read, as `KEY=VALUE`. table: the strategies of all chairs, by turns; empty: those of the
    contrast's field. by_games: read it from rows of games (`knotlab.sim.playing.run.frame_of`) rather than of
    decisions. match: read it from rows of matches (`knotlab.sim.playing.match.play_matches`).
    """

    of: pl.Expr
    among: pl.Expr
    rules: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    by_games: bool = False
    match: Match | None = None

    @property
    def measures(self) -> tuple[pl.Expr, pl.Expr]:
        """Both measures."""
        return self.of, self.among

    def sums(self, side: str) -> list[pl.Expr]:
        """Both measures by row, as columns whose names begin so."""
        case = self.among.cast(pl.Float64).fill_null(0.0)
        counted = pl.when(case != 0).then(self.of.cast(pl.Float64).fill_null(0.0)).otherwise(0.0)
        return [counted.alias(side + TOTAL), case.alias(side + CASES)]

    def as_plain(self) -> list[Any]:
        """What it asks, as plain data."""
        return [
            expression_text(self.of),
            expression_text(self.among),
            list(self.rules),
            list(self.table),
            self.by_games,
            self.match,
        ]


@dataclass(frozen=True, eq=False)
class Contrast(Measured):
    """A ratio against a threshold, or less another ratio.

    label: what it compares, in a few words. other: the rate that it is compared with; none: the threshold alone.
    threshold: what the rate, or the difference, is compared with. margin: the smallest effect that matters. unit: the
    unit of the effect, such as `share` or `cards`. fields: named fields, or strategies, that take all chairs in turn.
    sign: 1 if more speaks for the tip, -1 if less does. means: what each verdict says about the tip. most_cases: how
    many cases of each game count, the first ones; none: all of them. exact_to: as of every experiment.
    """

    kind = "rate"
    label: str
    ratio: Ratio
    other: Ratio | None
    threshold: float
    margin: float
    unit: str
    fields: tuple[Field, ...] = FIELDS
    players: tuple[int, ...] = (3,)
    sign: int = 1
    means: Mapping[Any, str] = field(default_factory=lambda: BETTER)
    most_cases: int | None = MOST_CASES
    exact_to: float | None = None

    def under(self, rules: tuple[str, ...]) -> "Contrast":
        """The same contrast with some rule settings changed for each ratio."""
        ratio, *other = (replace(ratio, rules=with_changes(ratio.rules, rules)) for ratio in self.ratios)
        return replace(self, ratio=ratio, other=other[0] if other else None)

    @property
    def ratios(self) -> list[Ratio]:
        """The one ratio, or both."""
        return [ratio for ratio in (self.ratio, self.other) if ratio]

    def unit_in(self, game: str) -> str:
        return self.unit

    def meaning_in(self, game: str) -> Meaning:
        """Whether an effect above zero says that the rate is higher, or lower."""
        return Meaning(self.unit).turned(self.sign)

    def check(self, game: str, inquiry: Inquiry) -> None:
        super().check(game, inquiry)
        check_unit(self.unit)
        for ratio in self.ratios:
            known = columns_of(game, max(self.players), ratio.by_games, ratio.match is not None)
            where = f"in what '{self.label}' is read from"
            if (ratio.by_games or ratio.match) and (conditions := conditions_in(ratio.measures)):
                raise InputError(f"the condition '{conditions[0]}' is about decisions, and there are none {where}")
            check_measures(ratio.measures, game, known, where)

    def tables(self, cell: Site, inquiry: Inquiry) -> JobsByTable:
        """The line-ups of each ratio; one entry if both are read from the same games."""
        settings = dict.fromkeys((ratio.rules, ratio.table, ratio.match) for ratio in self.ratios)
        measures = [each for ratio in self.ratios for each in ratio.measures]
        return [
            [
                job_asking(measures, cell.game, strategies, inquiry, rules=list(rules), match=match)
                for strategies in ([list(islice(cycle(table), cell.players))] if table else cell.line_ups())
            ]
            for rules, table, match in settings
        ]

    def play_tables(
        self, tables: JobsByTable, strategies_from: Sequence[Path], purpose: str, first: int, count: int
    ) -> pl.DataFrame:
        """Play consecutive deals: both ratios' sums, a deal's games, and how many of them had no end."""
        columns = [side + column for side in SIDES for column in (TOTAL, CASES)]
        sums = {name: np.zeros(count) for name in (*columns, *PLAYED)}
        sides = list(zip(SIDES, self.ratios, strict=False))
        for i, line_ups in enumerate(tables):
            read_here = sides if len(tables) == 1 else [sides[i]]
            for job, begin, n in spans(line_ups, first, count):
                for name, values in _sums(replace(job, purpose=purpose), read_here, begin, n, self.most_cases).items():
                    sums[name][begin - first : begin - first + n] += values
        return pl.DataFrame({"deal": np.arange(first, first + count)} | sums)

    def centre(self, deals: pl.DataFrame) -> dict[str, float]:
        """Mean cases per deal and rate of each side."""
        facts: dict[str, float] = {}
        for side, _ in zip(SIDES, self.ratios, strict=False):
            total, cases = float(deals[side + TOTAL].sum()), float(deals[side + CASES].sum())
            facts[side + CASES] = float(deals[side + CASES].mean())  # type: ignore[arg-type]
            facts[f"{side}rate"] = total / max(cases, 1e-300)
        return facts

    def effects(self, deals: pl.DataFrame, centre: dict[str, float]) -> np.ndarray:
        """D of each deal, + for the claim."""
        total, cases = deals[TOTAL].to_numpy(), deals[CASES].to_numpy()
        if self.other is None:
            return self.sign * (total - self.threshold * cases) / centre[CASES]
        numbers = np.full(len(total), -self.threshold)
        for side, sign in zip(SIDES, (1, -1), strict=True):
            rate = centre[f"{side}rate"]
            linear = (deals[side + TOTAL].to_numpy() - rate * deals[side + CASES].to_numpy()) / centre[side + CASES]
            numbers += sign * (linear + rate)
        return self.sign * numbers

    def registration(self, cell: Site, inquiry: Inquiry) -> dict[str, Any]:
        return super().registration(cell, inquiry) | {
            "ratio": self.ratio.as_plain(),
            "other": self.other.as_plain() if self.other else None,
            "threshold": self.threshold,
            "sign": self.sign,
            "most_cases": self.most_cases,
        }

    def describe(self, inquiry: Inquiry) -> str:
        other = f"the threshold {self.threshold:g}" if self.other is None else "the other rate"
        together = "" if self.other is None else " of both rates together"
        is_cut = self.most_cases is not None and not self.ratio.by_games
        most = f" (the first {self.most_cases} cases of a game{together} count)" if is_cut else ""
        return f"a rate read from the event log{most}, against {other}"


def _sums(
    job: Job, ratios: Sequence[tuple[str, Ratio]], first: int, count: int, most_cases: int | None
) -> dict[str, np.ndarray]:
    """A deal's sums for some ratios of one table, and its games there, each of shape (deals,)."""
    sums = {side + column: np.zeros(count) for side, _ in ratios for column in (TOTAL, CASES)}
    by_games = ratios[0][1].by_games
    endless, end = np.zeros(count), "end" if by_games else "final_end"
    measures = [expression for side, ratio in ratios for expression in ratio.sums(side)]
    for frame in frames(job, job.game_of(first), job.games_on(count), by_games):
        has_case = pl.any_horizontal(pl.col(side + CASES) != 0 for side, _ in ratios)
        rows = frame.select("game", *measures).filter(has_case)
        counted = rows if most_cases is None else rows.filter(pl.col("game").cum_count().over("game") <= most_cases)
        by_deal = counted.group_by((job.deal_of(pl.col("game")) - first).alias("at")).agg(pl.exclude("game").sum())
        for name in sums:
            np.add.at(sums[name], by_deal["at"].to_numpy(), by_deal[name].to_numpy())
        np.add.at(endless, job.deal_of(frame.filter(pl.col(end) != 0)["game"].unique().to_numpy()) - first, 1)
    return sums | dict(zip(PLAYED, (np.full(count, job.rotations), endless), strict=True))
