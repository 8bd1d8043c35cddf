"""What the commands do: read the words, call the laboratory, print."""

import contextlib
import json as json_text
import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from knotlab.analysis.runs import check as checking
from knotlab.analysis.runs.play import DEFAULT_SEED, PlayResult, load, load_job, make_job, play_job
from knotlab.reports.cli.commands import scaffold
from knotlab.reports.output import (
    LAST_GAME,
    console,
    print_json,
    seed_of,
    whole,
    workers_of,
    write_csv,
    write_file,
    writing_file,
)
from knotlab.reports.progress import progress
from knotlab.reports.viewer.replay import read_record, replay_page
from knotlab.reports.words import tables, telling
from knotlab.sim import games as game_list
from knotlab.sim.chance import PURPOSES
from knotlab.sim.errors import InputError, RunError, StrategyError
from knotlab.sim.job import Job, play_traced
from knotlab.sim.match import make_match, records_of, single_games
from knotlab.sim.protocol import Match
from knotlab.sim.records import record_of
from knotlab.sim.settings import spelt, unknown
from knotlab.sim.store import RunFolder
from knotlab.sim.verify import Fault
from knotlab.sim.verify import verify as verify_record
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import user_files


@dataclass(frozen=True)
class Shown:
    """Where a result goes beside the terminal."""

    csv: Path | None = None
    json: bool = False
    by_seat: bool = False


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


# --- playing ---


def play(
    job: Job,
    games: str,
    files: Sequence[Path] | None,
    workers: str | None,
    backend: str,
    out: Path | None,
    log: bool,
    shown: Shown,
) -> None:
    """Play, with progress, and show the result."""
    wanted = whole(games, "--games", 1)
    n_workers = workers_of(workers)
    total = -(-wanted // job.rotations) * job.rotations
    with progress(f"{job.game}: {', '.join(player.name for player in job.players)}", total) as advance:
        try:
            result = play_job(
                job,
                wanted,
                strategies_from=files or (),
                workers=n_workers,
                backend=backend,
                out=out,
                log=log,
                on_progress=advance,
            )
        except KeyboardInterrupt:
            advance.stop()
            kept = (
                f"what is played is in {out}; the same command goes on from there"
                if out
                else "nothing was kept; --out FOLDER keeps games"
            )
            print(f"knotlab: interrupted; {kept}", file=sys.stderr)
            sys.stderr.flush()
            os._exit(130)  # worker threads would otherwise first finish the parts they are at
    print_result(result, shown)


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


def show(run: Path, shown: Shown) -> None:
    """A kept run's tables."""
    from knotlab.reports.cli.commands.kept import show_kept

    if show_kept(run, shown.csv, shown.json):
        return
    result, wanted = load(run), RunFolder(run).manifest()["games"]
    if result.tally.games < wanted:
        print(
            f"knotlab: {result.tally.games:,} of {wanted:,} so far; the command in its manifest goes on",
            file=sys.stderr,
        )
    print_result(result, shown)


def print_result(result: PlayResult, shown: Shown) -> None:
    """A result as tables, or as JSON, and as CSV if wanted."""
    table = result.to_pandas()
    if shown.csv:
        write_csv(result.by_seat() if shown.by_seat else table, shown.csv)
    if shown.json:
        content = {
            "game": result.game,
            "strategies": table.to_dict("records"),
            "places": result.places().to_dict("records"),
            "run": result.facts(),
        }
        print_json(content | ({"by_seat": result.by_seat().to_dict("records")} if shown.by_seat else {}))
        return
    tables.print_play(console(), result, shown.by_seat)


# --- single games ---


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


# --- looking things up ---


def strategies(game: str | None, files: Sequence[Path] | None, json: bool) -> None:
    """The catalogue of one game or all."""
    names = [game] if game else list(game_list.names())
    found = {name: catalogue(name, files or ()) for name in names}
    if json:
        print_json({name: [tables.strategy_facts(one) for one in known.values()] for name, known in found.items()})
        return
    for name, known in found.items():
        console().print(tables.strategies(name, known))
    print("Every strategy also takes tremble=P (a random legal move with probability P) and temperature=T.")


def rules(game: str | None, json: bool) -> None:
    """The settings of one game or all."""
    found = [game_list.find(name) for name in ([game] if game else game_list.names())]
    if json:
        print_json({one.name: tables.rules_facts(one) for one in found})
        return
    for one in found:
        console().print(tables.rules(one))
        for preset, changes in one.presets.items():
            told = ", ".join(
                f"{key}={','.join(value) if isinstance(value, tuple) else value}" for key, value in changes.items()
            )
            print(f"preset={preset}: {told or 'the defaults'}")


def view(game: str, json: bool) -> None:
    """The fields of a game's view, the kinds of move and the columns of the event log."""
    found = game_list.find(game)
    if json:
        print_json(
            {"fields": tables.view_facts(found), "moves": tables.move_facts(found), "log": tables.log_facts(found)}
        )
        return
    for table in tables.view(found):
        console().print(table)


# --- writing one's own ---


def new(file: Path, game: str) -> None:
    """Write a first strategy."""
    game_list.find(game)
    if file.exists():
        raise InputError(f"{file} is there already; choose another name")
    if file.suffix != ".py":
        raise InputError(f"a strategy file ends in .py, as in {file.with_suffix('.py')}")
    write_file(file, scaffold.first_strategy(game, file.stem).encode())
    print(f"{file} is written. Try it: knotlab check {file}")


def check(file: Path, games: str, json: bool) -> None:
    """Compile and try out a file's strategies."""
    count = whole(games, "--games", 1)
    with contextlib.redirect_stdout(sys.stderr) if json else contextlib.nullcontext():  # what the strategy prints
        seen = checking.check(file, count)
    if json:
        print_json({"strategies": [one.facts() for one in seen]})
    else:
        for one in seen:
            print(tables.checked(one))
    if any(one.faults for one in seen):
        raise typer.Exit(1)
