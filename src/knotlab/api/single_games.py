"""Single games written down, checked, told, and played on from one of their decisions: `records`, `verify`, `replay`,
`whatif`.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.api import options, reading
from knotlab.api.declare import Argument, Option, public
from knotlab.sim.errors import InputError, StrategyError

if TYPE_CHECKING:
    from knotlab.analysis.audit import VerifiedFolders
    from knotlab.analysis.decisions.advice import MoveAdvice
    from knotlab.analysis.record_files import VerifiedRecords
    from knotlab.analysis.reproduction import PlayedAgain
    from knotlab.reports.viewer.replay import Replay
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
        "also play out each move of every choice N times with hidden cards redealt, for the viewer",
        "N",
        reading.whole(100),
    ),
]
Solved = Annotated[
    int | None,
    Option(
        "Twyst: also give the double-dummy value of each card in this many of the last tricks",
        "TRICKS",
        reading.whole(1, 13),
    ),
]


@public
def records(
    game: options.Game,
    strategies: options.Strategies,
    *,
    save: RecordsFile,
    games: Written = 100,
    first: First = 0,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    fixed_seats: options.FixedSeats = False,
    target: options.Target = None,
    rounds: options.Rounds = None,
    strategies_from: options.From = (),
    interpreted: options.Interpreted = False,
    move_seconds: options.MoveSeconds = None,
    why: options.Why = False,
    whatif: Valued = None,
    par: Solved = None,
    progress: options.Progress = True,
) -> WrittenRecords:
    """Write games move by move to a file, one line of JSON per game.

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
    from knotlab.analysis.decisions.move_values import valued_records
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
    options.FilesGiven,
    Argument("JSON Lines files of recorded games, or folders kept with --out", "FILE|FOLDER", repeats=True),
]


Replayed = Annotated[
    int | None,
    Option(
        "how many games of each run to play again by the rules; 0 for none",
        "N",
        reading.whole(),
        default="2 of each piece",
    ),
]


Again = Annotated[
    bool,
    Option(
        "play the folder's result again, from the command and the Python files that are kept in it (which are run, so "
        "look at a stranger's first), and compare"
    ),
]


@public
def verify(
    files: ToVerify,
    *,
    play: Again = False,
    games: Replayed = None,
    strategies_from: options.From = (),
    interpreted: options.Interpreted = False,
    move_seconds: options.MoveSeconds = None,
) -> "VerifiedRecords | VerifiedFolders | PlayedAgain":
    """Check recorded games against the rules, or check that every file in a kept folder is whole and as it was written,
    and that games replayed from runs come out as they were written.

    Returns
    -------
    VerifiedRecords, VerifiedFolders or PlayedAgain
        `is_whole` says whether all is well; with `play`, whether everything came out the same.

    Raises
    ------
    InputError
        If there are no records in the files, or nothing that knotlab keeps in a folder, or games that are asked for
        cannot be played again.

    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import play, verify
    >>> with TemporaryDirectory() as folder:
    ...     result = play("twisted-knot", ["shed", "random"], games=20, out=folder)
    ...     verify(folder).is_whole
    True
    """
    from knotlab.analysis.audit import verify_folders
    from knotlab.analysis.record_files import verify_records

    paths = reading.files(files)
    if play:
        from knotlab.analysis.reproduction import play_again

        if len(paths) != 1 or games is not None or strategies_from:
            raise InputError("--play is for one folder, which has all that it needs; leave out what else you gave")
        return play_again(paths[0], partial(print, file=sys.stderr, flush=True))
    if not any(path.is_dir() for path in paths):
        if games is not None or strategies_from:
            raise InputError("--games and --strategies-from are for folders of runs; every recorded game is checked")
        return verify_records(paths)
    if all(path.is_dir() for path in paths):
        return verify_folders(paths, games, reading.files(strategies_from))
    raise InputError("give either files of recorded games or folders, not both")


RecordFile = Annotated[
    str | Path | None, Option("take the game from this file of recorded games instead", "FILE", reading.path)
]
Purpose = Annotated[
    str, Option("which stream of deals the game is from, as named in the message about a failing strategy", "NAME")
]


@public
def replay(
    game: options.MaybeGame = None,
    strategies: options.Strategies = (),
    *,
    index: options.Index = None,
    run: options.Run = None,
    record: RecordFile = None,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    fixed_seats: options.FixedSeats = False,
    strategies_from: options.From = (),
    interpreted: options.Interpreted = False,
    move_seconds: options.MoveSeconds = None,
    why: options.Why = False,
    purpose: Purpose = "play",
) -> "Replay":
    """Describe a single game move by move, or write a page to watch it on.

    Returns
    -------
    Replay
        Prints as text; at the end of a notebook cell it is a viewer to step through. If a strategy fails in the game,
        `failure` says how, and the game is described up to that point.

    >>> from knotlab import replay
    >>> print(str(replay("twisted-knot", ["shed", "random"], seed=1)).splitlines()[0])
    Twisted Knot, game 0 of seed 1: seat 0 (shed), seat 1 (random)
    """
    from knotlab.analysis.record_files import read_record
    from knotlab.api.given import job_named
    from knotlab.reports.viewer.replay import Replay
    from knotlab.sim.kernels.chance import PURPOSES
    from knotlab.sim.playing.match import records_of
    from knotlab.sim.playing.records import record_of
    from knotlab.sim.playing.traced import play_traced
    from knotlab.sim.settings import unknown

    if (game is not None) + (run is not None) + (record is not None) != 1:
        raise InputError("give either a game and one strategy per player, or --run FOLDER, or --record FILE")
    if record is not None:
        return Replay((read_record(Path(record), index),), why=True)
    if purpose not in PURPOSES:
        raise unknown("purpose", purpose, PURPOSES)
    job = job_named(run, index or 0, game, strategies, seed, set, fixed_seats, strategies_from)
    job, number = replace(job, purpose=purpose), index or 0
    if job.match is not None:
        return Replay(tuple(records_of(job, number, why=True)), why)
    played = play_traced(job, number)
    return Replay((record_of(played, why=True),), why, played.failure)


Decision = Annotated[
    int, Option("number of the decision in the game, as knotlab replay --why prints it", "K", reading.whole())
]
Rollouts = Annotated[
    int | None,
    Option(
        "play out each move just so many times, whatever is known then",
        "N",
        reading.whole(2),
        default="until it is known what to play",
    ),
]
Within = Annotated[
    float, Option("seconds after which to stop even if the best move is not known", "S", reading.amount("seconds"))
]
Hidden = Annotated[
    str, Option("the cards that the player cannot see: resample, to redeal them each time, or as-dealt", "HOW")
]


@public
def whatif(
    game: options.MaybeGame = None,
    strategies: options.Strategies = (),
    *,
    index: options.Index = None,
    decision: Decision = 0,
    hidden: Hidden = "resample",
    seconds: Within = 10.0,
    rollouts: Rollouts = None,
    run: options.Run = None,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    fixed_seats: options.FixedSeats = False,
    strategies_from: options.From = (),
    move_seconds: options.MoveSeconds = None,
) -> "MoveAdvice":
    """Say what each legal move of a decision of a game would have come to, as `advise` does.

    Returns
    -------
    MoveAdvice
        Prints as a sentence and a table; all that it says holds together with 95% confidence.

    >>> from knotlab import whatif
    >>> result = whatif("twisted-knot", ["shed", "random"], seed=1, decision=5, rollouts=50)
    >>> int(result.to_pandas()["own"].sum())
    1
    """
    from knotlab.analysis.decisions.advice import advise
    from knotlab.analysis.decisions.rollouts import decision_of
    from knotlab.api.given import job_named

    job = job_named(run, index or 0, game, strategies, seed, set, fixed_seats, strategies_from)
    if job.match is not None:
        raise InputError(
            "this run is one of matches, but a what-if is about a single game: name the game and its strategies, and "
            "the number that 'knotlab replay --run' prints for it"
        )
    return advise(decision_of(job, index or 0, decision), hidden=hidden, seconds=seconds, rollouts=rollouts)
