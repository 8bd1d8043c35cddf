"""What `play` and `show` do."""

import math
import sys
from pathlib import Path

from knotlab.analysis.runs.play import play_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.saved import load
from knotlab.reports.cli.commands.kept import show_kept
from knotlab.reports.cli.commands.parts import after_part, part_of
from knotlab.reports.cli.setup import GameOptions, Output, RunOptions
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import play as words
from knotlab.reports.words.numbers import spans
from knotlab.sim.playing.delivery import WHOLE
from knotlab.sim.playing.job import Job
from knotlab.strategies.short_names import short_name


def play(job: Job, options: GameOptions, games: int, how: RunOptions, log: bool, by_seat: bool, output: Output) -> None:
    """Play, with progress, and print the result."""
    part = part_of(how)
    total = job.games_on(job.deals_for(games)) // part.of
    with progress(
        f"{job.game}: {', '.join(short_name(job.game, player.name) for player in job.players)}", total
    ) as advance:
        try:
            result = play_job(
                job,
                games,
                strategies_from=options.strategies_from,
                workers=how.workers,
                backend=how.backend,
                out=how.out,
                log=log,
                on_progress=advance,
                part=part,
            )
        except KeyboardInterrupt:
            interrupted(advance, how.out)
    if result.games:
        print_result(result, by_seat, output)
    if part != WHOLE and how.out:
        print(
            f"knotlab: part {part} of a run of {result.planned:,} games: {result.games:,} of them; "
            f"{after_part(how.out)}",
            file=sys.stderr,
        )


def show(run: Path, by_seat: bool, output: Output) -> None:
    """Print a kept result, as far as it has been played."""
    if show_kept(run, output):
        return
    result = load(run)
    say_if_incomplete(result)
    print_result(result, by_seat, output)


def say_if_incomplete(result: PlayResult) -> None:
    """Say on standard error how far a run is that has not all of its games."""
    if result.complete < 1:
        print(
            f"knotlab: of a run that is {math.floor(100 * result.complete)}% complete: {result.games:,} of "
            f"{result.planned:,} games; missing: {spans('piece', result.missing)}; copy the files here, if they were "
            f"played elsewhere, or play what is missing by the command in the manifest without --part",
            file=sys.stderr,
        )


def print_result(result: PlayResult, by_seat: bool, output: Output) -> None:
    """A result as tables, or as JSON, and as CSV if that is wanted."""
    table = result.to_pandas()
    if output.csv:
        write_csv(result.by_seat() if by_seat else table, output.csv, result.conditions)
    if not output.json:
        for each in words.tables(result, by_seat):
            console().print(each.for_terminal())
        for line in words.lines(result):
            print(line)
        return
    content = {
        **result.conditions.facts,
        "strategies": table.to_dict("records"),
        "places": result.places().to_dict("records"),
        "run": result.facts(),
    }
    print_json(content | ({"by_seat": result.by_seat().to_dict("records")} if by_seat else {}))
