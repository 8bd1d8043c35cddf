"""The games that a command line names, and the command line that names a game."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.runs.play import DEFAULT_SEED, load_job, make_job
from knotlab.reports.output import LAST_GAME, seed_of, whole
from knotlab.sim import games as game_list
from knotlab.sim.errors import InputError, StrategyError
from knotlab.sim.job import Job
from knotlab.sim.match import make_match, single_games
from knotlab.sim.protocol import Match
from knotlab.sim.settings import spelt
from knotlab.sim.store import RunFolder
from knotlab.strategies.resolve import user_files


def match(game: str, target: str | None, deals: str | None) -> Match | None:
    """The kind of match that a command line wants played, if any."""
    return make_match(
        game, None if target is None else whole(target, "--target"), None if deals is None else whole(deals, "--deals")
    )


def job(
    game: str,
    strategies: Sequence[str],
    seed: str,
    settings: Sequence[str] | None,
    fixed_seats: bool,
    files: Sequence[Path] | None,
    match: Match | None = None,
) -> Job:
    """What a command line wants played."""
    return make_job(
        game,
        strategies,
        seed=seed_of(seed),
        rules=settings or (),
        fixed_seats=fixed_seats,
        match=match,
        strategies_from=files or (),
    )


def job_named(
    run: Path | None,
    game: str | None,
    strategies: Sequence[str] | None,
    seed: str,
    settings: Sequence[str] | None,
    fixed: bool,
    files: Sequence[Path] | None,
    index: str | None,
) -> Job:
    """The games, or matches, that a command line names, by a run folder or by game and strategies."""
    if run is not None and game is not None:
        raise InputError("give either --run FOLDER or a game and its strategies, not both")
    if run is not None:
        if settings or fixed or seed_of(seed) != DEFAULT_SEED:
            raise InputError(
                "--run names the run with its seed, settings and seats; leave --seed, --set and --fixed-seats out"
            )
        told, n_games = load_job(run, files or ()), RunFolder(run).manifest()["games"]
        if whole(index or "0", "--index", most=LAST_GAME) >= n_games:
            raise InputError(
                f"{run} has the {'games' if told.match is None else 'matches'} 0 to {n_games - 1:,}, and none with "
                f"the number {index}"
            )
        return told
    if game is None:
        raise InputError("give a game and a strategy for each player, or --run FOLDER")
    return job(game, strategies or [], seed, settings, fixed, files)


def with_replay(error: StrategyError) -> str:
    """The error with the command that tells the game in which it happened, if one does."""
    if error.job is None:
        return str(error)
    job = single_games(error.job)
    words = [
        "knotlab",
        "replay",
        job.game,
        *(player.name for player in job.players),
        "--seed",
        str(job.seed),
        "--index",
        str(error.index),
    ]
    files = dict.fromkeys(file for player in job.players for file in user_files(player))
    words += [word for file in files for word in ("--strategies-from", file)]
    words += ["--fixed-seats"] if job.fixed_seats else []
    words += ["--purpose", job.purpose] if job.purpose != "play" else []
    return f"{error}; see it with: {shlex.join([*words, *_settings(job), '--why'])}"


def _settings(job: Job) -> list[str]:
    """The settings of a job that differ from the defaults, as options."""
    defaults = {setting.name: setting.default_for(len(job.players)) for setting in game_list.find(job.game).settings}
    changed = {name: value for name, value in job.rules.items() if name in defaults and value != defaults[name]}
    return [word for name, value in changed.items() for word in ("--set", f"{name}={spelt(value)}")]
