"""What a tournament came to: ratings with ranks, strengths, who finishes ahead of whom, who invades whom, and where the
spread comes from; and a tournament of a game's usual entrants, as a report shows it and as it is published, and how one
sees that today's code still plays it the same.
"""

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import polars as pl

from knotlab.analysis.result import RESULT, Conditions, Result
from knotlab.analysis.runs.player_games import GameRows, PlayerGames
from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.stats.skill import decided_by_skill, elo, games_to_tell
from knotlab.analysis.stats.variance import ceiling
from knotlab.analysis.tournaments.setup import (
    BATCH_DEALS,
    RATINGS,
    STAGES,
    Opponents,
    Setup,
    make_setup,
    play_tables,
    usual_entrants,
)
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.seating import seat_of
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.job import compile_ahead
from knotlab.sim.protocol import Match
from knotlab.sim.storage.pieces import digest
from knotlab.sim.storage.result_files import load, sealed, unsealed, write, write_whole
from knotlab.sim.storage.run_folder import RunFolder, is_older, mixed_versions, with_origin
from knotlab.strategies.tuned import parameters, tunings

TABLES = ("ratings", "rates", "places", "seats", "pairs", "invasions", "sources")
NAMED = ("strategy", "against", "among")  # columns of tables that name strategies


class Playing(NamedTuple):
    """How a tournament was played."""

    rules: Mapping[str, Any]
    seed: int
    seconds: float
    match: Match | None = None


@dataclass(frozen=True, eq=False, repr=False)
class TournamentResult(Result):
    """A tournament's tables as pandas frames.

    ratings: mean payoff against the uniform field with simultaneous intervals, ranks possible, and Plackett-Luce
    strength with standard error. rates: what is read from the same results (games won and lost and the mean place, or
    the mean score), each with its own interval over deals. places, seats: how often it took each place, and the same
    means by seat. pairs: the share of games in which the first finished ahead
    of the other. invasions: what the first gets more than the others, alone among them. sources: shares of the variance
    of payoffs. cycles: strategies that certainly finish ahead of each other in a circle. mixed, unrepeatable, record:
    as in `Conditions`.
    """

    facts: dict[str, Any]
    ratings: pd.DataFrame
    rates: pd.DataFrame
    places: pd.DataFrame
    seats: pd.DataFrame
    pairs: pd.DataFrame
    invasions: pd.DataFrame
    sources: pd.DataFrame
    cycles: tuple[tuple[str, ...], ...]
    mixed: str = ""
    unrepeatable: tuple[str, ...] = ()
    record: str = ""
    folder: Path | None = None  # where its games are, if they were kept

    def skill_to_pandas(self) -> pd.DataFrame:
        """Who finishes ahead of whom, the surest pair first: one row for each two strategies that met.

        Returns
        -------
        DataFrame
            `better` and `other`; `ahead`, the chance that the better one finishes ahead in a game with both (0.5 to 1,
            half of ties counted), with the ends of its interval, which hold for all pairs together; the same as a
            difference of ratings in points of the Elo scale (`elo`, infinite where it always finishes ahead); the
            share of a result's variance that is down to which of the two it is (`decided`, (2 ahead - 1) squared); and
            the least odd number of games in most of which it is ahead with 95% certainty (`games`, NaN above 100,001).
        """
        rows = self.pairs[self.pairs["ahead"] >= 0.5].sort_values("ahead", ascending=False, ignore_index=True)
        rows = rows[(rows["ahead"] > 0.5) | (rows["strategy"] < rows["against"])]  # a tie stands there twice
        chances = rows["ahead"]
        return rows.rename(columns={"strategy": "better", "against": "other"}).assign(
            elo=[elo(each) for each in chances],
            decided=[decided_by_skill(each) for each in chances],
            games=[games_to_tell(each) or math.nan for each in chances],
        )

    def games(self) -> pl.LazyFrame:
        """A row for each game in which a strategy is rated, lazily, with its name, seat and first cards and the names
        of the others; raises InputError if no games were kept.
        """
        if self.folder is None:
            raise InputError("the games of this tournament were not kept; play with out=FOLDER to keep them")
        if self.conditions.match:
            raise InputError("matches have no rows by game; play a tournament of single games")
        kept, facts = RunFolder(self.folder / RATINGS), self.facts
        names, n, seed = tuple(kept.manifest()["identity"]["strategies"]), facts["players"], facts["seed"]
        field = metric_named(games.find(facts["game"]), facts["metric"]).field

        def rows() -> Iterator[GameRows]:
            others = Opponents(seed, len(names), n)
            for number in kept.numbers():
                frame = kept.read_piece(number)
                assert frame is not None
                first, deals = number * BATCH_DEALS, frame.height // (len(names) * n)
                yield table_rows(frame, others.of(first, deals), first, len(names), field)

        return PlayerGames(facts["game"], facts["rules"], seed, n, names, (field,), rows, n - 1).scan()

    @property
    def alike(self) -> tuple[tuple[str, ...], ...]:
        """Groups of strategies with whom every game came out the same, the better rated group first."""
        order = list(self.ratings["strategy"])
        groups = (tuple(sorted(group, key=order.index)) for group in self.facts.get("alike", ()))
        return tuple(sorted(groups, key=lambda group: order.index(group[0])))

    @property
    def ceiling(self) -> float:
        """The share of strategy in the variance of places that there would be without luck; NaN if no places count."""
        if self.facts["metric"] != "mean_place":
            return math.nan
        return ceiling(len(self.ratings), self.facts["players"])

    @property
    def conditions(self) -> Conditions:
        facts = self.facts
        game, players, rules, seed, games = (facts[name] for name in ("game", "players", "rules", "seed", "games"))
        match = Match(**facts["match"]) if "match" in facts else None
        more = self.mixed, self.unrepeatable, self.record
        return Conditions(game, players, rules, seed, games, match, False, *more)

    def to_pandas(self) -> pd.DataFrame:
        """One row per strategy, the best first."""
        return self.ratings

    def plain(self) -> dict[str, Any]:
        """All of it as plain data, with None for what is not known."""
        tables = {
            name: getattr(self, name).astype(object).where(getattr(self, name).notna(), None).to_dict("records")
            for name in TABLES
        }
        record = {"record": self.record} if self.record else {}
        return {"facts": self.facts, "cycles": [list(cycle) for cycle in self.cycles]} | record | tables

    def _heading(self) -> str:
        return f"{self.settings_line}; {self.facts['deals']:,} deals, rated by {self.facts['metric']}"


def table_rows(frame: pl.DataFrame, others: np.ndarray, first: int, m: int, field: str) -> GameRows:
    """The games of some deals as rows. frame: as `play_tables` has them. others: of each deal, shape (deals, n - 1).
    first: the number of the first deal. m: strategies. field: the result field that the frame has.
    """
    deals, n = len(others), others.shape[1] + 1
    who, rotation, player = np.ogrid[:m, :n, :n]
    own, shape = np.zeros((deals, 1), others.dtype), (deals, m, n, n)
    players = np.where(player == 0, who, np.concatenate([own, others], axis=1)[:, None, None, :])
    results = np.column_stack([frame[f"result_{number}"].to_numpy() for number in range(n)])
    return GameRows(
        first * m * n + np.arange(deals * m * n),
        np.repeat(first + np.arange(deals), m * n),
        np.broadcast_to(seat_of(player, rotation, n), shape).reshape(-1, n),
        np.broadcast_to(players, shape).reshape(-1, n),
        {field: results},
        frame["end"].to_numpy(),
        frame["turns"].to_numpy(),
        shown=1,
    )


def keep(result: TournamentResult, folder: Path) -> None:
    """Write a result into a folder, as JSON and as a CSV file for each table, but for the time that it took, which the
    stages' manifests have.
    """
    folder.mkdir(parents=True, exist_ok=True)
    content = {"command": "tournament"} | result.plain()
    content["facts"] = {name: value for name, value in result.facts.items() if name != "seconds"}
    write(folder / RESULT, sealed(with_origin(content, folder)))
    for name in TABLES:
        write_whole(folder / f"{name}.csv", result.conditions.stamp(getattr(result, name)).to_csv(index=False).encode())


def _table(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """A table as it was before it was kept: a column without names has numbers, which are not known where null."""
    if not all(isinstance(row, dict) for row in rows):
        raise ValueError("a row without names")
    frame = pd.DataFrame(rows)
    numbers = [name for name in frame if not frame[name].map(lambda value: isinstance(value, str)).any()]
    return frame.astype({name: float for name in numbers if frame[name].isna().any()})


def from_plain(content: Mapping[str, Any]) -> TournamentResult:
    """A result from the data that `TournamentResult.plain` returned."""
    tables = {name: _table(content[name]) for name in TABLES}
    known = set(tables["ratings"]["strategy"])
    for table in tables.values():
        if not all(known.issuperset(table[name]) for name in NAMED if name in table):
            raise ValueError("a strategy without a rating")
    cycles, record = tuple(tuple(cycle) for cycle in content["cycles"]), content.get("record", "")
    return TournamentResult(facts=content["facts"], cycles=cycles, record=record, **tables)


def seconds_of(folder: Path) -> float:
    """How long the stages in a folder took, NaN if that is not known of one."""
    runs = [RunFolder(folder / stage) for stage in STAGES]
    return sum(run.seconds for run in runs) if all(run.exists() for run in runs) else math.nan


def read(folder: Path) -> TournamentResult:
    """A kept result; raises InputError if there is none, or it was edited."""
    file = folder / RESULT
    if not os.path.lexists(file):
        raise InputError(f"{folder} holds no tournament that is complete")
    try:
        content = unsealed(load(file))
        is_older(content, folder)
        content["facts"]["seconds"] = seconds_of(folder)
        return replace(from_plain(content), mixed=mixed_versions(folder), folder=folder)
    except InputError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(
            f"{file} is damaged or was edited, or belongs to another tournament; remove it, and the same tournament "
            f"with --out {folder} writes it again"
        ) from None


# --- as a report shows it ---


TRIED = "tips-v1"  # the settings with which strategies that follow a tip are on trial
FIRST_DEALS = 5  # of a tournament, that are played again: each by every strategy in every seat


@dataclass(frozen=True)
class Contest:
    """A tournament and its number of games; for a game with points, also a round robin.

    points_games: the round robin's number of games.
    """

    result: TournamentResult
    games: int
    points: pd.DataFrame | None = None
    points_games: int = 0


def entrants(game: str, files: Sequence[Path] = ()) -> list[str]:
    """Who plays a report's tournaments: the usual entrants, those that follow a tip as they do on trial.

    >>> [name for name in entrants("knotweed") if "@" in name]
    ['hold-back@tips-v1', 'split-only-to-go-out@tips-v1']
    """
    on_trial = parameters(game, TRIED) if TRIED in tunings(game).tips else {}
    return [f"{name}@{TRIED}" if name in on_trial else name for name in usual_entrants(game, files)]


@dataclass(frozen=True)
class PublishedContest:
    """A tournament that is published.

    content: its result as plain data, the games played, of a game with points those of a round robin, and what its
    first deals came to.
    """

    content: dict[str, Any]

    @property
    def name(self) -> str:
        """What it is called among what is drawn at random."""
        facts = self.content["result"]["facts"]
        return f"tournament of {facts['game']}, {facts['players']} players"

    @property
    def contest(self) -> Contest:
        """The tournament as a report shows it."""
        points = self.content["points"]
        return Contest(
            from_plain(self.content["result"]),
            self.content["games"],
            None if points is None else pd.DataFrame(points),
            self.content["points_games"],
        )

    @cached_property
    def setup(self) -> Setup:
        """Who plays it with today's code."""
        facts = self.content["result"]["facts"]
        return setup_of(facts["game"], facts["players"], facts["seed"])

    def is_equal(self) -> bool:
        """Whether its first deals come out the same today, to the last digit."""
        return bool(self.content["first_deals"] == first_deals(self.setup))


def setup_of(game: str, players: int, seed: int) -> Setup:
    """A report's tournament of a game at tables of this many players."""
    return make_setup(game, entrants(game), n_players=players, seed=seed)


def first_deals(setup: Setup) -> str:
    """Play a tournament's first deals; a hash of them."""
    compile_ahead(*(replace(setup.base, players=(entrant,) * setup.n_players) for entrant in setup.entrants))
    return digest(play_tables(setup, setup.opponents.of(0, FIRST_DEALS), play_numbers, 0).drop("turns"))
