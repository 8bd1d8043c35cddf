"""Contrasts of rates: one number a deal from the sums of two ratios.

With N_d, M_d a deal's sums for a ratio, and R and m the ratio and the mean of M_d in a pilot of other deals, D_d = (N_d
- R M_d) / m + R. Its mean is the ratio but for a product of two errors of the pilot (the one-step form of the delta
method); against a threshold t it is (N_d - t M_d) / m, exactly proportional to what is asked. Deals without a case
count 0/0 and stay in.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from knotlab.analysis.claims.cells import Cell
from knotlab.analysis.claims.events import frames, spans
from knotlab.analysis.claims.tip import Contrast, Ratio
from knotlab.analysis.runs.play import make_job
from knotlab.sim.job import Job

SIDES = ("one", "other")
PLAYED = ("games", "unfinished")  # of each deal
# decisions with a case, of either ratio, that count in each game: games that hardly end must not outweigh all others
MOST_CASES = 20


def jobs(cell: Cell, seed: int, files: Sequence[Path] = ()) -> list[tuple[Job, ...]]:
    """The companies of each ratio; one entry if both are read from the same games."""
    contrast = cell.experiment
    assert isinstance(contrast, Contrast)
    sides = [ratio for ratio in (contrast.one, contrast.other) if ratio]
    tables = dict.fromkeys((side.rules, side.table, side.match) for side in sides)
    return [
        tuple(
            make_job(cell.tip.game, seats, seed=seed, rules=list(rules), match=match, strategies_from=files)
            for seats in ([table * cell.players] if table else cell.companies())
        )
        for rules, table, match in tables
    ]


def play(contrast: Contrast, tables: list[tuple[Job, ...]], purpose: str, first: int, count: int) -> pl.DataFrame:
    """Play consecutive deals: a row a deal with both ratios' sums, its games, and how many of them had no end."""
    ratios = [(side, ratio) for side, ratio in zip(SIDES, (contrast.one, contrast.other), strict=True) if ratio]
    sums = {name: np.zeros(count) for side in SIDES for name in (f"{side}_n", f"{side}_m")} | {
        name: np.zeros(count) for name in PLAYED
    }
    for i, companies in enumerate(tables):
        here = ratios if len(tables) == 1 else [ratios[i]]
        for job, begin, n in spans(companies, first, count):
            for name, values in _sums(replace(job, purpose=purpose), here, begin, n).items():
                sums[name][begin - first : begin - first + n] += values
    return pl.DataFrame({"deal": np.arange(first, first + count)} | sums)


def _sums(job: Job, ratios: list[tuple[str, Ratio]], first: int, count: int) -> dict[str, np.ndarray]:
    """A deal's sums for some ratios of one table, and its games there, each of shape (deals,)."""
    found = {f"{side}_{part}": np.zeros(count) for side, _ in ratios for part in "nm"}
    endless, end = np.zeros(count), "end" if ratios[0][1].by_games else "final_end"
    measures = [expression.alias(name) for side, ratio in ratios for name, expression in _parts(side, ratio)]
    for frame in frames(job, job.game_of(first), job.games_on(count), ratios[0][1].by_games):
        cases = frame.select("game", *measures).filter(pl.any_horizontal(pl.col("^.*_m$") != 0))
        rows = cases.filter(pl.col("game").cum_count().over("game") <= MOST_CASES)
        by_deal = rows.group_by((job.deal_of(pl.col("game")) - first).alias("at")).agg(pl.exclude("game").sum())
        for name in found:
            np.add.at(found[name], by_deal["at"].to_numpy(), by_deal[name].to_numpy())
        np.add.at(endless, job.deal_of(frame.filter(pl.col(end) != 0)["game"].unique().to_numpy()) - first, 1)
    return found | dict(zip(PLAYED, (np.full(count, job.rotations), endless), strict=True))


def _parts(side: str, ratio: Ratio) -> list[tuple[str, pl.Expr]]:
    """The two sums of a ratio as expressions by row."""
    case = ratio.among.cast(pl.Float64).fill_null(0.0)
    counted = pl.when(case != 0).then(ratio.of.cast(pl.Float64).fill_null(0.0)).otherwise(0.0)
    return [(f"{side}_n", counted), (f"{side}_m", case)]


def centre(deals: pl.DataFrame, contrast: Contrast) -> dict[str, float]:
    """What the pilot fixes: mean cases a deal and rate of each side."""
    facts: dict[str, float] = {}
    for side in SIDES[: 2 if contrast.other else 1]:
        m = float(deals[f"{side}_m"].mean())  # type: ignore[arg-type]
        facts |= {
            f"{side}_cases": m,
            f"{side}_rate": float(deals[f"{side}_n"].sum()) / max(float(deals[f"{side}_m"].sum()), 1e-300),
        }
    return facts


def effects(deals: pl.DataFrame, contrast: Contrast, facts: dict[str, float]) -> np.ndarray:
    """D of each deal, + for the claim, shape (deals,)."""
    n, m = deals["one_n"].to_numpy(), deals["one_m"].to_numpy()
    if contrast.other is None:
        return contrast.sign * (n - contrast.threshold * m) / facts["one_cases"]
    total = np.full(len(n), -contrast.threshold)
    for side, sign in zip(SIDES, (1, -1), strict=True):
        rate = facts[f"{side}_rate"]
        linear = (deals[f"{side}_n"].to_numpy() - rate * deals[f"{side}_m"].to_numpy()) / facts[f"{side}_cases"]
        total += sign * (linear + rate)
    return contrast.sign * total
