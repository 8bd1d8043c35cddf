"""What a report about some strategies of one game shows, at a table of any size, by any rules.

Strategies that fill a table play each other in all rotations, as `knotlab play` does; any other number of them plays at
tables of which every seat is drawn, as in a tournament. Games are kept in the report's folder, so the same settings
resume.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from knotlab.analysis.report.settings import FOLDER, Watch, unwatched
from knotlab.analysis.runs.code import rules_hash
from knotlab.analysis.runs.fields import usual_players
from knotlab.analysis.runs.pairs import pairs
from knotlab.analysis.runs.play import identity, make_job, play_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tournaments.setup import make_setup
from knotlab.analysis.tournaments.stages import plan
from knotlab.analysis.tournaments.tournament import tournament
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.playing.fanout import THREADS
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player
from knotlab.strategies.resolve import Named

NO_PAIRS = pd.DataFrame(columns=["strategy", "against", "ahead", "ahead_low", "ahead_high"])


@dataclass(frozen=True)
class GameSettings:
    """What a report of one game plays.

    strategies: spellings or declared functions; none for the library. games: at least so many are played. players: at a
    table; None for as many as there are strategies, or the game's usual number if none is named. rules: rule settings
    as `KEY=VALUE`. watch: shows how much is done, as `unwatched`.
    """

    game: str
    strategies: Sequence[Named]
    games: int
    out: Path
    seed: int
    players: int | None = None
    rules: Sequence[str] = ()
    strategies_from: tuple[Path, ...] = ()
    workers: int | None = None
    backend: str = THREADS
    watch: Watch = unwatched

    @property
    def seats(self) -> int:
        """Players at a table."""
        named = len(self.strategies) if self.players is None else self.players
        return named or usual_players(self.game)

    def folder(self, kind: str, job: Job, players: Sequence[Player]) -> Path:
        """The folder of the games between some strategies."""
        question = json.dumps(identity(job) | {"all": [player.name for player in players]}, sort_keys=True)
        return self.out / FOLDER / f"{kind}-{source_hash((), question)[:12]}"


@dataclass(frozen=True)
class GameContent:
    """What a report of one game shows.

    pairs: who finishes ahead of whom, as `knotlab.analysis.runs.pairs` has it. rules: a hash of the game's rules.
    """

    result: PlayResult | TournamentResult
    games: int
    players: Sequence[Player]
    pairs: pd.DataFrame
    rules: str


def play_game_report(settings: GameSettings) -> GameContent:
    """Play strategies that fill a table, or one that fills it alone, in all rotations; other numbers as a tournament.

    Raises InputError if there is no such game, strategy or rule, or a table cannot have so many players.
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
    return GameContent(result, result.games, job.players, ahead, rules_hash(job.game))


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
