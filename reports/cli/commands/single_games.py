"""What `records`, `verify` and `replay` do."""

import json as json_text
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import typer

from knotlab.analysis.bidding.open_play import refuse_own_tricks, with_open_values
from knotlab.analysis.runs.move_values import valued_records
from knotlab.reports.output import print_json, write_file, writing_file
from knotlab.reports.progress import progress
from knotlab.reports.viewer.replay import read_replay, replay_page
from knotlab.reports.words import telling
from knotlab.sim.errors import InputError, RunError, StrategyError
from knotlab.sim.games.twyst.open_cards import Solver
from knotlab.sim.kernels.chance import PURPOSES
from knotlab.sim.playing.job import Job, play_traced
from knotlab.sim.playing.match import records_of
from knotlab.sim.playing.records import record_of
from knotlab.sim.playing.verify import Fault
from knotlab.sim.playing.verify import verify as verify_record
from knotlab.sim.settings import unknown


class Extras(NamedTuple):
    """What is written beside the moves: the scores of legal moves; what each comes to if it is played on so many times;
    what each card of so many of the last tricks is worth with all hands open.
    """

    why: bool = False
    rollouts: int | None = None
    tricks: int | None = None


def records(job: Job, first: int, games: int, save: Path, extras: Extras) -> None:
    """Write records of some consecutive games, or of all games of some consecutive matches."""
    written_record = _record_writer(job, extras)
    written, following, stopped = 0, first, None
    with writing_file(save) as file:
        try:
            with progress(f"records of {job.game}", games) as advance:
                for index in range(first, first + games):
                    some = written_record(index)
                    lines = [json_text.dumps(record, separators=(",", ":")) + "\n" for record in some]
                    file.write("".join(lines).encode())
                    written, following = written + len(lines), index + 1
                    advance(1)
        except (StrategyError, KeyboardInterrupt) as error:
            if not written:
                raise
            stopped = error
    if stopped:
        print(f"knotlab: {_the_rest(written, following, save, stopped)}", file=sys.stderr)
        raise stopped
    print(f"{written} record{'s' if written > 1 else ''} written to {save}")


def _record_writer(job: Job, extras: Extras) -> Callable[[int], list[dict[str, Any]]]:
    """What makes the records of a game or match from its number; raises InputError if they cannot be made."""
    if extras.tricks is None:
        if extras.rollouts is None:
            return lambda index: records_of(job, index, extras.why)
        rollouts = extras.rollouts
        return lambda index: valued_records(job, index, rollouts)
    if extras.rollouts is not None:
        raise InputError("--par and --whatif both give moves a value; choose one of them")
    if job.game != "twyst":
        raise InputError(f"--par is for twyst only, where all cards can be laid open; leave it out for {job.game}")
    refuse_own_tricks(job.rules)
    solver, tricks = Solver(), extras.tricks
    return lambda index: [with_open_values(record, solver, tricks) for record in records_of(job, index, True)]


def _the_rest(written: int, following: int, save: Path, stopped: BaseException) -> str:
    """What is there of records that were stopped, and how to get the others."""
    how = f"--first {following}"
    if isinstance(stopped, StrategyError):
        how += f", or skip the game that fails with --first {following + 1}"
    return f"{written} of the records are in {save}; write the others to another file with {how}"


def verify(files: Sequence[Path], json: bool) -> None:
    """Check records against the rules; exit status 1 if one is not valid."""
    faults, valid = [], 0
    for file in files:
        for line, content in enumerate(_lines(file), 1):
            fault = _fault(content)
            if fault is None:
                valid += 1
            else:
                faults.append({"file": str(file), "line": line, "fault": fault})
    total = valid + len(faults)
    if total == 0:
        raise InputError("there is no record in " + ", ".join(str(file) for file in files))
    if json:
        print_json({"records": total, "valid": valid, "faults": faults})
    else:
        for each in faults:
            print(f"{each['file']}, line {each['line']}: {each['fault']}")
        print(f"{valid} of {total} records are valid")
    if faults:
        raise typer.Exit(1)


def _lines(file: Path) -> list[str]:
    """The lines of a text file; raises InputError if it cannot be read."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {file}: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    return text.removesuffix("\n").split("\n") if text else []


def _fault(line: str) -> str | None:
    """What is wrong with a recorded game, None if nothing is."""
    try:
        verify_record(json_text.loads(line))
    except json_text.JSONDecodeError as error:
        return f"not JSON: {error.msg}"
    except Fault as error:
        return str(error)
    except (ValueError, RecursionError):
        return "a number too long or lists too deep to be read"
    return None


def replay(job: Job, index: int, why: bool, html: Path | None, json: bool, purpose: str = "play") -> None:
    """Show one game; if a strategy failed in it, up to there."""
    if purpose not in PURPOSES:
        raise unknown("purpose", purpose, PURPOSES)
    job = replace(job, purpose=purpose)
    if job.match is not None:
        return replay_match(job, index, why, html, json)
    played = play_traced(job, index)
    if played.failure and (html or json):
        raise RunError(str(played.failure))
    record = record_of(played, why or html is not None)
    if not played.failure:
        show_record(record, html, json)
        return
    _print(telling.tell(record, ended=False))
    raise RunError(str(played.failure))


def replay_match(job: Job, index: int, why: bool, html: Path | None, json: bool) -> None:
    """Show all games of one match."""
    if html:
        raise InputError(
            "--html shows a single game, but this run is one of matches; write the match's games with 'knotlab "
            "records', and show one with --record FILE --index N"
        )
    match = records_of(job, index, why)
    if json:
        print_json({"match": index, "games": match})
        return
    for record in match:
        print(f"Game {record['number'] + 1} of the {len(match)} of match {index}:")
        if record["number"]:
            print(f"totals so far, by seat: {', '.join(map(str, record['totals']))}")
        _print(telling.tell(record))
        print()


def replay_record(file: Path, index: int | None, html: Path | None, json: bool) -> None:
    """Show one game of a file of records."""
    show_record(read_replay(file, index).record, html, json)


def show_record(record: Mapping[str, Any], html: Path | None, json: bool) -> None:
    """A recorded game in words, as a page or as JSON."""
    if html:
        write_file(html, replay_page(record).encode())
        print(f"The game is at {html.resolve()}")
    elif json:
        print_json(dict(record))
    else:
        _print(telling.tell(record))


def _print(lines: Iterator[str]) -> None:
    """Some lines on standard output, as they come."""
    for line in lines:
        print(line)
