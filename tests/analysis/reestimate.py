"""Sizes that are published, estimated again on other seeds by a few lines of their own: `make reestimate`.

Some cells are drawn by lot: duels, what-ifs and rates, champions under a rule among them. Of a duel both strategies are
played by `knotlab.play` in the same chairs of the same deals, against the same line-ups, and what the first player lost
is counted from the places of single games. Of a what-if other positions are drawn and played on; who came last is
counted here. A rate is counted in the rows of other games. Each difference to the published size is divided by both
standard errors together. The sum of their squares must lie within the range that holds 99% of such sums, and no
difference may be larger than 3.5 errors. The mean difference toward larger effects is told as well: cells share their
deals, so it says less than as many independent ones would.
"""

import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
import pandas as pd
import polars as pl
from scipy import stats

from knotlab import play
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.kinds import positions
from knotlab.analysis.claims.kinds.contrast import Contrast, Ratio
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.on_top import CHAMPION
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.events import frames, logged
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.runs.fields import members
from knotlab.analysis.runs.play import make_job
from knotlab.sim.playing.job import Job

FARTHEST = 3.5


class Again(NamedTuple):
    """A published size and a second estimate, with their standard errors."""

    cell: str
    published: float
    error: float
    again: float
    error_again: float
    deals: int

    @property
    def apart(self) -> float:
        """How many joint errors lie between the two."""
        return (self.again - self.published) / float(np.hypot(self.error, self.error_again))


def sizes() -> pd.DataFrame:
    """The published sizes that can be estimated again: duels by games lost in a named field, those of champions under a
    rule included, what-ifs by games lost, and rates.
    """
    cells = pd.read_csv(FINDINGS / "cells.csv")
    cells = cells[cells["error"].notna()]
    is_lost = cells["unit"] == "loss_rate"
    duels = (cells["kind"] == "duel") & is_lost & cells["field"].isin(["simple", "strong", "mixed", CHAMPION])
    return cells[duels | (cells["kind"] == "what-if") & is_lost | (cells["kind"] == "rate")].reset_index(drop=True)


def losses(game: str, players: list[str], deals: int, seed: int, settings: tuple[str, ...]) -> np.ndarray:
    """The share of a deal's games that the first player lost, shape (deals,). He plays each deal from every seat."""
    n = len(players)
    with tempfile.TemporaryDirectory() as folder:
        run = play(game, players, games=deals * n, seed=seed, set=settings, out=f"{folder}/run", progress=False)
        places = run.scan().sort("game").select(f"place_{player}" for player in range(n)).collect().to_numpy()
    return first_lost(places).reshape(deals, n).mean(axis=1)


def first_lost(places: np.ndarray) -> np.ndarray:
    """By how much the first player lost each game, from places of shape (games, players): whoever is without a place
    still holds cards, and several of them share the loss; otherwise the last one loses.

    >>> first_lost(np.array([[3, 1, 2], [1, 0, 0], [0, 0, 1], [0, 0, 0]])).tolist()
    [1.0, 0.0, 0.5, 0.3333333333333333]
    """
    is_behind = np.where((places == 0).any(axis=1)[:, None], places == 0, places == places.max(axis=1)[:, None])
    return np.asarray(is_behind[:, 0] / is_behind.sum(axis=1))


def line_ups(game: str, field: str, n_players: int) -> list[list[str]]:
    """The other players: a field's strategies in turn, from each of them on, or champions alone."""
    names = [CHAMPION] if field == CHAMPION else members(game, field, n_players)
    return [[*islice(names * n_players, start, start + n_players - 1)] for start in range(len(names))]


def estimate(row: Any, seed: int) -> Again:
    """One cell on other deals, as many as the published size has."""
    cell = next(
        each
        for each in cells_of(tip_named(row.tip))
        if (each.experiment.label, each.players, each.field_name) == (row.label, row.players, row.field)
    )
    by_group = {"duel": duelled, "what-if": tried, "rate": rated}[row.kind](cell, int(row.deals), seed)
    mean = float(np.mean([group.mean() for group in by_group]))
    variance = sum(group.var(ddof=1) / len(group) for group in by_group) / len(by_group) ** 2
    name = f"{row.tip} {row.label}, {row.players} players, {row.field}"
    return Again(name, row.effect, row.error, mean, variance**0.5, sum(map(len, by_group)))


def duelled(cell: Cell, deals: int, seed: int) -> list[np.ndarray]:
    """What the second side of a duel lost more than the first, by deal, of each line-up."""
    duel, groups = cell.experiment, line_ups(cell.game, cell.field_name, cell.players)
    assert isinstance(duel, Duel)
    by_group = []
    for number, others in enumerate(groups):
        own, without = (
            losses(cell.game, [name, *others], -(-deals // len(groups)), seed + number, duel.rules)
            for name in (duel.a, duel.b)
        )
        by_group.append(without - own)
    return by_group


def came_last(job: Job, metric: str, results: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """By how much each position's player lost, of shape (positions, rollouts)."""
    places = results["place"][..., : len(job.players)].astype(int)
    n = places.shape[-1]
    turned = np.take_along_axis(places, (seats[:, None, None] + np.arange(n)) % n, axis=-1)
    return first_lost(turned.reshape(-1, n)).reshape(places.shape[:-1])


def tried(cell: Cell, deals: int, seed: int) -> list[np.ndarray]:
    """How much less often the player whose games count lost after the first branch than after the others, by position;
    positions of each deal are drawn at random.
    """
    what_if, found = cell.experiment, []
    assert isinstance(what_if, WhatIf)
    (jobs,) = what_if.tables(cell, Inquiry(seed=seed))
    with mock.patch.object(positions, "_payoff", came_last):
        for job in jobs:
            for frame in logged(job, 0, -(-deals // len(jobs))):
                rows = frame.filter(what_if.where).sample(fraction=1, shuffle=True, seed=seed)
                rows = rows.unique("game", keep="first", maintain_order=True).sort("game")
                if rows.height:
                    played = positions.play_on(what_if.ways, job, rows, [], what_if.rollouts)
                    others = np.ma.masked_array(played.payoffs[1:], ~played.possible[1:]).mean(axis=0)
                    numbers = np.asarray(others - played.payoffs[0])[played.is_comparable]
                    found.append(what_if.sign * numbers)
    return [np.concatenate(found)]


def rated(cell: Cell, deals: int, seed: int) -> list[np.ndarray]:
    """A rate against its threshold, or less another rate, as numbers by deal whose mean it is (linear in totals)."""
    contrast = cell.experiment
    assert isinstance(contrast, Contrast)
    numbers = 0.0
    for ratio, sign in zip(contrast.ratios, (1, -1), strict=False):
        totals, cases = counted(contrast, ratio, cell, deals, seed)
        rate = totals.sum() / cases.sum()
        numbers = numbers + sign * ((totals - rate * cases) / cases.mean() + rate)
    return [contrast.sign * (np.asarray(numbers) - contrast.threshold)]


def counted(contrast: Contrast, ratio: Ratio, cell: Cell, deals: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A ratio's totals and cases by deal; the first cases of a game count, as many as the contrast says."""
    groups = [list(ratio.table) * cell.players] if ratio.table else cell.line_ups()
    each, sums = -(-deals // len(groups)), np.zeros((2, len(groups), -(-deals // len(groups))))
    for number, players in enumerate(groups):
        job = make_job(cell.game, players, seed=seed + number, rules=list(ratio.rules), match=ratio.match)
        for frame in frames(job, 0, each * job.rotations, ratio.by_games):
            of, among = (measure.cast(pl.Float64).fill_null(0.0) for measure in (ratio.of, ratio.among))
            rows = frame.select("game", of=of, among=among).filter(pl.col("among") != 0)
            if contrast.most_cases:
                rows = rows.group_by("game", maintain_order=True).head(contrast.most_cases)
            for total, name in zip(sums[:, number], ("of", "among"), strict=True):
                np.add.at(total, rows["game"].to_numpy() // job.rotations, rows[name].to_numpy())
    return sums[0].ravel(), sums[1].ravel()


def drawn(n: int, seed: int) -> Iterator[Again]:
    """Second estimates of some cells drawn by lot."""
    for row in sizes().sample(n, random_state=seed).itertuples():
        yield estimate(row, 10**6 * seed)


def main(n: int = 20, seed: int = 1) -> int:
    """Print the estimates side by side; exit status 1 if they are further apart than chance allows."""
    apart, larger = [], []
    for again in drawn(n, seed):
        apart.append(again.apart)
        larger.append(again.apart if again.published > 0 else -again.apart)
        print(
            f"{again.cell:60} {100 * again.published:+6.2f} ±{196 * again.error:.2f}  again {100 * again.again:+6.2f} "
            f"±{196 * again.error_again:.2f}  on {again.deals:,} deals: {again.apart:+.2f} errors apart",
            flush=True,
        )
    total, (low, high) = sum(z * z for z in apart), stats.chi2.interval(0.99, n)
    farthest = max(map(abs, apart))
    print(f"sum of squares {total:.1f}, 99% of such sums lie in [{low:.1f}, {high:.1f}]; the farthest {farthest:.2f}")
    print(
        f"toward larger effects {np.mean(larger):+.2f} errors on average, ±{1.96 / n**0.5:.2f} if they were independent"
    )
    return int(not low <= total <= high or farthest > FARTHEST)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
