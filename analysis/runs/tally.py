"""Counting up a run piece by piece, in whole numbers: the same counts whatever the pieces, their order or workers."""

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.stats.estimate import sum_of_squares
from knotlab.analysis.stats.metrics import Metric, counted
from knotlab.analysis.stats.payoffs import Payoffs
from knotlab.sim.games import find as find_game
from knotlab.sim.kernels.seating import Seating
from knotlab.sim.protocol import CAPPED, FINISHED, STALLED, Match

# By how many turns a later game is more worth watching than an earlier one; of other kinds the first is kept.
BETTER = {"longest": operator.gt, "shortest": operator.lt}


@dataclass
class Sums:
    """Of one metric, by player and by seat: totals over games (and squares over deals), with the bounds of unfinished
    games.
    """

    total: np.ndarray
    squares: list[int]
    low: np.ndarray
    high: np.ndarray
    seat_total: np.ndarray
    seat_squares: list[list[int]]

    def merge(self, more: "Sums") -> None:
        """Add the sums of other games."""
        for name in ("total", "low", "high", "seat_total"):
            setattr(self, name, getattr(self, name) + getattr(more, name))
        self.squares = [a + b for a, b in zip(self.squares, more.squares, strict=True)]
        pairs = zip(self.seat_squares, more.seat_squares, strict=True)
        self.seat_squares = [[a + b for a, b in zip(*seats, strict=True)] for seats in pairs]


@dataclass
class Tally(Seating):
    """The counts of a run: games, how they ended, and sums of every metric by strategy.

    game: its name. groups: the player numbers of each strategy named (a strategy named twice is one group). rotations:
    games a deal.
    matches: matches are counted in place of games; `singles` is then how many games they had.
    """

    game: str
    groups: Sequence[Sequence[int]]
    n_players: int
    rotations: int
    matches: bool = False
    games: int = 0
    singles: int = 0
    deals: int = 0
    ends: np.ndarray = field(default_factory=lambda: np.zeros(3, np.int64))
    turns: int = 0
    decisions: int = 0
    free: int = 0
    places: Any = None
    telling: dict[str, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        m, n = len(self.groups), self.n_players
        self.places = np.zeros((m, n + 1), np.int64)
        self.sums = {
            name: Sums(
                np.zeros(m, np.int64),
                [0] * m,
                np.zeros(m, np.int64),
                np.zeros(m, np.int64),
                np.zeros((m, n), np.int64),
                [[0] * n for _ in range(m)],
            )
            for name in self.metrics
        }

    @property
    def metrics(self) -> dict[str, Metric]:
        """What is counted."""
        return counted(find_game(self.game), self.matches)

    def of(self, frame: pl.DataFrame) -> "Tally":
        """The counts of one part alone, for the same players."""
        counts = Tally(self.game, self.groups, self.n_players, self.rotations, self.matches)
        counts.add(frame)
        return counts

    def merge(self, later: "Tally") -> None:
        """Add the counts of games that come after those counted here."""
        for name in ("games", "singles", "deals", "ends", "turns", "decisions", "free", "places"):
            setattr(self, name, getattr(self, name) + getattr(later, name))
        for metric, sums in self.sums.items():
            sums.merge(later.sums[metric])
        for name, (game, turns) in later.telling.items():
            self._keep(name, game, turns)

    def add(self, frame: pl.DataFrame) -> None:
        """Count one part: whole deals, one row per game, in order."""
        games = frame.height
        values = {name: self._by_player(frame, name) for name in {each.field for each in self.metrics.values()}}
        self.games += games
        self.singles += int(frame["games"].sum()) if self.matches else games
        self.deals += self.deal_of(games)
        self.ends += np.bincount(frame["end"].to_numpy(), minlength=3)
        self.turns += int(frame["turns"].sum())
        self.decisions += int(frame["decisions"].sum())
        self.free += int(frame["free"].sum())
        numbers = frame["game"].to_numpy()
        for name, metric in self.metrics.items():
            self._add_metric(self.sums[name], metric.payoff(values[metric.field]), numbers)
        if "place" in values:
            for i, group in enumerate(self.groups):
                self.places[i] += np.bincount(values["place"][:, group].ravel(), minlength=self.n_players + 1)
        self._note_telling(frame)

    def _by_player(self, frame: pl.DataFrame, name: str) -> np.ndarray:
        """One result field of a part, shape (games, players)."""
        columns = [f"{name}_{player}" for player in range(self.n_players)]
        return frame.select(pl.col(columns).cast(pl.Int64)).to_numpy()  # refuses what is no whole number

    def _add_metric(self, sums: Sums, payoffs: Payoffs, numbers: np.ndarray) -> None:
        """One metric's sums: over the players of a group, over the games of a deal, and by seat."""
        for i, group in enumerate(self.groups):
            value = payoffs.value[:, group].sum(axis=1)
            by_deal = value.reshape(-1, self.rotations).sum(axis=1)
            sums.total[i] += by_deal.sum()
            sums.squares[i] += sum_of_squares(by_deal)
            sums.low[i] += payoffs.low[:, group].sum()
            sums.high[i] += payoffs.high[:, group].sum()
            self._add_seats(sums, i, payoffs.value, numbers)

    def _add_seats(self, sums: Sums, i: int, values: np.ndarray, numbers: np.ndarray) -> None:
        """One strategy's sums by seat: a deal's number is the sum over the players that have the strategy on that
        seat.
        """
        seats = {player: self.seat_of(player, numbers) for player in self.groups[i]}
        for seat in range(self.n_players):
            there = sum(np.where(on == seat, values[:, player], 0) for player, on in seats.items())
            by_deal = np.asarray(there).reshape(-1, self.rotations).sum(axis=1)
            sums.seat_total[i, seat] += by_deal.sum()
            sums.seat_squares[i][seat] += sum_of_squares(by_deal)

    def _note_telling(self, frame: pl.DataFrame) -> None:
        """The games worth watching: longest and shortest finished, first stalled and first capped."""
        turns, end, game = (frame[name].to_numpy() for name in ("turns", "end", "game"))
        finished = np.flatnonzero(end == FINISHED)
        rows = {"first stalled": np.flatnonzero(end == STALLED), "first capped": np.flatnonzero(end == CAPPED)}
        if len(finished):
            rows["longest"] = finished[[np.argmax(turns[finished])]]
            rows["shortest"] = finished[[np.argmin(turns[finished])]]
        for name, some in rows.items():
            if len(some):
                self._keep(name, int(game[some[0]]), int(turns[some[0]]))

    def _keep(self, name: str, game: int, turns: int) -> None:
        """Note a game as worth watching unless an earlier one is as good."""
        is_better = BETTER.get(name)
        if name not in self.telling or (is_better and is_better(turns, self.telling[name][1])):
            self.telling[name] = (game, turns)


def new_tally(game: str, names: Sequence[str], rotations: int, match: Match | None = None) -> Tally:
    """Empty counts of games, or of matches, for players by number; a strategy that is named twice is counted
    together.

    rotations: in how many rotations a deal is played. match: what a match is, if matches are counted.
    """
    groups = [[number for number, other in enumerate(names) if other == name] for name in dict.fromkeys(names)]
    return Tally(game, groups, len(names), rotations, match is not None)
