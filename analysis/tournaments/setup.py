"""Who plays a tournament, under which rules, and its stages: its tables, some of them once more, and each strategy
alone among every other.

On each deal the other players are drawn with equal chances from all strategies (one may come twice, so there may be
more chairs than strategies, or fewer); every strategy plays that deal against the same others in every seat.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.duels.designs import Design, effect_unit, make_design, play_blocks
from knotlab.analysis.runs.fields import members, named_fields, usual_players
from knotlab.analysis.runs.play import identity as run_identity
from knotlab.analysis.runs.play import make_job, refuse_rounds
from knotlab.analysis.stats.metrics import Metric, metric_named
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.branch import play_again
from knotlab.sim.playing.delivery import in_batches, in_columns
from knotlab.sim.playing.job import Job, Tables
from knotlab.sim.playing.match import match_results, match_results_again
from knotlab.sim.playing.parts import WHOLE, Part
from knotlab.sim.playing.players import Player
from knotlab.sim.protocol import Match
from knotlab.sim.storage.pieces import Pieces, undamaged
from knotlab.sim.storage.run_folder import RunFolder
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import Named, players, whole_players
from knotlab.strategies.spelling import bare_names


@dataclass(frozen=True)
class Setup:
    """Who plays a tournament.

    base: game, rules, seed and number of players. metric: what the ratings are means of.
    """

    base: Job
    entrants: tuple[Player, ...]
    metric: Metric

    @property
    def n_players(self) -> int:
        """Players at each table."""
        return len(self.base.players)

    @property
    def games(self) -> int:
        """Games on each deal."""
        return len(self.entrants) * self.n_players

    @property
    def unrepeatable(self) -> tuple[str, ...]:
        """The players who need not decide alike whenever a game is played again."""
        return replace(self.base, players=self.entrants).unrepeatable

    @property
    def opponents(self) -> "Opponents":
        """The other players of each deal, from the first one on."""
        return Opponents(self.base.seed, len(self.entrants), self.n_players)


def usual_entrants(game: str, files: Sequence[Path | str] = ()) -> list[str]:
    """Who plays if nobody is named: the library (the field `mixed-1`), the champions (all versions of the field
    `strong`) and what somebody adds, but for players who look ahead; where strategies are combined, every bidder with
    every player, and what somebody adds of his own with a usual other half.
    """
    fields = ["mixed-1", *(field for field in named_fields(game) if field.startswith("strong-"))]
    ours = [each for field in fields for each in members(game, field, usual_players(game))]
    if games.find(game).first_part:
        return [*ours, *whole_players(game, files)]
    library = {name for each in ours for name in bare_names(each)}
    known = catalogue(game, files).items()
    return [name for name, each in known if name in library or not (each.is_shipped or each.is_slow)]


def make_setup(
    game: str,
    entrants: Sequence[Named] = (),
    *,
    n_players: int | None = None,
    metric: str | None = None,
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    strategies_from: Sequence[Path | str] = (),
    match: Match | None = None,
) -> Setup:
    """A tournament from what a user says.

    entrants: the strategies; all that ship unless given. n_players: at a table; the game's usual number unless given.
    metric: what decides; the game's usual one unless given. rules: rule settings as `KEY=VALUE`. match: what a match
    is, if matches are played in place of single games. Raises InputError if
    something in it makes no sense.
    """
    kind = games.find(game)
    usual = "mean_place" if kind.has_places and match is None else None
    n = n_players or usual_players(game)
    chosen = entrants or usual_entrants(game, strategies_from)
    named = players(game, chosen, strategies_from)
    names = [player.name for player in named]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError(f"{twice[0]} is named twice; every strategy takes part once")
    if len(named) < 2:
        raise InputError("a tournament needs two strategies or more")
    decides = metric_named(kind, metric or usual, match is not None)
    base = make_job(game, [named[0].name] * n, seed=seed, rules=rules, match=match, strategies_from=strategies_from)
    refuse_rounds(match, named)
    return Setup(base, named, decides)


# --- stages ---


STAGES = RATINGS, AGAIN, INVASIONS = "ratings", "again", "invasions"
BATCH_DEALS = 500
INVASION_GAMES = 8000  # of a batch of invasions, or those of one deal if they are more
DEALS_AGAIN = 1000  # played once more for the share of chance of play
DRAW_PURPOSE = 2**32  # key of the stream that draws tables, beyond those of the games' purposes


class Opponents:
    """The other players of each deal, drawn deal after deal, so that they need no memory."""

    def __init__(self, seed: int, strategies: int, players: int) -> None:
        self.seed, self.strategies, self.chairs = seed, strategies, players - 1
        self._begin()

    def _begin(self) -> None:
        self.generator = np.random.Generator(np.random.Philox(key=[self.seed, DRAW_PURPOSE]))
        self.at = 0

    def of(self, first: int, count: int) -> np.ndarray:
        """Those of consecutive deals, from number `first` on: numbers of entrants, shape (count, players - 1)."""
        if first < self.at:
            self._begin()
        while self.at < first:
            self._draw(min(first - self.at, BATCH_DEALS))
        return self._draw(count)

    def _draw(self, count: int) -> np.ndarray:
        self.at += count
        return self.generator.integers(self.strategies, size=(count, self.chairs))


def play_tables(setup: Setup, chosen: np.ndarray, play: Callable[..., np.ndarray], first: int) -> pl.DataFrame:
    """Play consecutive deals: one row per game, by deal, strategy and rotation, with how it ended, its turns and the
    metric's field of each player (`result_0` ...).

    chosen: the other players of each deal, shape (deals, players - 1). play: `play_numbers`, or `play_again` for
    another chance of play; of matches `match_results`, or `match_results_again`. first: the number of the first deal.
    """
    n, shape = setup.n_players, (len(chosen), len(setup.entrants), setup.n_players)
    players = np.zeros((*shape, n), np.int64)
    players[..., 0], players[..., 1:] = np.arange(shape[1])[:, None], chosen[:, None, None]
    rotations, deals = np.arange(n), first + np.arange(len(chosen))[:, None, None]
    numbers = np.broadcast_to(setup.base.game_of(deals, rotations), shape)
    played = play(setup.base, numbers.ravel(), tables=Tables(setup.entrants, players.reshape(-1, n)))
    seats = setup.base.seat_of(np.arange(n), rotations[:, None])  # of each player, by rotation
    by_seat = played[setup.metric.field][:, :n].astype(np.int64).reshape(players.shape)
    results = np.take_along_axis(by_seat, np.broadcast_to(seats, by_seat.shape), axis=3).reshape(-1, n)
    columns = {"end": played["end"].astype(np.int8), "turns": played["turns"].astype(np.int32)}
    return pl.DataFrame(columns | {f"result_{player}": results[:, player] for player in range(n)})


class TournamentStage(NamedTuple):
    """One of the stages in which a tournament is played.

    name: the name of its run folder. play: `play(*share(first, count))` plays a batch of units and returns a frame.
    share: what is needed for the `count` units from number `first` on. units, batch: all units, and how many are played
    in one batch. rows: rows of the frame for each unit. columns: the frame's, with their types.
    """

    name: str
    play: Callable[..., pl.DataFrame]
    share: Callable[[int, int], tuple[Any, ...]]
    units: int
    batch: int
    rows: int
    columns: Mapping[str, type[pl.DataType]]
    games_per_row: int = 1

    @property
    def pieces(self) -> Pieces:
        """A piece for each batch."""
        return Pieces(self.units * self.rows, self.batch * self.rows)

    @property
    def games(self) -> int:
        """Games in all."""
        return self.units * self.rows * self.games_per_row

    def played(
        self, folder: RunFolder | None, workers: int, backend: str, part: Part = WHOLE
    ) -> Iterator[pl.DataFrame]:
        """Each batch, or each of a part, in order; folder: keeps them."""
        return in_batches(
            self.play,
            self.share,
            self.units,
            self.batch,
            self.rows,
            folder=folder,
            workers=workers,
            backend=backend,
            part=part,
            summary=partial(in_columns, self.columns),
        )

    def kept(self, folder: RunFolder) -> Iterator[pl.DataFrame]:
        """Each batch, from a folder that has them all."""
        for number in range(len(self.pieces)):
            height = self.pieces.height(number)
            frame = folder.read_piece(number, height)
            assert frame is not None
            with undamaged(folder.piece_path(number)):
                yield in_columns(self.columns, frame.head(height))


def plan(
    setup: Setup, games_wanted: int, batch: int = BATCH_DEALS
) -> tuple[TournamentStage, TournamentStage, TournamentStage]:
    """The stages of a tournament.

    games_wanted: the minimum number of games for the ratings. batch: deals in a piece of these. Returns the tables
    for the ratings, some of them again, and the invasions.
    """
    deals = max(-(-games_wanted // setup.games), 2)
    pairs, games_alone = len(setup.entrants) * (len(setup.entrants) - 1), _invader(setup, setup.entrants[:2]).games
    alone = max(-(-games_wanted // (pairs * games_alone)), 2)

    def tables(play: Callable[..., np.ndarray]) -> Callable[[int, int], tuple[Any, ...]]:
        others = setup.opponents
        return lambda first, count: (setup, others.of(first, count), play, first)

    once, more = (match_results, match_results_again) if setup.base.match else (play_numbers, play_again)
    numbers = dict.fromkeys(["end", "turns", *(f"result_{player}" for player in range(setup.n_players))], pl.Int64)
    n_again = min(deals, DEALS_AGAIN)
    alone_batch = max(INVASION_GAMES // (pairs * games_alone), 1)
    if setup.unrepeatable:
        batch = alone_batch = 1  # deals that never come back are kept at once
    return (
        TournamentStage(RATINGS, play_tables, tables(once), deals, batch, setup.games, numbers),
        TournamentStage(AGAIN, play_tables, tables(more), n_again, batch, setup.games, numbers),
        TournamentStage(
            INVASIONS,
            play_invasions,
            lambda first, count: (setup, first, count),
            alone,
            alone_batch,
            pairs,
            {"effect": pl.Int64},
            games_alone,
        ),
    )


def identity(setup: Setup, stage: TournamentStage) -> dict[str, Any]:
    """Everything on which the rows of a stage depend."""
    return run_identity(replace(setup.base, players=setup.entrants)) | {
        "command": f"tournament: {stage.name}",
        "players": setup.n_players,
        "metric": setup.metric.name,
        "part_deals": stage.batch,
    }


def play_invasions(setup: Setup, first: int, count: int) -> pl.DataFrame:
    """How much more each player gets, alone among players like another, than they do: a row for each of some deals and
    each pair, in whole numbers (`invasion_unit`).
    """
    designs = [_invader(setup, pair).sets[0] for pair in itertools.permutations(setup.entrants, 2)]
    blocks = iter(play_blocks([lineup for lineups in designs for lineup in lineups], first + np.arange(count)))
    gains = [sum(next(blocks).numbers(setup.metric).sum(axis=1) for _ in lineups) for lineups in designs]
    return pl.DataFrame({"effect": np.column_stack(gains).ravel()})


def invasion_unit(setup: Setup) -> int:
    """What the gains of invaders are divided by."""
    return effect_unit(_invader(setup, setup.entrants[:2]), setup.metric)


def _invader(setup: Setup, pair: Sequence[Player]) -> Design:
    """The design in which the first of two players is alone among players like the second."""
    one, other = pair
    return make_design("invader" if setup.metric.field == "place" else "points", one, other, (), setup.base)
