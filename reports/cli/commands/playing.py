"""What `play` and `show` do."""

import sys
from dataclasses import replace
from pathlib import Path

from knotlab.analysis.runs.play import play_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.saved import load
from knotlab.analysis.runs.slices import Slice, SlicePlan, load_slice, play_slice, slice_in
from knotlab.reports.cli.commands.kept import show_kept
from knotlab.reports.cli.commands.slices import playing_part, slice_plan
from knotlab.reports.cli.setup import GameOptions, Output, RunOptions
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import play as words
from knotlab.sim.playing.job import Job
from knotlab.sim.storage.store import RunFolder
from knotlab.strategies.short_names import short_name


def play(job: Job, options: GameOptions, games: int, how: RunOptions, log: bool, by_seat: bool, output: Output) -> None:
    """Play, with progress, and print the result."""
    if how.part:
        plan = replace(slice_plan(how), log=log)
        return _play_slice(job, options, games, plan, by_seat, output)
    total = job.games_on(job.deals_for(games))
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
            )
        except KeyboardInterrupt:
            interrupted(advance, how.out)
    print_result(result, by_seat, output)


def _play_slice(job: Job, options: GameOptions, games: int, plan: SlicePlan, by_seat: bool, output: Output) -> None:
    """Play one part of a run, and print the results of its deals."""
    with playing_part(job.game, job.games_on(job.deals_for(games)), plan) as shown:
        result = play_slice(job, games, shown, strategies_from=options.strategies_from)
    if result.games:
        print_result(result, by_seat, output)
    say_slice(result, plan.which)


def say_slice(result: PlayResult, which: Slice) -> None:
    """Say on standard error which part of a run it is that was played."""
    print(
        f"knotlab: part {which} of a run of {result.planned:,} games: {result.games:,} of them; knotlab merge puts "
        f"the parts together",
        file=sys.stderr,
    )


def show(run: Path, by_seat: bool, output: Output) -> None:
    """Print a kept result, as far as it has been played."""
    if show_kept(run, output):
        return
    which = slice_in(RunFolder(run).manifest())
    result = load_slice(run) if which else load(run)
    if which:
        say_slice(result, which)
    else:
        words.say_if_incomplete(result.games, result.planned)
    print_result(result, by_seat, output)


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
