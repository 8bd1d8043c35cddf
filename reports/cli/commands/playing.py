"""What `play` and `show` do."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.runs.play import PlayResult, load, play_job
from knotlab.reports.output import console, print_json, whole, workers_of, write_csv
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import tables
from knotlab.sim.job import Job
from knotlab.sim.store import RunFolder


@dataclass(frozen=True)
class Shown:
    """Where a result goes beside the terminal."""

    csv: Path | None = None
    json: bool = False
    by_seat: bool = False


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
    total = job.games_on(job.deals_for(wanted))
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
            interrupted(advance, out)
    print_result(result, shown)


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
