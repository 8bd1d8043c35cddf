"""Published findings under today's names: `make findings-carry`.

A finding is carried over where its question is the same, only code has changed, and the cell's first deals are still
the same, bit for bit. It is marked: with the version that it was played with, and the one that it was carried to.
"""

import csv
import io
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from knotlab.analysis.claims.cells import Cell, cells_of, tips
from knotlab.analysis.claims.prepare import prepare
from knotlab.analysis.claims.registration import digits, name_of, question_of, registration
from knotlab.analysis.claims.trial import USUAL, Trial
from knotlab.analysis.result import changed_settings
from knotlab.sim.machine import cores, package_version
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.storage.pieces import digest
from knotlab.sim.storage.result_files import publish

FIRST_DEALS = 200

# The columns that a published finding has beside those of `Finding`.
QUESTION = "question"  # a hash of all that the verdict depends on but for the code
VERSION = "version"  # of the package and of the code: those of the record's name
DEALS = "first_deals"  # a hash of the first deals
CARRIED, CARRIED_VERSION = "carried_from", "carried_from_version"  # the record that was played, and its version
STAMPS = (QUESTION, VERSION, DEALS, CARRIED, CARRIED_VERSION)

Row = dict[str, str]  # a published finding, as text


class Fate(StrEnum):
    """What becomes of a published finding."""

    UNCHANGED = "unchanged"
    STAMPED = "played with today's code"
    CARRIED = "carried over"
    OTHER_QUESTION = "another question now"
    OTHER_DEALS = "other deals now"
    GONE = "no such cell any more"


STALE = (Fate.OTHER_QUESTION, Fate.OTHER_DEALS, Fate.GONE)


def first_deals(cell: Cell, trial: Trial) -> str:
    """Play a cell's first deals; a hash of them."""
    return digest(cell.experiment.play(cell, trial, 0, FIRST_DEALS))


def question_hash(cell: Cell, trial: Trial) -> str:
    """A hash of all that a cell's verdict depends on but for the code, and for the values that follow from the code:
    defaults of settings, and of the parameters of strategies.
    """
    return digits(_without_defaults(question_of(cell, trial), cell))


def _without_defaults(part: Any, cell: Cell) -> Any:
    """A question, or a part of one, without what the code says."""
    if isinstance(part, list | tuple):
        return [_without_defaults(inner, cell) for inner in part]
    if not isinstance(part, Mapping):
        return part
    named = {key: _without_defaults(value, cell) for key, value in part.items() if key not in ("rules", "values")}
    if "rules" in part:
        tables = part["rules"] if isinstance(part["rules"], list) else [part["rules"]]
        named["rules"] = [changed_settings(cell.tip.game, cell.players, rules) for rules in tables]
    return named


def version_of(cell: Cell, trial: Trial) -> str:
    """The versions of the package and of the code that decides about a cell."""
    return f"{package_version()} {registration(cell, trial)['code']}"


def carry(row: Row, cell: Cell | None, trial: Trial) -> tuple[Row, Fate]:
    """A published finding under today's name, if it can be carried over.

    Parameters
    ----------
    row
        The finding, as published.
    cell
        The cell of that name; none: there is none any more.
    trial
        What all cells share.

    Returns
    -------
    tuple of dict and Fate
        The finding, the same unless it was carried over, and what became of it.
    """
    if cell is None:
        return row, Fate.GONE
    name, is_stamped = name_of(cell, trial), bool(row.get(DEALS))
    if row["hash"] == name:
        return (row, Fate.UNCHANGED) if is_stamped else (_stamped(row, cell, trial), Fate.STAMPED)
    if row.get(QUESTION) != question_hash(cell, trial):
        return row, Fate.OTHER_QUESTION
    if row[DEALS] != first_deals(cell, trial):
        return row, Fate.OTHER_DEALS
    played = {
        CARRIED: row[CARRIED] or row["hash"],
        CARRIED_VERSION: row[CARRIED_VERSION] or row[VERSION],
    }
    return row | played | {"hash": name, VERSION: version_of(cell, trial)}, Fate.CARRIED


def _stamped(row: Row, cell: Cell, trial: Trial) -> Row:
    """A finding of today's code with what it takes to carry it over later."""
    stamps = (question_hash(cell, trial), version_of(cell, trial), first_deals(cell, trial), "", "")
    return row | dict(zip(STAMPS, stamps, strict=True))


def carry_all(
    rows: Sequence[Row], cells: Iterable[Cell], trial: Trial, workers: int | None = None
) -> list[tuple[Row, Fate]]:
    """What becomes of published findings, in their order.

    Parameters
    ----------
    rows
        The findings.
    cells
        Today's cells.
    trial
        What all cells share.
    workers
        How many cells are played at a time; by default as many as there are cores.

    Returns
    -------
    list of tuple of dict and Fate
        As `carry` gives them.
    """
    known = {cell.name: cell for cell in cells}
    prepare([known[row["cell"]] for row in rows if row["cell"] in known], trial)
    tasks = [(row, known.get(row["cell"]), trial) for row in rows]
    return list(fan_out(carry, tasks, workers or cores()))


def read_rows(path: Path) -> list[Row]:
    """The rows of a published table, each value as the text that it is."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_rows(path: Path, rows: Sequence[Mapping[str, str]]) -> None:
    """Write a published table, whole or not at all, and its hash into the note beside it."""
    text = io.StringIO()
    columns = [*(column for column in rows[0] if column not in STAMPS), *STAMPS]
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    publish(path, text.getvalue())


def main(path: Path) -> int:
    """Carry over what can be carried over in a published table; the exit status is 1 if anything is to be played anew.

    Parameters
    ----------
    path
        The table, `cells.csv`.

    Returns
    -------
    int
        The exit status.
    """
    cells = [cell for tip in tips() for cell in cells_of(tip)]
    results = carry_all(read_rows(path), cells, USUAL)
    write_rows(path, [row for row, _ in results])
    for row, fate in results:
        if fate in STALE:
            print(f"{row['cell']}: {fate}; make findings plays it anew")
    counts = {fate: sum(other == fate for _, other in results) for fate in Fate}
    print(f"{len(results)} cells: " + ", ".join(f"{n} {fate}" for fate, n in counts.items() if n))
    return int(any(fate in STALE for _, fate in results))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
