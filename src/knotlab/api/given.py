"""What was given to a public function, as the layers below want it."""

from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.fields import read_field
from knotlab.analysis.runs.play import load_job, make_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.api import reading
from knotlab.api.options import FieldGiven, FilesGiven, SettingsGiven, StrategyGiven
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import make_match
from knotlab.sim.storage.run_folder import RunFolder
from knotlab.strategies.catalogue import catalogue, strategy_of


def strategies_of(given: Sequence[StrategyGiven]) -> list[StrategyGiven]:
    """Strategies as a list; raises InputError if it is a single one."""
    if isinstance(given, str) or callable(given):
        raise InputError("strategies are given as a list, one for each player")
    return list(given)


def spelled(game: str, strategy: StrategyGiven) -> str:
    """A strategy's spelling; raises InputError if a function is not a strategy of the game, or one of that name was
    declared after it.
    """
    if isinstance(strategy, str):
        return strategy
    if not callable(strategy):
        raise InputError(f"a strategy is named by its spelling or by its function, not by {strategy!r}")
    found = strategy_of(game, strategy)
    named = catalogue(game).get(found.name, found)
    if named.fingerprint != found.fingerprint:
        raise InputError(f"two strategies are called '{found.name}'; give one of them another name")
    return found.name


def field_of(game: str, field: FieldGiven, paths: Sequence[str | Path]) -> str | tuple[str, ...]:
    """The other players as the layers below want them; raises InputError if there is no such field or strategy."""
    if isinstance(field, str):
        return read_field(game, field, paths)
    return tuple(spelled(game, strategy) for strategy in field)


def job_of(
    game: str,
    strategies: Sequence[StrategyGiven],
    seed: int,
    set: SettingsGiven,
    fixed_seats: bool,
    strategies_from: FilesGiven,
    target: int | None = None,
    rounds: int | None = None,
) -> Job:
    """The games, or matches, that are named."""
    return make_job(
        game,
        strategies_of(strategies),
        seed=seed,
        rules=reading.settings(set),
        fixed_seats=fixed_seats,
        match=make_match(game, target, rounds),
        strategies_from=reading.files(strategies_from),
    )


def job_named(
    run: "PlayResult | str | Path | None",
    index: int,
    game: str | None,
    strategies: Sequence[StrategyGiven],
    seed: int,
    set: SettingsGiven,
    fixed_seats: bool,
    strategies_from: FilesGiven,
) -> Job:
    """The games of a run that has one of that number, or those that are named; raises InputError if both are given, or
    neither.
    """
    if run is None and game is None:
        raise InputError("give a game and one strategy per player, or --run FOLDER")
    if run is None:
        assert game is not None
        return job_of(game, strategies, seed, set, fixed_seats, strategies_from)
    if game is not None:
        raise InputError("give either --run FOLDER or a game and its strategies, not both")
    if set or fixed_seats or seed != DEFAULT_SEED:
        raise InputError(
            "the run folder says which seed, settings and seats it has; leave out --seed, --set and --fixed-seats"
        )
    if isinstance(run, PlayResult) and run.job is not None and not run.unrepeatable:
        return run.job
    if isinstance(run, PlayResult) and run.folder is None:
        raise InputError(f"{run.unrepeatable[0]} need not repeat these games; play with out=FOLDER to keep its choices")
    folder = Path(run.folder or "") if isinstance(run, PlayResult) else Path(run)
    job, n_games = load_job(folder, reading.files(strategies_from)), RunFolder(folder).manifest()["games"]
    if index >= n_games:
        unit = "games" if job.match is None else "matches"
        raise InputError(f"{folder} has {unit} 0 to {n_games - 1:,}, but no number {index}")
    return job
