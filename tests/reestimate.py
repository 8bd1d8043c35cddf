"""Sizes that are published, estimated again on other seeds by a few lines of their own: `make reestimate`.

Of the cells that are duels some are drawn by lot. Both strategies are played by `knotlab.play` in the same chairs of
the same deals, against the same line-ups, and what the first player lost is counted from the places of single games.
Each difference to the published size is divided by both standard errors together. The sum of their squares must lie
within the range that holds 99% of such sums, and no difference may be larger than 3.5 errors.
"""

import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from knotlab import play
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.on_top import CHAMPION
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.runs.fields import members

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
    """The published sizes of duels by games lost in a named field, those of champions under a rule included."""
    cells = pd.read_csv(FINDINGS / "cells.csv")
    kept = cells[(cells["kind"] == "duel") & (cells["unit"] == "loss_rate") & cells["error"].notna()]
    return kept[kept["field"].isin(["simple", "strong", "mixed", CHAMPION])].reset_index(drop=True)


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
    tip = tip_named(row.tip)
    (duel,) = (each for each in tip.experiments if isinstance(each, Duel) and each.label == row.label)
    groups = line_ups(tip.game, row.field, row.players)
    deals = -(-int(row.deals) // len(groups))
    by_group = []
    for number, others in enumerate(groups):
        own, without = (
            losses(tip.game, [name, *others], deals, seed + number, duel.rules) for name in (duel.a, duel.b)
        )
        by_group.append(without - own)
    mean = float(np.mean([group.mean() for group in by_group]))
    variance = sum(group.var(ddof=1) / deals for group in by_group) / len(groups) ** 2
    cell = f"{row.tip} {row.label}, {row.players} players, {row.field}"
    return Again(cell, row.effect, row.error, mean, variance**0.5, deals * len(groups))


def drawn(n: int, seed: int) -> Iterator[Again]:
    """Second estimates of some cells drawn by lot."""
    for row in sizes().sample(n, random_state=seed).itertuples():
        yield estimate(row, 10**6 * seed)


def main(n: int = 20, seed: int = 1) -> int:
    """Print the estimates side by side; exit status 1 if they are further apart than chance allows."""
    apart = []
    for again in drawn(n, seed):
        apart.append(again.apart)
        print(
            f"{again.cell:60} {100 * again.published:+6.2f} ±{196 * again.error:.2f}  again {100 * again.again:+6.2f} "
            f"±{196 * again.error_again:.2f}  on {again.deals:,} deals: {again.apart:+.2f} errors apart",
            flush=True,
        )
    total, (low, high) = sum(z * z for z in apart), stats.chi2.interval(0.99, n)
    farthest = max(map(abs, apart))
    print(f"sum of squares {total:.1f}, 99% of such sums lie in [{low:.1f}, {high:.1f}]; the farthest {farthest:.2f}")
    return int(not low <= total <= high or farthest > FARTHEST)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
