"""What `knotlab claims --readings` does: play tips under other readings of the rulebooks, and print what changes."""

from pathlib import Path
from typing import Any

import pandas as pd
from rich.markup import escape
from rich.table import Table

from knotlab.analysis import kept
from knotlab.analysis.claims.readings import DEALS, ReadingChange, pairs_of, try_readings
from knotlab.analysis.claims.run import Selection
from knotlab.analysis.claims.trial import WIDER
from knotlab.reports.cli.commands.claims import TrialOptions
from knotlab.reports.cli.setup import Output
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import readings as words
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.files import check_own, write_whole


def run(selection: Selection, options: TrialOptions, output: Output) -> None:
    """Play tips under other readings, showing how far it is."""
    if not pairs_of(selection.tips):
        raise InputError("none of these claims has a headline that other readings of the rules could change")
    if options.findings:
        check_own(options.findings, ("findings.md", "readings.md"))
    changes = _played(selection, options)
    missing = len(pairs_of(selection.tips)) - len(changes)
    if options.findings:
        write_page(changes, missing, options.findings)
    if output.csv:
        write_csv(pd.DataFrame([change.row() for change in changes]), output.csv)
    if output.json:
        print_json(facts(changes, missing))
    else:
        show(changes, missing)


def _played(selection: Selection, options: TrialOptions) -> list[ReadingChange]:
    """The changes, as far as there was time."""
    trial = selection.trial
    with progress("readings", len(pairs_of(selection.tips))) as advance:
        try:
            return try_readings(
                selection.tips,
                trial,
                out=options.out,
                minutes=options.minutes,
                workers=options.workers,
                deals=int(DEALS / WIDER) if trial.is_quick else DEALS,
                on_step=lambda name: advance(1),
            )
        except KeyboardInterrupt:
            interrupted(advance, options.out)


def write_page(changes: list[ReadingChange], missing: int, folder: Path) -> None:
    """Write `readings.md` and `readings.csv`; raises RunError if the folder cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / "readings.md", words.markdown(changes, missing).encode())
    except OSError as error:
        raise RunError(f"cannot write to {folder}: {error.strerror or error}") from None
    write_csv(pd.DataFrame([change.row() for change in changes]), folder / "readings.csv")


def facts(changes: list[ReadingChange], missing: int) -> dict[str, Any]:
    """The changes as plain data."""
    return {"missing": missing, "readings": [kept.as_plain(change.row()) for change in changes]}


def show(changes: list[ReadingChange], missing: int) -> None:
    """The table."""
    table = Table(*words.COLUMNS)
    for change in changes:
        *cells, says = words.row(change, lambda text: f"[bold]{text}[/bold]")
        table.add_row(*map(escape, cells), says)
    console().print(table)
    for line in words.closing(changes, missing):
        print(line)
