"""What came of games between named strategies: a table by strategy, by deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from knotlab.analysis.result import RECORD, Conditions, Result
from knotlab.analysis.runs.tally import Tally, new_tally
from knotlab.analysis.stats.estimate import Estimate, mean_of_deals
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job
from knotlab.sim.protocol import CAPPED, STALLED, Match
from knotlab.sim.storage.pieces import Span, strays, undamaged
from knotlab.sim.storage.run_folder import MANIFEST, RunFolder, mixed_versions

if TYPE_CHECKING:  # it takes long to import, and a printed run needs none
    import pandas as pd


class Games(int):
    """The games of a run: called, rows that are read from its folder. It is their number, too, as it was before 0.3."""

    run: PlayResult

    def __new__(cls, run: PlayResult) -> Games:
        self = super().__new__(cls, run.n_games)
        self.run = run
        return self

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return int, (int(self),)  # a copy is the number alone

    def __call__(self) -> pl.LazyFrame:
        """A row for each game of each player, lazily, with his strategy's name, his seat and his first cards; raises
        InputError if no games were kept, or they were matches.
        """
        return self.run._rows_of_players()


@dataclass(frozen=True, eq=False, repr=False)
class PlayResult(Result):
    """What a run of games came to. Shares are 0..1, places 1..n; intervals are over deals."""

    game: str
    players: tuple[str, ...]  # by player number, spelt in full
    rules: Mapping[str, Any]
    seed: int
    fixed_seats: bool
    tally: Tally
    seconds: float
    confidence: float = 0.95
    folder: Path | None = None
    match: Match | None = None  # matches were played: they stand in the place of games
    record: str = ""  # as in `Conditions`
    job: Job | None = None  # what was played; None if the result was read from a folder
    planned: int | None = None  # games that the run is to have; None if it has them all
    missing: tuple[Span, ...] = ()  # the pieces that its folder lacks: numbers from, to
    strays: tuple[Path, ...] = ()  # what lies among its pieces and is none
    unrepeatable: tuple[str, ...] = ()  # the players who need not decide alike whenever a game is played again

    @property
    def n_games(self) -> int:
        """Games played (whole deals)."""
        return self.tally.games

    @property
    def games(self) -> Games:
        """Called, the games of each player, as `Games` says; deprecated as a number: `n_games` is that."""
        return Games(self)

    @property
    def complete(self) -> float:
        """The share of the run's games that have been played, 0..1."""
        return self.n_games / self.planned if self.planned else 1.0

    @property
    def deals(self) -> int:
        """Deals played, each in all its rotations."""
        return self.tally.deals

    @property
    def conditions(self) -> Conditions:
        n_players, mixed = self.tally.n_players, mixed_versions(self.folder)
        played = self.seed, self.n_games, self.match, self.fixed_seats, mixed, self.unrepeatable, self.record
        return Conditions(self.game, n_players, self.rules, *played)

    @property
    def unfinished(self) -> int:
        """Games that stalled or were capped."""
        return int(self.tally.ends[STALLED] + self.tally.ends[CAPPED])

    @property
    def names(self) -> list[str]:
        """The strategies as spelt in full, each once."""
        return [self.players[group[0]] for group in self.tally.groups]

    def estimate(self, metric: str, strategy: int) -> Estimate:
        """A metric's mean a game for one strategy: `win_rate`, `loss_rate` and `mean_place` where there are places,
        else `mean_score` and the like.
        """
        sums, players, n = self.tally.sums[metric], self.tally.groups[strategy], self.tally.n_players
        scale, bounds = UNIT * self.tally.rotations * len(players), self.tally.metrics[metric].range_of(n)
        estimate = mean_of_deals(
            int(sums.total[strategy]), sums.squares[strategy], self.deals, scale, self.confidence, bounds
        )
        if bounds and len(players) == n and self.deals:  # everybody's places add up to the same in every game
            return Estimate(estimate.value, 0.0, estimate.value, estimate.value, self.deals)
        return estimate

    def estimate_on_seat(self, metric: str, strategy: int, seat: int) -> Estimate:
        """The same over the games in which the strategy sat on one seat; NaN if it never did."""
        sums, group = self.tally.sums[metric], self.tally.groups[strategy]
        n_games = sum(
            1 for player in group for game in range(self.tally.rotations) if self.tally.seat_of(player, game) == seat
        )
        deals = self.deals if n_games else 0
        return mean_of_deals(
            int(sums.seat_total[strategy, seat]),
            sums.seat_squares[strategy][seat],
            deals,
            UNIT * max(n_games, 1),
            self.confidence,
            self.tally.metrics[metric].range_of(self.tally.n_players),
        )

    def bounds(self, metric: str, strategy: int) -> tuple[float, float]:
        """The least and greatest mean that the unfinished games could have made of it."""
        sums, scale = self.tally.sums[metric], UNIT * self.n_games * len(self.tally.groups[strategy])
        return int(sums.low[strategy]) / scale, int(sums.high[strategy]) / scale

    def to_pandas(self) -> pd.DataFrame:
        """One row per strategy: each metric with its interval (`_low`, `_high`) and the bounds of unfinished games
        (`_least`, `_greatest`).
        """
        import pandas as pd

        rows = []
        for i, name in enumerate(self.names):
            row: dict[str, Any] = {"strategy": name, "seats": len(self.tally.groups[i])}
            for metric in self.tally.metrics:
                estimate, (least, greatest) = self.estimate(metric, i), self.bounds(metric, i)
                row |= estimate.columns(metric)
                row |= {f"{metric}_least": least, f"{metric}_greatest": greatest}
            rows.append(row | {"deals": self.deals, "games": self.n_games})
        return pd.DataFrame(rows)

    def by_seat(self) -> pd.DataFrame:
        """A row for each strategy and seat (seat 0 is dealt to first), each metric with its interval over deals."""
        import pandas as pd

        rows = []
        for i, name in enumerate(self.names):
            for seat in range(self.tally.n_players):
                row: dict[str, Any] = {"strategy": name, "seat": seat}
                for metric in self.tally.metrics:
                    row |= self.estimate_on_seat(metric, i, seat).columns(metric)
                rows.append(row)
        return pd.DataFrame(rows)

    def places(self) -> pd.DataFrame:
        """One row per strategy: the share of its games that ended in each place, and unfinished while it held cards;
        empty in games without places.
        """
        import pandas as pd

        if not self.tally.places.any():
            return pd.DataFrame({"strategy": self.names})
        n = self.tally.n_players
        shares = self.tally.places / self.tally.places.sum(axis=1, keepdims=True)
        table = pd.DataFrame(
            shares[:, [*range(1, n + 1), 0]], columns=[*(f"place_{k}" for k in range(1, n + 1)), "unfinished"]
        )
        table.insert(0, "strategy", self.names)
        return table

    def facts(self) -> dict[str, Any]:
        """The run in numbers: games, deals, ends, lengths, speed."""
        tally = self.tally
        matches = {"mean_match_games": tally.singles / max(tally.games, 1)} if self.match else {}
        return matches | {
            "games": tally.games,
            "deals": tally.deals,
            "complete": self.complete,
            "unfinished_share": self.unfinished / max(tally.games, 1),
            "stalled": int(tally.ends[STALLED]),
            "capped": int(tally.ends[CAPPED]),
            "mean_turns": tally.turns / max(tally.games, 1),
            "decisions": tally.decisions,
            "seconds": self.seconds,
            "games_per_second": tally.games / self.seconds if self.seconds else float("nan"),
            "seed": self.seed,
            "telling_games": {name: index for name, (index, _) in sorted(tally.telling.items())},
        }

    def scan(self) -> pl.LazyFrame:
        """All games lazily from the run folder; raises InputError if none was kept."""
        return self._kept().scan()

    def _rows_of_players(self) -> pl.LazyFrame:
        """As `Games`, called, returns them."""
        from knotlab.analysis.runs.player_games import GameRows, PlayerGames
        from knotlab.sim.games import find

        if self.match:
            raise InputError("matches have no rows by game; play single games, without --match")
        names, tally, fields = (
            list(dict.fromkeys(self.players)),
            self.tally,
            [name for name, _ in find(self.game).result_fields],
        )
        numbers, seated = np.array([names.index(name) for name in self.players]), np.arange(tally.n_players)

        def rows() -> Iterator[GameRows]:
            for frame in self.pieces():
                game = frame["game"].to_numpy()
                by_player = {
                    name: np.column_stack([frame[f"{name}_{player}"].to_numpy() for player in seated]).astype(np.int64)
                    for name in fields
                }
                yield GameRows(
                    game,
                    tally.deal_of(game),
                    tally.seat_of(seated, game[:, None]),
                    np.broadcast_to(numbers, (len(game), len(seated))),
                    by_player,
                    frame["end"].to_numpy(),
                    frame["turns"].to_numpy(),
                    len(seated),
                )

        self._kept()
        return PlayerGames(self.game, self.rules, self.seed, len(seated), tuple(names), tuple(fields), rows).scan()

    def pieces(self) -> Iterator[pl.DataFrame]:
        """All games from the run folder, some whole deals at a time, in order; raises InputError if none was kept."""
        kept = self._kept()
        for number in kept.numbers():
            frame = kept.read_piece(number)
            assert frame is not None
            yield frame

    def _kept(self) -> RunFolder:
        """The run folder; raises InputError if there is none."""
        if self.folder is None:
            raise InputError("the games of this run were not kept; play with out=FOLDER to keep them")
        return RunFolder(self.folder)

    def scan_log(self) -> pl.LazyFrame:
        """The event log lazily, one row per decision (`knotlab view GAME` lists the columns); raises InputError if none
        was kept.
        """
        if self.folder is None:
            raise InputError("the games of this run were not kept; play with out=FOLDER and log=True")
        return RunFolder(self.folder).scan_log()

    def _heading(self) -> str:
        unfinished = f"{self.unfinished / max(self.n_games, 1):.2%} unfinished"
        return f"{self.settings_line}; {self.deals:,} deals, {unfinished}"

    def _shown(self) -> pd.DataFrame:
        columns = ["strategy", *(name + part for name in self.tally.metrics for part in ("", "_low", "_high"))]
        return self.to_pandas()[columns]


def load(folder: Path | str) -> PlayResult:
    """A kept run's result, from the pieces that are there, without playing; raises InputError if the folder is damaged
    or holds no games yet.
    """
    kept = RunFolder(Path(folder))
    with undamaged(kept.path / MANIFEST):
        return _load(kept)


def _load(kept: RunFolder) -> PlayResult:
    manifest = kept.manifest()
    settings = manifest["identity"]
    names, match = tuple(settings["strategies"]), match_of(settings)
    tally = new_tally(settings["game"], names, 1 if settings["fixed_seats"] else len(names), match)
    heights, pieces = dict[int, int](), kept.pieces()
    for number in kept.numbers():
        frame = kept.read_piece(number)
        assert frame is not None
        with undamaged(kept.piece_path(number)):
            tally.add(frame)
        heights[number] = frame.height
    if tally.games == 0:
        raise InputError(f"{kept.path} has no games yet; run the command in its manifest again")
    return PlayResult(
        settings["game"],
        names,
        settings["rules"],
        settings["seed"],
        settings["fixed_seats"],
        tally,
        kept.seconds,
        folder=kept.path,
        match=match,
        record=kept.identity_hash[:RECORD],
        planned=max(manifest["games"], tally.games),
        missing=() if pieces is None else pieces.missing(heights),
        strays=tuple(strays(kept.parts)),
        unrepeatable=tuple(settings.get("unrepeatable", ())),
    )


def match_of(settings: Mapping[str, Any]) -> Match | None:
    """The match that a run folder's manifest tells of, if any."""
    return Match(**settings["match"]) if settings.get("match") else None
