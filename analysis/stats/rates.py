"""Shares and means measured in play: ratios of per-deal sums, with an interval by the delta method.

A rate is the sum of one measure over the sum of another, over all decisions of the event log or all games of a run. The
games of one deal are not independent, so the deal is the sampling unit. With N_d and M_d a deal's sums over all its
rotations, and R the ratio of their totals, the standard error of R is that of the mean of N_d - R M_d divided by the
mean of M_d (Cochran, Sampling Techniques, 3rd ed., section 2.11). Deals without a case count 0/0 and are kept.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from knotlab.analysis.stats.estimate import Estimate
from knotlab.analysis.stats.intervals import CONFIDENCE, SHARE, interval
from knotlab.sim.errors import InputError
from knotlab.sim.storage.result_files import Real

if TYPE_CHECKING:  # it takes long to import, and a rate that is published needs none
    import polars as pl


@dataclass(frozen=True)
class Rate(Estimate):
    """A ratio with its standard error and interval over n deals.

    cases: the total of the denominator. covered: the share of deals with a case.
    """

    cases: Real
    covered: Real

    def of_share(self) -> Rate:
        """The same rate with the interval of a share, for a measure that is 0 or 1 in every case."""
        low, high = interval(self.value, self.error, round(self.covered * self.n), CONFIDENCE, SHARE)
        return replace(self, low=low, high=high)


def rate(rows: pl.LazyFrame, of: pl.Expr, among: pl.Expr, rotations: int, n_deals: int) -> Rate:
    """The total of one measure over the total of another, with an interval over the run's deals.

    Parameters
    ----------
    rows : polars.LazyFrame
        A frame with the column `game`, such as `PlayResult.scan_log()`.
    of : polars.Expr
        The numerator, a number or a truth value per row; counts only where `among` is not 0.
    among : polars.Expr
        The denominator, a number or a truth value per row.
    rotations : int
        The number of games on each deal.
    n_deals : int
        The number of deals played, including those without a case.

    Returns
    -------
    Rate
        With as many degrees of freedom as there are deals with a case, but one. If `of` is a truth value, the interval
        is Wilson's, within 0..1; without one where fewer than two deals have a case.

    Raises
    ------
    InputError
        A measure cannot be computed from the columns, or has no finite value in some case.
    """
    found = rates_by(rows, of, among, rotations, n_deals, ())
    return found[()] if found else _ratio(dict.fromkeys(("n", "m"), 0.0), n_deals)


def rates_by(
    rows: pl.LazyFrame,
    of: pl.Expr,
    among: pl.Expr,
    rotations: int,
    n_deals: int,
    by: Sequence[str],
) -> dict[tuple[Any, ...], Rate]:
    """The same for each combination of the values of some columns, in their order, as far as there are rows.

    Parameters
    ----------
    rows, of, among, rotations, n_deals
        As for `rate`.
    by : sequence of str
        The columns.

    Returns
    -------
    dict
        The rates by values; each rests on all deals, with a case or without.
    """
    import polars as pl

    case = among.cast(pl.Float64).fill_null(0.0)
    value = of.cast(pl.Float64)
    counted = pl.when(case != 0).then(value.fill_null(0.0)).otherwise(0.0)
    keys = [pl.col(name).alias(f"by {number}") for number, name in enumerate(by)]
    names = [f"by {number}" for number in range(len(by))]
    try:
        is_share = rows.select(of.alias("of")).collect_schema()["of"] == pl.Boolean
        has_none = ~case.is_finite() | ((case != 0) & ~value.is_finite().fill_null(is_share))
        sums = (
            rows.select(
                *keys, (pl.col("game") // rotations).alias("deal"), counted.alias("n"), case.alias("m"),
                has_none.alias("none"),
            )
            .group_by(*names, "deal").agg(pl.col("n").sum(), pl.col("m").sum(), pl.col("none").sum())
            .group_by(pl.lit(0).alias("all"), *names).agg(
                n=pl.col("n").sum(), m=pl.col("m").sum(), nn=(pl.col("n") ** 2).sum(), mm=(pl.col("m") ** 2).sum(),
                nm=(pl.col("n") * pl.col("m")).sum(), covered=(pl.col("m") != 0).sum(), none=pl.col("none").sum(),
            ).sort(*names, "all").collect(engine="streaming")
        )  # fmt: skip
    except pl.exceptions.PolarsError as error:
        is_too_large = "from `i128` to `i64`" in str(error)
        why = "a number in it is larger than 64 bits hold" if is_too_large else " ".join(str(error).split())[:200]
        raise InputError(f"the measure cannot be computed: {why}") from None
    if none := sums["none"].sum():
        raise InputError(
            f"the measure has no value, or not a finite one, in {none:,} rows, as where something is divided by 0; "
            f"leave them out of the cases"
        )
    ratios = {tuple(row[name] for name in names): _ratio(row, n_deals) for row in sums.to_dicts()}
    if not is_share:
        return ratios
    return {key: each.of_share() if 0 <= each.value <= 1 else each for key, each in ratios.items()}


def _ratio(sums: dict[str, float], n: int) -> Rate:
    """The ratio and its interval from the sums, squares and products over deals."""
    if sums["m"] == 0:
        return Rate(math.nan, math.nan, math.nan, math.nan, n, 0.0, 0.0)
    value, covered = sums["n"] / sums["m"], sums["covered"] / n
    if n < 2:
        return Rate(value, math.nan, math.nan, math.nan, n, sums["m"], covered)
    squares = sums["nn"] - 2 * value * sums["nm"] + value * value * sums["mm"]  # of N_d - R M_d, whose sum is 0
    error = math.sqrt(max(squares, 0.0) / (n - 1) * n) / abs(sums["m"])
    low, high = interval(value, error, int(sums["covered"]), CONFIDENCE)
    return Rate(value, error, low, high, n, sums["m"], covered)
