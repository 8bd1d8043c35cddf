"""A share or a mean over the decisions of a run: its measures, its value with an interval, and the games it is read
from.
"""

from dataclasses import dataclass
from typing import Any

import pandas as pd
import polars as pl

from knotlab.analysis.result import Conditions, Result
from knotlab.analysis.runs.measures import measure
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.stats.rates import Rate, rate
from knotlab.sim.errors import InputError
from knotlab.sim.storage.pieces import widened


@dataclass(frozen=True, repr=False)
class MeasuredRate(Result, Rate):
    """A rate with the measures that it is the ratio of. Plot: `interval`.

    of: what is counted or averaged; among: over which decisions. played: the games whose log it is read from. run: that
    log is of it, None if it is of no run.
    """

    of: str
    among: str
    played: Conditions
    run: PlayResult | None = None

    @property
    def conditions(self) -> Conditions:
        """The game, rules, players and seed that the result is about."""
        return self.played

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        known = {name: value for name, value in vars(self).items() if name not in ("played", "run")}
        return known | {"complete": self.run.complete if self.run else 1.0}

    def to_pandas(self) -> pd.DataFrame:
        """One row: both measures, the value with its interval, standard error, cases and deals."""
        names = ("of", "among", "value", "low", "high", "error", "cases", "n", "covered")
        return pd.DataFrame([{name: getattr(self, name) for name in names}]).rename(columns={"n": "deals"})


def measured(
    rows: pl.LazyFrame, of: str | pl.Expr, among: str | pl.Expr, played: Conditions, deals: int
) -> MeasuredRate:
    """The total of one measure over that of another in an event log.

    rows: the event log, or some of its rows. of: what is counted (a condition) or averaged (a number), as text or as a
    Polars expression. among: over which decisions, as a condition; or weights. played: the conditions of the run.
    deals: how many deals were played, with a case or without. Raises InputError if a measure cannot be read or worked
    out, or there is no case.
    """
    names = rows.collect_schema().names()
    numerator, denominator = (
        measure(each, played.game, names) if isinstance(each, str) else each for each in (of, among)
    )
    ratio = rate(widened(rows), numerator, denominator, 1 if played.fixed_seats else played.players, deals)
    if not ratio.cases:
        raise InputError(
            f"no decision of these games is one with {among}; knotlab view {played.game} says what the columns hold"
        )
    return MeasuredRate(**vars(ratio), of=str(of), among=str(among), played=played)
