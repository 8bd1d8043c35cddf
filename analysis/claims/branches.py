"""What-ifs: on each deal one position that the game really came to, two ways to go on from it, and which was better for the player to move."""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from analysis.claims.cells import Cell
from analysis.claims.events import logged
from analysis.claims.tip import Branch, WhatIf
from analysis.metrics import METRICS
from analysis.payoffs import UNIT
from analysis.play import make_job
from sim import games
from sim.branch import CHOOSE, Positions, play_branches, positions
from sim.job import Job

LOT = (pl.col("step").cast(pl.Int64) * 7919 + pl.col("game") * 104_729) % 10_007  # a position of each deal by lot, the same at every look


def job_of(cell: Cell, seed: int) -> Job:
    """The games from which positions are taken, one a deal."""
    return make_job(cell.tip.game, cell.seats(cell.players), seed=seed, fixed_seats=True)


def play(what_if: WhatIf, job: Job, purpose: str, first: int, count: int) -> pl.DataFrame:
    """Play consecutive deals: a row a deal with `one_n`, the gain of the first branch over the second, `one_m`, 1 if there was a position, and both payoffs."""
    job = replace(job, purpose=purpose)
    found = {name: np.zeros(count) for name in ("one_n", "one_m", "first", "second")}
    for frame in logged(job, first, count):
        rows = frame.filter(what_if.where).sort("game", LOT).unique("game", keep="first", maintain_order=True)
        if not rows.height:
            continue
        payoffs, possible = compare(what_if, job, rows)
        at = rows["game"].to_numpy() - first
        found["one_m"][at] = possible
        for name, values in zip(("first", "second"), payoffs, strict=True):
            found[name][at] = values * possible
    found["one_n"] = found["first"] - found["second"]
    return pl.DataFrame({"deal": np.arange(first, first + count)} | found)


def compare(what_if: WhatIf, job: Job, rows: pl.DataFrame) -> tuple[list[np.ndarray], np.ndarray]:
    """The mean payoff of both branches over the rollouts, + for the player, each of shape (positions,), and where both were possible."""
    start = positions(job, rows["game"].to_numpy(), rows["step"].to_numpy().astype(np.int64))
    possible = np.ones(rows.height, bool)
    payoffs = []
    for branch in (what_if.first, what_if.second):
        begun = Positions(*(part.copy() for part in start))
        if branch.alter:
            possible &= branch.alter(begun, rows)
        results = play_branches(job, begun, _moves(branch, job, rows), what_if.rollouts)[:, 0]
        payoffs.append(_payoff(what_if, results, rows["seat"].to_numpy(), len(job.players)))
    return payoffs, possible


def _moves(branch: Branch, job: Job, rows: pl.DataFrame) -> np.ndarray:
    """The forced move of each position, shape (positions, 1, numbers of a move)."""
    width = len(games.find(job.game).move._fields)
    if branch.move is None:
        return np.full((rows.height, 1, width), CHOOSE, np.int64)
    return rows.select(expression.cast(pl.Int64).alias(str(k)) for k, expression in enumerate(branch.move)).to_numpy()[:, None, :]


def _payoff(what_if: WhatIf, results: Any, seats: np.ndarray, n_players: int) -> np.ndarray:
    """The mean over the rollouts of a metric for one seat of each position, + for the player, shape (positions,)."""
    metric = next(one for one in METRICS if one.name == what_if.unit)
    values = metric.payoff(results[metric.field].reshape(-1, results[metric.field].shape[-1])[:, :n_players].astype(np.int64)).value
    by_seat = values.reshape(*results.shape, n_players).mean(axis=1) / UNIT
    return metric.factor * by_seat[np.arange(len(seats)), seats] / metric.divisor(n_players)
