"""Everybody against everybody: every set of strategies that fills a table, all on the same deals, each in all
rotations.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import pandas as pd

from knotlab.analysis.defaults import Progress, untold
from knotlab.analysis.runs.fields import usual_players
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import mean_of
from knotlab.analysis.stats.intervals import SHARE
from knotlab.analysis.stats.metrics import counted
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.tournaments.counts import finishing
from knotlab.sim import games as game_list
from knotlab.sim.playing.fanout import THREADS
from knotlab.sim.playing.run import run
from knotlab.sim.protocol import Game


@dataclass(frozen=True, eq=False)
class RoundRobin:
    """The results of a round robin for one number of players.

    sums: metric -> int64 array of shape (deals, strategies), payoffs in units of 1/840 summed over the tables and
    rotations of a deal. ahead: int64 array of shape (deals, strategies, strategies), games (counted double, halves for
    neither) in which one finished ahead of the other, or scored more in games without places.
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
        """One row per strategy, best first (fewest losses, or highest score): each metric's mean over all tables and
        seats, with its interval over deals.
        """
        seats = comb(len(self.names) - 1, self.n_players - 1) * self.n_players
        rows, known = [], counted(game_list.find(self.game))
        for i, name in enumerate(self.names):
            row = {"players": self.n_players, "strategy": name}
            for metric, values in self.sums.items():
                row |= mean_of(values[:, i], UNIT * seats, bounds=known[metric].range_of(self.n_players)).columns(
                    metric
                )
            rows.append(row | {"games": seats * self.deals, "deals": self.deals})
        by_places = "loss_rate" in self.sums
        return pd.DataFrame(rows).sort_values(
            "loss_rate" if by_places else "mean_score", ascending=by_places, ignore_index=True
        )

    def pairs(self) -> pd.DataFrame:
        """A row for each two strategies: the share of the games between them in which the first finished ahead, with
        its interval over deals.
        """
        games = comb(len(self.names) - 2, self.n_players - 2) * self.n_players
        rows = []
        for i, j in itertools.permutations(range(len(self.names)), 2):
            row = {"players": self.n_players, "strategy": self.names[i], "against": self.names[j]}
            share = mean_of(self.ahead[:, i, j], 2 * games, bounds=SHARE)
            rows.append(row | share.columns("ahead") | {"games": games * self.deals})
        return pd.DataFrame(rows)


def round_robin(
    table: Table,
    names: Sequence[str],
    n_deals: int,
    *,
    workers: int | None = None,
    backend: str = THREADS,
    on_progress: Progress = untold,
) -> RoundRobin:
    """Play every set of strategies that fills the table on the same `n_deals` deals, in all rotations.

    table: where it is played: game, number of players, rule settings, seed. Returns a record of who finishes ahead of
    whom.
    """
    n_players = usual_players(table.game) if table.players is None else table.players
    m, game = len(names), game_list.find(table.game)
    sums = {metric: np.zeros((n_deals, m), np.int64) for metric in counted(game)}
    ahead = np.zeros((n_deals, m, m), np.int64)
    games = unfinished = 0
    for chosen in itertools.combinations(range(m), n_players):
        job = table.job([names[i] for i in chosen])
        first = 0
        for frame in run(job, n_deals, workers=workers, backend=backend, on_progress=on_progress):
            deals = slice(first, first + frame.height // n_players)
            first = deals.stop
            fields = {
                name: np.column_stack([frame[f"{name}_{player}"] for player in range(n_players)]).astype(np.int64)
                for name, _ in game.result_fields
            }
            games += frame.height
            unfinished += int((frame["end"] != 0).sum())
            _add(sums, ahead, chosen, fields, deals, game)
    return RoundRobin(table.game, tuple(names), n_players, table.seed, games, unfinished, sums, ahead)


def _add(
    sums: dict[str, np.ndarray],
    ahead: np.ndarray,
    chosen: Sequence[int],
    fields: dict[str, np.ndarray],
    deals: slice,
    game: Game,
) -> None:
    """Count one table's games, each result field of shape (games, players), into its deals."""
    n = len(chosen)

    def by_deal(values: np.ndarray) -> np.ndarray:
        return np.asarray(values.reshape(-1, n, *values.shape[1:]).sum(axis=1))

    for name, metric in counted(game).items():
        sums[name][deals, chosen] += by_deal(metric.payoff(fields[metric.field]).value)
    field = "place" if "place" in fields else "score"
    order = finishing(field, fields[field])
    for (a, i), (b, j) in itertools.permutations(enumerate(chosen), 2):
        ahead[deals, i, j] += by_deal(2 * (order[:, a] < order[:, b]) + (order[:, a] == order[:, b]))
