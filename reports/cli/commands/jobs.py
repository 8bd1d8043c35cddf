"""The games that a command line names, and the command line that names a game."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.result import changed_settings
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.runs.saved import load_job
from knotlab.reports.cli.setup import DEFAULT_SEED, GameOptions
from knotlab.sim.errors import InputError, StrategyError
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import make_match, single_games
from knotlab.sim.protocol import Match
from knotlab.sim.storage.store import RunFolder
from knotlab.strategies.resolve import user_files


def match(game: str, target: int | None, rounds: int | None) -> Match | None:
    """The kind of match to play, if any."""
    return make_match(game, target, rounds)


def make(options: GameOptions, strategies: Sequence[str], fixed_seats: bool, match: Match | None = None) -> Job:
    """What is to be played."""
    return make_job(
        options.game,
        strategies,
        seed=options.seed,
        rules=options.settings,
        fixed_seats=fixed_seats,
        match=match,
        strategies_from=options.strategies_from,
    )


def named(run: Path | None, options: GameOptions, strategies: Sequence[str], fixed_seats: bool, index: int) -> Job:
    """What a game, or match, is played with: that of a run folder, or of a game and strategies; raises InputError if
    both are named, or neither.
    """
    if run is not None and options.game:
        raise InputError("give either --run FOLDER or a game and its strategies, not both")
    if run is not None:
        if options.settings or fixed_seats or options.seed != DEFAULT_SEED:
            raise InputError(
                "the run folder says which seed, settings and seats it has; leave out --seed, --set and --fixed-seats"
            )
        return _of_run(run, options.strategies_from, index)
    if not options.game:
        raise InputError("give a game and one strategy per player, or --run FOLDER")
    return make(options, strategies, fixed_seats)


def _of_run(run: Path, strategies_from: Sequence[Path], index: int) -> Job:
    """What a run folder was played with, if it has a game of that number."""
    job, n_games = load_job(run, strategies_from), RunFolder(run).manifest()["games"]
    if index >= n_games:
        unit = "games" if job.match is None else "matches"
        raise InputError(f"{run} has {unit} 0 to {n_games - 1:,}, but no number {index}")
    return job


def with_replay(error: StrategyError) -> str:
    """The error with the command that shows the game in which it happened, if one does."""
    if error.job is None:
        return str(error)
    job = single_games(error.job)
    words = ["knotlab", "replay", job.game, *(player.name for player in job.players)]
    words += ["--seed", str(job.seed), "--index", str(error.index)]
    files = dict.fromkeys(file for player in job.players for file in user_files(player))
    words += [word for file in files for word in ("--strategies-from", file)]
    words += ["--fixed-seats"] if job.fixed_seats else []
    words += ["--purpose", job.purpose] if job.purpose != "play" else []
    changed = changed_settings(job.game, len(job.players), job.rules)
    words += [word for setting in changed for word in ("--set", setting)]
    return f"{error}; see it with: {shlex.join([*words, '--why'])}"
