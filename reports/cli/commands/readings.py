"""What `knotlab claims --readings` does: play tips under other readings of the rulebooks, and print what changes."""

from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from knotlab.analysis.claims.readings.changes import ReadingChanges
from knotlab.analysis.claims.readings.play import pairs_of, try_readings
from knotlab.analysis.claims.rulebooks.selection import Selection
from knotlab.reports.cli.commands.claims import TrialOptions
from knotlab.reports.cli.setup import Output
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import readings as words
from knotlab.sim.errors import RunError
from knotlab.sim.storage import result_files
from knotlab.sim.storage.result_files import check_own, write_whole


def run(selection: Selection, options: TrialOptions, output: Output) -> None:
    """Play tips under other readings, showing how far it is."""
    if options.findings:
        check_own(options.findings, ("findings.md", "readings.md"))
    changes = _played(selection, options)
    if options.findings:
        write_page(changes, options.findings)
    if output.csv:
        write_csv(changes.to_pandas(), output.csv)
    if output.json:
        print_json(facts(changes))
    else:
        show(changes)


def _played(selection: Selection, options: TrialOptions) -> ReadingChanges:
    """The changes, as far as there was time."""
    with options.playing(selection), progress("readings", len(pairs_of(selection.tips))) as advance:
        try:
            return try_readings(
                selection.tips,
                selection.trial,
                out=options.out,
                minutes=options.minutes,
                workers=options.workers,
                on_step=lambda name: advance(1),
            )
        except KeyboardInterrupt:
            interrupted(advance, options.out)


def write_page(changes: ReadingChanges, folder: Path) -> None:
    """Write `readings.md` and `readings.csv`; raises RunError if the folder cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / "readings.md", words.markdown(changes).encode())
    except OSError as error:
        raise RunError(f"cannot write to {folder}: {error.strerror or error}") from None
    write_csv(changes.to_pandas(), folder / "readings.csv")


def facts(changes: ReadingChanges) -> dict[str, Any]:
    """The changes as plain data."""
    return {"missing": changes.missing, "readings": [result_files.as_plain(change.row()) for change in changes]}


def show(changes: ReadingChanges) -> None:
    """The table."""
    table = Table(*words.COLUMNS)
    for change in changes:
        *cells, says = words.row(change, lambda text: f"[bold]{text}[/bold]")
        table.add_row(*map(escape, cells), says)
    console().print(table)
    for line in words.closing(changes):
        print(line)
