"""What-ifs: on each deal one position that the game really came to, two ways to go on from it, and which was better for
the player to move.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.claims.cells import Cell
from knotlab.analysis.claims.contrast import PLAYED
from knotlab.analysis.claims.events import logged, spans
from knotlab.analysis.claims.tip import Branch, WhatIf
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.metrics import METRICS
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim import games
from knotlab.sim.branch import CHOOSE, Positions, play_branches, positions
from knotlab.sim.job import Job
from knotlab.sim.protocol import FINISHED
from knotlab.strategies.resolve import player

LOT = (
    pl.col("step").cast(pl.Int64) * 7919 + pl.col("game") * 104_729
) % 10_007  # a position of each deal by lot, the same at every look


def jobs(cell: Cell, seed: int, files: Sequence[Path] = ()) -> tuple[Job, ...]:
    """The companies in whose games positions are taken, one a deal."""
    return tuple(
        make_job(cell.tip.game, seats, seed=seed, fixed_seats=True, strategies_from=files) for seats in cell.companies()
    )


def play(
    what_if: WhatIf, companies: Sequence[Job], purpose: str, first: int, count: int, files: Sequence[Path] = ()
) -> pl.DataFrame:
    """Play consecutive deals: a row a deal with `one_n`, the deal's number (the gain of the first branch over the
    second, or as `at_best` says), `one_m`, 1 if there was a position, the payoffs of both branches, in how many
    `games`, and how many of these had no end.

    files: with strategies of somebody's own, that branches may name.
    """
    return pl.concat(
        _play(what_if, replace(job, purpose=purpose), begin, n, files)
        for job, begin, n in spans(companies, first, count)
    )


def _play(what_if: WhatIf, job: Job, first: int, count: int, files: Sequence[Path]) -> pl.DataFrame:
    """The same, played by one company."""
    found = {name: np.zeros(count) for name in ("one_n", "one_m", "first", "second", *PLAYED)}
    for frame in logged(job, first, count):
        rows = frame.filter(what_if.where).sort("game", LOT)
        if what_if.at_best is None:
            rows = rows.unique("game", keep="first", maintain_order=True)
        if not rows.height:
            continue
        if what_if.at_best is None:
            payoffs, possible, endless = compare(what_if, job, rows, files)
        else:
            rows, payoffs, possible, endless = _best(what_if, job, rows, files)
        at = rows["game"].to_numpy() - first
        one, other = (what_if.sign * values for values in payoffs)
        gain = one - other if what_if.at_best is None else (one - other > what_if.at_best) - 0.5
        played = np.full(len(at), 2 * (what_if.rollouts if what_if.at_best is None else what_if.judged))
        for name, values in zip(found, (gain, np.ones(len(at)), one, other, played, endless), strict=True):
            found[name][at] = values * possible
    return pl.DataFrame({"deal": np.arange(first, first + count)} | found)


def _best(
    what_if: WhatIf, job: Job, rows: pl.DataFrame, files: Sequence[Path]
) -> tuple[pl.DataFrame, list[np.ndarray], np.ndarray, np.ndarray]:
    """The position of each game where the first branch gains most by its rollouts, and what further ones say of it."""
    payoffs, possible, _ = compare(what_if, job, rows, files)
    seen = np.where(possible, payoffs[0] - payoffs[1], -np.inf)
    order = (
        rows.with_row_index("row")
        .with_columns(seen=seen)
        .sort("game", "seen", descending=[False, True], maintain_order=True)
    )
    chosen = rows[order.unique("game", keep="first", maintain_order=True)["row"].to_numpy()]
    return chosen, *compare(replace(what_if, rollouts=what_if.judged), job, chosen, files, skipped=what_if.rollouts)


def compare(
    what_if: WhatIf, job: Job, rows: pl.DataFrame, files: Sequence[Path] = (), skipped: int = 0
) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    """The payoff of both branches, + for the player it is about, each of shape (positions,), the mean over rollouts;
    where both were possible; and how many of the rollouts had no end.

    skipped: rollouts to leave out before those that count.
    """
    start = positions(job, rows["game"].to_numpy(), rows["step"].to_numpy().astype(np.int64))
    whose = start.views[what_if.whose].astype(np.int64)
    possible = np.ones(rows.height, bool)
    payoffs, endless = [], np.zeros(rows.height)
    for branch in (what_if.first, what_if.second):
        begun = Positions(*(part.copy() for part in start))
        if branch.alter:
            possible &= branch.alter(begun, rows)
        results = _play_on(
            branch, job, begun, rows, skipped + what_if.rollouts, files, unseen=what_if.at_best is not None
        )
        counted = results[:, skipped:]
        payoffs.append(_payoff(what_if.metric, counted, whose, len(job.players)).mean(axis=1))
        endless += (counted["end"] != FINISHED).sum(axis=1)
    return payoffs, possible, endless


def _play_on(
    branch: Branch, job: Job, begun: Positions, rows: pl.DataFrame, rollouts: int, files: Sequence[Path], unseen: bool
) -> Any:
    """Results of a branch of each position, shape (positions, rollouts)."""
    moves = _moves(branch, job, rows)
    if branch.strategy is None:
        return play_branches(job, begun, moves, rollouts, unseen)[:, 0]
    seats, results = rows["seat"].to_numpy(), np.zeros((rows.height, rollouts), games.find(job.game).result)
    for seat in np.unique(seats):
        here = seats == seat
        other = list(job.players)
        other[seat] = player(
            job.game, branch.strategy, files
        )  # seats are fixed: the player of a number sits on the seat of that number
        results[here] = play_branches(
            replace(job, players=tuple(other)),
            Positions(*(part[here] for part in begun)),
            moves[here],
            rollouts,
            unseen,
        )[:, 0]
    return results


def _moves(branch: Branch, job: Job, rows: pl.DataFrame) -> np.ndarray:
    """The forced move of each position, shape (positions, 1, numbers of a move)."""
    width = len(games.find(job.game).move._fields)
    if branch.move is None:
        return np.full((rows.height, 1, width), CHOOSE, np.int64)
    numbers = {f"number {k}": expression.cast(pl.Int64) for k, expression in enumerate(branch.move)}
    return rows.with_columns(**numbers).select(*numbers).to_numpy()[:, None, :]  # a constant, too, for every position


def _payoff(name: str, results: Any, seats: np.ndarray, n_players: int) -> np.ndarray:
    """A metric for one seat of each position, + for the player, shape (positions, rollouts)."""
    metric = next(one for one in METRICS if one.name == name)
    values = metric.payoff(
        results[metric.field].reshape(-1, results[metric.field].shape[-1])[:, :n_players].astype(np.int64)
    ).value
    by_seat = values.reshape(*results.shape, n_players) / UNIT
    return metric.factor * by_seat[np.arange(len(seats)), :, seats] / metric.divisor(n_players)
