"""Everybody against everybody: every set of strategies that fills a table, all on the same deals, each in all rotations."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import pandas as pd

from analysis.estimate import mean_of_deals
from analysis.payoffs import PLACE_METRICS, UNIT
from analysis.play import make_job
from sim.fanout import THREADS
from sim.run import run


@dataclass(frozen=True, eq=False)
class RoundRobin:
    """The results of a round robin for one number of players.

    sums: metric -> int64 array of shape (deals, strategies), payoffs in units of 1/840 summed over the tables and rotations of a deal.
    ahead: int64 array of shape (deals, strategies, strategies), games (counted double, halves for neither) in which one finished ahead of the other.
    """

    game: str
    names: tuple[str, ...]
    n_players: int
    seed: int
    games: int
    unfinished: int
    sums: dict[str, np.ndarray]
    ahead: np.ndarray

    @property
    def deals(self) -> int:
        """Deals, each played at every table."""
        return len(self.ahead)

    def ratings(self) -> pd.DataFrame:
        """A row a strategy, best (fewest losses) first: each metric's mean over all tables and seats, with its interval over deals."""
        seats = comb(len(self.names) - 1, self.n_players - 1) * self.n_players
        rows = []
        for i, name in enumerate(self.names):
            row = {"players": self.n_players, "strategy": name}
            for metric, values in self.sums.items():
                found = mean_of_deals(int(values[:, i].sum()), int((values[:, i] ** 2).sum()), self.deals, UNIT * seats)
                row |= {metric: found.value, f"{metric}_low": found.low, f"{metric}_high": found.high}
            rows.append(row | {"games": seats * self.deals, "deals": self.deals})
        return pd.DataFrame(rows).sort_values("loss_rate", ignore_index=True)

    def pairs(self) -> pd.DataFrame:
        """A row for each two strategies: the share of the games between them in which the first finished ahead, with its interval over deals."""
        games = comb(len(self.names) - 2, self.n_players - 2) * self.n_players
        rows = []
        for i, j in itertools.permutations(range(len(self.names)), 2):
            counts = self.ahead[:, i, j]
            found = mean_of_deals(int(counts.sum()), int((counts**2).sum()), self.deals, 2 * games)
            row = {"players": self.n_players, "strategy": self.names[i], "against": self.names[j], "ahead": found.value}
            rows.append(row | {"ahead_low": found.low, "ahead_high": found.high, "games": games * self.deals})
        return pd.DataFrame(rows)


def round_robin(
    game: str,
    names: Sequence[str],
    n_players: int,
    n_deals: int,
    *,
    seed: int,
    rules: Sequence[str] = (),
    workers: int | None = None,
    backend: str = THREADS,
    on_progress: Callable[[int], None] | None = None,
) -> RoundRobin:
    """Play every set of `n_players` of the strategies on the same `n_deals` deals, in all rotations."""
    m = len(names)
    sums = {metric: np.zeros((n_deals, m), np.int64) for metric in PLACE_METRICS}
    ahead = np.zeros((n_deals, m, m), np.int64)
    games = unfinished = 0
    for table in itertools.combinations(range(m), n_players):
        job = make_job(game, [names[i] for i in table], seed=seed, rules=rules)
        first = 0
        for frame in run(job, n_deals, workers=workers, backend=backend, on_progress=on_progress):
            deals = slice(first, first + frame.height // n_players)
            first = deals.stop
            places = np.column_stack([frame[f"place_{player}"].to_numpy() for player in range(n_players)]).astype(np.int64)
            games += frame.height
            unfinished += int((frame["end"] != 0).sum())
            _add(sums, ahead, table, places, deals, n_players)
    return RoundRobin(game, tuple(names), n_players, seed, games, unfinished, sums, ahead)


def _add(sums: dict[str, np.ndarray], ahead: np.ndarray, table: Sequence[int], places: np.ndarray, deals: slice, n: int) -> None:
    """Count one table's games, shape (games, players), into its deals."""

    def by_deal(values: np.ndarray) -> np.ndarray:
        return values.reshape(-1, n, *values.shape[1:]).sum(axis=1)

    for metric, payoff in PLACE_METRICS.items():
        sums[metric][deals, table] += by_deal(payoff(places).value)
    order = np.where(places == 0, n + 1, places)  # those still holding cards are behind those who are out, and level with each other
    for (a, i), (b, j) in itertools.permutations(enumerate(table), 2):
        ahead[deals, i, j] += by_deal(2 * (order[:, a] < order[:, b]) + (order[:, a] == order[:, b]))
