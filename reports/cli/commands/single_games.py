"""What `records`, `verify` and `replay` do."""

import json as json_text
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from knotlab.reports.output import LAST_GAME, print_json, whole, write_file, writing_file
from knotlab.reports.progress import progress
from knotlab.reports.viewer.replay import read_record, replay_page
from knotlab.reports.words import telling
from knotlab.sim.chance import PURPOSES
from knotlab.sim.errors import InputError, RunError, StrategyError
from knotlab.sim.job import Job, play_traced
from knotlab.sim.match import records_of
from knotlab.sim.records import record_of
from knotlab.sim.settings import unknown
from knotlab.sim.verify import Fault
from knotlab.sim.verify import verify as verify_record


def records(job: Job, first: str, games: str, out: Path, why: bool) -> None:
    """Write records of some consecutive games, or of all games of some consecutive matches."""
    start, count = whole(first, "--first", most=LAST_GAME), whole(games, "--games", 1)
    written, following, stopped = 0, start, None
    with writing_file(out) as file:
        try:
            with progress(f"records of {job.game}", count) as advance:
                for index in range(start, start + count):
                    lines = [json_text.dumps(one, separators=(",", ":")) + "\n" for one in records_of(job, index, why)]
                    file.write("".join(lines).encode())
                    written, following = written + len(lines), index + 1
                    advance(1)
        except (StrategyError, KeyboardInterrupt) as error:
            if not written:
                raise
            stopped = error
    if stopped:
        after = f"--first {following}" + (
            f", or after the one that fails with --first {following + 1}" if isinstance(stopped, StrategyError) else ""
        )
        print(
            f"knotlab: {written} of the records are in {out}; write the others into another file with {after}",
            file=sys.stderr,
        )
        raise stopped
    print(f"{written} record{'s' if written > 1 else ''} written to {out}")


def verify(files: Sequence[Path], json: bool) -> None:
    """Referee records; exit status 1 if one does not hold."""
    faults, held = [], 0
    for file in files:
        try:
            text = file.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot read {file}: {getattr(error, 'strerror', None) or 'it is not text'}") from None
        for line, content in enumerate(text.removesuffix("\n").split("\n") if text else (), 1):
            try:
                verify_record(json_text.loads(content))
                held += 1
            except json_text.JSONDecodeError as error:
                faults.append({"file": str(file), "line": line, "fault": f"not JSON: {error.msg}"})
            except Fault as error:
                faults.append({"file": str(file), "line": line, "fault": str(error)})
            except (ValueError, RecursionError):
                faults.append(
                    {"file": str(file), "line": line, "fault": "a number too long or lists too deep to be read"}
                )
    if held + len(faults) == 0:
        raise InputError("there is no record in " + ", ".join(str(file) for file in files))
    if json:
        print_json({"records": held + len(faults), "hold": held, "faults": faults})
    else:
        for fault in faults:
            print(f"{fault['file']}, line {fault['line']}: {fault['fault']}")
        print(f"{held} of {held + len(faults)} records hold")
    if faults:
        raise typer.Exit(1)


def replay(job: Job, index: str | None, why: bool, html: Path | None, json: bool, purpose: str = "play") -> None:
    """Show one game; if a strategy failed in it, tell it up to there."""
    if purpose not in PURPOSES:
        raise unknown("purpose of games", purpose, PURPOSES)
    job, number = replace(job, purpose=purpose), whole(index or "0", "--index", most=LAST_GAME)
    if job.match is not None:
        return replay_match(job, number, why, html, json)
    played = play_traced(job, number)
    if played.failure and (html or json):
        raise RunError(str(played.failure))
    told = record_of(played, why or html is not None)
    if not played.failure:
        show_record(told, html, json)
        return
    for line in telling.tell(told, ended=False):
        print(line)
    raise RunError(str(played.failure))


def replay_match(job: Job, number: int, why: bool, html: Path | None, json: bool) -> None:
    """Show all games of one match."""
    if html:
        raise InputError(
            "--html shows one game, and this run is of matches; write a match's games by 'knotlab records', and show "
            "one by --record FILE --index N"
        )
    told = records_of(job, number, why)
    if json:
        print_json({"match": number, "games": told})
        return
    for one in told:
        print(f"Game {one['number'] + 1} of the {len(told)} of match {number}:")
        for line in telling.tell(one):
            print(line)
        print()


def replay_record(file: Path, index: str | None, html: Path | None, json: bool) -> None:
    """Show one game of a file of records."""
    told = read_record(file, None if index is None else whole(index, "--index", most=LAST_GAME))
    try:
        verify_record(told)
    except Fault as error:
        raise RunError(f"this record does not hold: {error}") from None
    show_record(told, html, json)


def show_record(told: dict[str, Any], html: Path | None, json: bool) -> None:
    """A recorded game in words, as a page or as JSON."""
    if html:
        write_file(html, replay_page(told).encode())
        print(f"The game is at {html.resolve()}")
    elif json:
        print_json(told)
    else:
        for line in telling.tell(told):
            print(line)
