"""Curves and surfaces of claims: a rate by groups over a fixed number of deals, with intervals by the delta method."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

import polars as pl

from knotlab.analysis.claims import branches
from knotlab.analysis.claims.cells import Cell
from knotlab.analysis.claims.events import logged, spans
from knotlab.analysis.claims.finding import Line, Plane
from knotlab.analysis.claims.kept import line_from_plain, line_to_plain, read_again
from knotlab.analysis.claims.record import code_name, named
from knotlab.analysis.claims.tip import Branch, Curve, Gains, Shown, Spread, Surface, Tables, Tip, WhatIf
from knotlab.analysis.runs.play import DEFAULT_SEED, make_job
from knotlab.analysis.runs.provenance import rules_hash
from knotlab.analysis.stats.intervals import student
from knotlab.analysis.stats.rates import Rate, rate
from knotlab.analysis.stats.variance import GROUPS
from knotlab.analysis.tournaments.tournament import make_setup
from knotlab.analysis.tournaments.tournament import sources as sources_of_variance
from knotlab.sim.files import write_whole
from knotlab.sim.job import STREAM_VERSION, Job, compile_ahead
from knotlab.sim.store import RunFolder
from knotlab.strategies.resolve import players, strategy_hashes

LEAST_CASES = 30  # a group or a cell with fewer is not shown
PIECE = 250  # deals played at a time


def curve_of(tip: Tip, curve: Shown, deals: int, seed: int, files: Sequence[Path], out: Path | None) -> Line | Plane:
    """A curve: read again if the folder has it, else played, and kept there if there is one."""
    if out is None:
        return play_curve(tip, curve, deals, seed, files)
    path = out / f"{tip.id}-curve-{named(_record(tip, curve, deals, seed, files))}.json"
    if path.exists():
        return read_again(path, partial(line_from_plain, curve))
    line = play_curve(tip, curve, deals, seed, files)
    with RunFolder(out).writing():
        out.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(line_to_plain(line), indent=1).encode())
    return line


def _record(tip: Tip, curve: Shown, deals: int, seed: int, files: Sequence[Path]) -> dict[str, Any]:
    """All that a curve depends on, as plain data."""
    if isinstance(curve, Spread):
        entrants = make_setup(
            tip.game, curve.strategies, n_players=curve.players, seed=seed, strategies_from=files
        ).entrants
    elif isinstance(curve, Tables):
        entrants = players(tip.game, curve.tables, files)
    else:
        entrants = players(tip.game, [name for company in _companies(tip, curve) for name in company], files)
    told = {
        "claim": tip.id,
        "kind": type(curve).__name__,
        "deals": deals,
        "seed": seed,
        "stream_version": STREAM_VERSION,
    }
    told |= {
        "asked": {field.name: _plain(getattr(curve, field.name)) for field in fields(curve)},
        "least_cases": LEAST_CASES,
    }
    told |= {
        "strategies": [(one.name, one.values) for one in entrants],
        "sources": strategy_hashes(entrants),
        "rules_sources": rules_hash(tip.game),
    }
    return told


def _plain(value: Any) -> Any:
    """What a curve asks as plain data: expressions as text, functions by name."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return code_name(value) if isinstance(value, FunctionType) else str(value)


def _companies(tip: Tip, curve: Curve | Surface | Gains) -> list[list[str]]:
    """Who sits at a curve's table."""
    return Cell(tip, None, curve.table, curve.players).companies()  # type: ignore[arg-type]


def play_curve(
    tip: Tip, curve: Shown, deals: int, seed: int = DEFAULT_SEED, files: Sequence[Path] = ()
) -> Line | Plane:
    """Play a curve's table on so many deals."""
    line = _played(tip, curve, deals, seed, files)
    return line if curve.unit != "share" else replace(line, rates=tuple(one.of_share() for one in line.rates))


def _played(tip: Tip, curve: Shown, deals: int, seed: int, files: Sequence[Path]) -> Line | Plane:
    """The same, with intervals as they come."""
    if isinstance(curve, Spread):
        return _spread(tip, curve, deals, seed, files)
    if isinstance(curve, Tables):
        return _tables(tip, curve, deals, seed, files)
    fixed = isinstance(curve, Gains)
    jobs = [
        replace(make_job(tip.game, seats, seed=seed, fixed_seats=fixed, strategies_from=files), purpose="play")
        for seats in _companies(tip, curve)
    ]
    for job in jobs:
        compile_ahead(job, log=True)
    if isinstance(curve, Gains):
        return _gains(curve, jobs, deals)
    if isinstance(curve, Surface):
        return _plane(curve, jobs, deals)
    return _line(curve, _sums(curve.of, curve.among, {"group": curve.group}, jobs, deals), deals)


def _sums(of: pl.Expr, among: pl.Expr, groups: Mapping[str, pl.Expr], jobs: Sequence[Job], deals: int) -> pl.DataFrame:
    """The totals of a rate's two measures, n and m, by deal and group."""
    case = among.cast(pl.Float64).fill_null(0.0)
    counted = pl.when(case != 0).then(of.cast(pl.Float64).fill_null(0.0)).otherwise(0.0)
    sums = []
    for start in range(0, deals, PIECE):
        for job, first, count in spans(jobs, start, min(PIECE, deals - start)):
            frame = pl.concat(logged(job, job.game_of(first), job.games_on(count)))
            rows = frame.select(
                job.deal_of(pl.col("game")).alias("game"), counted.alias("n"), case.alias("m"), **groups
            )
            sums.append(rows.filter(pl.col("m") != 0).group_by("game", *groups).sum())
    return pl.concat(sums).group_by("game", *groups).sum()


def _plane(surface: Surface, jobs: Sequence[Job], deals: int) -> Plane:
    """Rates of the cells that have cases enough, row by row."""
    groups = {"row": surface.rows.group, "column": surface.columns.group}
    inside = surface.rows.group.is_in(surface.rows.values) & surface.columns.group.is_in(surface.columns.values)
    sums = _sums(surface.of, surface.among.cast(pl.Float64) * inside, groups, jobs, deals)
    cells = {
        (int(row), int(column)): part
        for (row, column), part in sums.partition_by("row", "column", as_dict=True).items()
    }
    shown = tuple(sorted(cell for cell, part in cells.items() if part["m"].sum() >= LEAST_CASES))
    return Plane(surface, shown, tuple(_rate(cells[cell], deals) for cell in shown))


def _gains(curve: Gains, jobs: Sequence[Job], deals: int) -> Line:
    """What-ifs side by side: the mean gain of each way, over the deals that have such a position."""
    rates = []
    for alter in curve.alters:
        asked = WhatIf(
            curve.label, curve.where, Branch(None, alter), Branch(None, curve.other), rollouts=curve.rollouts
        )
        found = branches.play(asked, jobs, "play", 0, deals).filter(pl.col("one_m") != 0)["one_n"].to_numpy() * 100.0
        mean, error = float(found.mean()), float(found.std(ddof=1) / len(found) ** 0.5)
        low, high = student(mean, error, len(found), 0.95)
        rates.append(Rate(mean, error, low, high, deals, len(found), len(found) / deals))
    return Line(curve, tuple(range(len(rates))), tuple(rates))


def _spread(tip: Tip, spread: Spread, deals: int, seed: int, files: Sequence[Path]) -> Line:
    """The shares of the sources of variance in a tournament's tables."""
    setup = make_setup(tip.game, spread.strategies, n_players=spread.players, seed=seed, strategies_from=files)
    parts = zip(*sources_of_variance(setup, deals, workers=1), strict=True)
    rates = tuple(
        Rate(float(share), float(error), *student(share, error, GROUPS, 0.95), deals, deals, 1.0)
        for share, error in parts
    )
    return Line(spread, tuple(range(len(rates))), rates)


def _tables(tip: Tip, curve: Tables, deals: int, seed: int, files: Sequence[Path]) -> Line:
    """The same rate at one table after another."""
    jobs = [make_job(tip.game, [name] * curve.players, seed=seed, strategies_from=files) for name in curve.tables]
    for job in jobs:
        compile_ahead(job, log=True)
    rates = tuple(_rate(_sums(curve.of, curve.among, {}, [job], deals), deals) for job in jobs)
    return Line(curve, tuple(range(len(rates))), rates)


def _line(curve: Curve, sums: pl.DataFrame, deals: int) -> Line:
    """Rates of the groups that have cases enough, in their order."""
    cases: dict[Any, float] = dict(sums.group_by("group").agg(pl.col("m").sum()).drop_nulls().iter_rows())
    groups = tuple(sorted(group for group, m in cases.items() if m >= LEAST_CASES))
    if curve.of_all:
        whole = sums.group_by("game").agg(pl.col("m").sum())
        parts = [
            whole.join(sums.filter(pl.col("group") == group).select("game", n="m"), "game", how="left").with_columns(
                pl.col("n").fill_null(0)
            )
            for group in groups
        ]
    else:
        parts = [sums.filter(pl.col("group") == group) for group in groups]
    return Line(curve, groups, tuple(_rate(part, deals) for part in parts))


def _rate(part: pl.DataFrame, deals: int) -> Rate:
    """The rate of deals' totals."""
    return rate(part.lazy(), pl.col("n"), pl.col("m"), 1, deals)
