"""Games written down, and records and folders checked: `records`, `verify`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.api import reading
from knotlab.api.declare import Argument, Option, public
from knotlab.api.options import (
    FilesGiven,
    FixedSeats,
    From,
    Game,
    Progress,
    Rounds,
    Seed,
    Settings,
    Strategies,
    Target,
    Why,
)
from knotlab.sim.errors import InputError, StrategyError

if TYPE_CHECKING:
    from knotlab.analysis.audit import VerifiedFolders
    from knotlab.analysis.runs.verified import VerifiedRecords
    from knotlab.sim.playing.job import Job


class WrittenRecords(NamedTuple):
    """A file of records, and how many were written to it."""

    file: Path
    records: int


RecordsFile = Annotated[
    str | Path, Option("the JSON Lines file to write", "FILE", reading.file_ending_in(".jsonl", ".json"))
]
Written = Annotated[int, Option("games (or matches) to write", "N", reading.whole(1))]
First = Annotated[int, Option("number of the first game", "I", reading.whole(0, reading.LAST_GAME))]
Valued = Annotated[
    int | None,
    Option(
        "also play out each move of every choice N times with hidden cards dealt anew, for the viewer",
        "N",
        reading.whole(100),
    ),
]
Solved = Annotated[
    int | None,
    Option(
        "Twyst: also give the points of each card with all hands open, in so many of the last tricks",
        "TRICKS",
        reading.whole(1, 13),
    ),
]


@public
def records(
    game: Game,
    strategies: Strategies,
    *,
    save: RecordsFile,
    games: Written = 100,
    first: First = 0,
    seed: Seed = DEFAULT_SEED,
    set: Settings = (),
    fixed_seats: FixedSeats = False,
    target: Target = None,
    rounds: Rounds = None,
    strategies_from: From = (),
    why: Why = False,
    whatif: Valued = None,
    par: Solved = None,
    progress: Progress = True,
) -> WrittenRecords:
    """Write games move by move to a file, one line of JSON per game.

    Returns
    -------
    WrittenRecords

    Raises
    ------
    InputError
        If something cannot be used.
    StrategyError
        If a strategy fails in a game; those before it are in the file.
    RunError
        If the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import records
    >>> with TemporaryDirectory() as folder:
    ...     records("twisted-knot", ["shed", "random"], save=f"{folder}/games.jsonl", games=3).records
    3
    """
    from knotlab.api.given import job_of

    job = job_of(game, strategies, seed, set, fixed_seats, strategies_from, target, rounds)
    return _write(job, Path(save), range(first, first + games), _record_maker(job, why, whatif, par), progress)


def _record_maker(job: "Job", why: bool, rollouts: int | None, tricks: int | None) -> Callable[[int], list[Any]]:
    """What makes the records of a game or match from its number; raises InputError if they cannot be made."""
    from knotlab.analysis.bidding.open_play import refuse_own_tricks, with_open_values
    from knotlab.analysis.runs.move_values import valued_records
    from knotlab.sim.games.twyst.open_cards import Solver
    from knotlab.sim.playing.match import records_of

    if tricks is None:
        return lambda index: records_of(job, index, why) if rollouts is None else valued_records(job, index, rollouts)
    if rollouts is not None:
        raise InputError("--par and --whatif both give moves a value; choose one of them")
    if job.game != "twyst":
        raise InputError(f"--par is for twyst only, where all cards can be laid open; leave it out for {job.game}")
    refuse_own_tricks(job.rules)
    solver = Solver()
    return lambda index: [with_open_values(record, solver, tricks) for record in records_of(job, index, True)]


def _write(job: "Job", save: Path, numbers: range, made: Callable[[int], list[Any]], progress: bool) -> WrittenRecords:
    """Write the records of some games, or of all games of some matches; if that is stopped, those before stay."""
    from knotlab.reports.output import writing_file
    from knotlab.reports.progress import progress as showing

    written, stopped = 0, None
    with writing_file(save) as file:
        try:
            with showing(f"records of {job.game}", len(numbers), progress) as advance:
                for index in numbers:
                    lines = [json.dumps(record, separators=(",", ":")) + "\n" for record in made(index)]
                    file.write("".join(lines).encode())
                    written, following = written + len(lines), index + 1
                    advance(1)
        except (StrategyError, KeyboardInterrupt) as error:
            if not written:
                raise
            stopped = error
    if stopped:
        how = f"--first {following}"
        if isinstance(stopped, StrategyError):
            how += f", or skip the game that fails with --first {following + 1}"
        stopped.add_note(f"{written} of the records are in {save}; write the others to another file with {how}")
        raise stopped
    return WrittenRecords(save, written)


ToVerify = Annotated[
    FilesGiven,
    Argument("JSON Lines files of recorded games, or folders kept with --out", "FILE|FOLDER", repeats=True),
]


@public
def verify(files: ToVerify) -> "VerifiedRecords | VerifiedFolders":
    """Check recorded games against the rules, or check that every file in a kept folder is whole and as it was written.

    Returns
    -------
    VerifiedRecords or VerifiedFolders
        `is_whole` says whether all is well.

    Raises
    ------
    InputError
        If there are no records in the files, or nothing that knotlab keeps in a folder.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import play, verify
    >>> with TemporaryDirectory() as folder:
    ...     result = play("twisted-knot", ["shed", "random"], games=20, out=folder)
    ...     verify(folder).is_whole
    True
    """
    from knotlab.analysis.audit import verify_folders
    from knotlab.analysis.runs.verified import verify_records

    paths = reading.files(files)
    if not any(path.is_dir() for path in paths):
        return verify_records(paths)
    if all(path.is_dir() for path in paths):
        return verify_folders(paths)
    raise InputError("give either files of recorded games or folders, not both")
