"""What a report about some strategies of one game shows, at a table of any size, by any rules.

Strategies that fill a table play each other in all rotations, as `knotlab play` does; any other number of them plays at
tables of which every seat is drawn, as in a tournament. Games are kept in the report's folder, so the same settings
resume.
"""

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from knotlab.analysis.report.settings import FOLDER, Watch, unwatched
from knotlab.analysis.runs.code import rules_hash
from knotlab.analysis.runs.fields import usual_players
from knotlab.analysis.runs.play import identity, make_job, play_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.stats.estimate import DealSums
from knotlab.analysis.stats.intervals import SHARE, interval_for_certainty
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tournaments.setup import make_setup, plan
from knotlab.analysis.tournaments.tournament import tournament
from knotlab.sim import games
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.errors import InputError
from knotlab.sim.playing.fanout import THREADS
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player
from knotlab.sim.settings import make_rules
from knotlab.strategies.resolve import Named

NO_PAIRS = pd.DataFrame(columns=["strategy", "against", "ahead", "ahead_low", "ahead_high"])


@dataclass(frozen=True)
class GameSettings:
    """What a report of one game plays.

    strategies: spellings or declared functions; none for the library. games: at least this many are played at each size
    of table. players: the sizes; none for as many as there are strategies, or the game's usual number if none is named.
    rules: rule settings as `KEY=VALUE`. watch: shows how much is done, as `unwatched`.
    """

    game: str
    strategies: Sequence[Named]
    games: int
    out: Path
    seed: int
    players: tuple[int, ...] = ()
    rules: Sequence[str] = ()
    strategies_from: tuple[Path, ...] = ()
    workers: int | None = None
    backend: str = THREADS
    watch: Watch = unwatched

    @property
    def sizes(self) -> tuple[int, ...]:
        """Players at a table of each size."""
        return self.players or (len(self.strategies) or usual_players(self.game),)

    @property
    def seats(self) -> int:
        """Players at a table, where there is one size."""
        (size,) = self.sizes
        return size

    def folder(self, kind: str, job: Job, players: Sequence[Player]) -> Path:
        """The folder of the games between some strategies."""
        question = json.dumps(identity(job) | {"all": [player.name for player in players]}, sort_keys=True)
        return self.out / FOLDER / f"{kind}-{source_hash((), question)[:12]}"


@dataclass(frozen=True)
class GameContent:
    """What a report of one game shows.

    pairs: who finishes ahead of whom, as `knotlab.analysis.report.game` has it. rules: a hash of the game's rules.
    """

    result: PlayResult | TournamentResult
    games: int
    players: Sequence[Player]
    pairs: pd.DataFrame
    rules: str


def play_game_report(settings: GameSettings) -> list[GameContent]:
    """Play at tables of each size.

    Raises InputError if there is no such game, strategy or rule, or a table cannot have this many players.
    """
    for number, size in enumerate(settings.sizes):
        if size in settings.sizes[:number]:
            raise InputError(f"{size} players are given twice; each size of table is played once")
        make_rules(games.find(settings.game), size, settings.rules)
    return [_play(replace(settings, players=(size,))) for size in settings.sizes]


def _play(settings: GameSettings) -> GameContent:
    """Play strategies that fill a table, or one that fills it alone, in all rotations; other numbers as a
    tournament.
    """
    n = len(settings.strategies)
    return _play_table(settings) if n in (1, settings.seats) else _play_tournament(settings)


def _play_table(settings: GameSettings) -> GameContent:
    n, seats = len(settings.strategies), settings.seats
    job = make_job(
        settings.game,
        settings.strategies if n == seats else [settings.strategies[0]] * seats,
        seed=settings.seed,
        rules=settings.rules,
        strategies_from=settings.strategies_from,
    )
    with settings.watch(f"{job.game}: {seats} players", job.games_on(job.deals_for(settings.games))) as advance:
        result = play_job(
            job,
            settings.games,
            strategies_from=settings.strategies_from,
            workers=settings.workers,
            backend=settings.backend,
            out=settings.folder("table", job, job.players),
            on_progress=advance,
        )
    ahead = pairs(result) if len(result.names) > 1 else NO_PAIRS
    return GameContent(result, result.n_games, job.players, ahead, rules_hash(job.game))


def _play_tournament(settings: GameSettings) -> GameContent:
    setup = make_setup(
        settings.game,
        settings.strategies,
        n_players=settings.seats,
        seed=settings.seed,
        rules=settings.rules,
        strategies_from=settings.strategies_from,
    )
    n_games = sum(stage.games for stage in plan(setup, settings.games))
    with settings.watch(f"{setup.base.game}: {len(setup.entrants)} strategies", n_games) as advance:
        result = tournament(
            setup,
            settings.games,
            workers=settings.workers,
            backend=settings.backend,
            out=settings.folder("tournament", setup.base, setup.entrants),
            on_progress=advance,
        )
    return GameContent(result, n_games, setup.entrants, result.pairs, rules_hash(setup.base.game))


# --- who finishes ahead of whom ---


def pairs(result: PlayResult) -> pd.DataFrame:
    """Who finishes ahead of whom in the games of a run; raises InputError if they were not kept in a folder.

    One row per ordered pair of strategies: `strategy`, `against`, the share of games in which the first is ahead
    (`ahead`, with its 95% interval over deals `ahead_low`, `ahead_high`, and `all_low`, `all_high`, which hold for all
    pairs together and are not known below 30 deals), and `games`. Ahead is who has the better place, or scores more in
    a game without places; level players count one half each, and those who still hold cards at the end of an unfinished
    game are level behind all others. A strategy that takes several seats is compared with each of them.
    """
    pairs, sums = list(itertools.permutations(range(len(result.names)), 2)), DealSums()
    for order in _orders(result):
        sums.add(np.column_stack([_ahead(order, result, i, j) for i, j in pairs]))
    names = len(result.names)
    together = 1 - (1 - result.confidence) / max(names * (names - 1) // 2, 1)
    rows = []
    for pair, (i, j) in enumerate(pairs):
        seated = len(result.tally.groups[i]) * len(result.tally.groups[j])
        ahead = sums.mean(pair, 2 * result.tally.rotations * seated, result.confidence, SHARE)
        row = {"strategy": result.names[i], "against": result.names[j]} | ahead.columns("ahead")
        low, high = interval_for_certainty(ahead.value, ahead.error, ahead.n, together, SHARE)
        rows.append(row | {"all_low": low, "all_high": high, "games": result.n_games})
    return pd.DataFrame(rows)


def _ahead(order: np.ndarray, result: PlayResult, i: int, j: int) -> np.ndarray:
    """In how many games of each deal one strategy is ahead of another, counted double, shape (deals,)."""
    seated = itertools.product(result.tally.groups[i], result.tally.groups[j])
    halves = sum(2 * (order[:, a] < order[:, b]) + (order[:, a] == order[:, b]) for a, b in seated)
    return np.asarray(np.asarray(halves, np.int64).reshape(-1, result.tally.rotations).sum(axis=1))


def _orders(result: PlayResult) -> Iterator[np.ndarray]:
    """Numbers of which the lower is ahead, shape (games, players), some games at a time."""
    n = result.tally.n_players
    for frame in result.pieces():
        if "place_0" in frame.columns:
            places = frame.select(f"place_{player}" for player in range(n)).to_numpy()
            yield np.where(places == 0, n + 1, places)
        else:
            yield -frame.select(f"score_{player}" for player in range(n)).to_numpy()
