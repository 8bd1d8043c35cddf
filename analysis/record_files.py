"""Files of recorded games: read, and checked against the rules."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.sim.errors import InputError, RunError
from knotlab.sim.playing.records import check_shape
from knotlab.sim.playing.verify import Fault
from knotlab.sim.playing.verify import verify as verify_record
from knotlab.sim.storage.result_files import parsed, read_text, shown

MOST_BYTES = 1 << 31  # of a file of records


@dataclass(frozen=True)
class RecordFault:
    """What is wrong with a recorded game, and where it stands."""

    file: str
    line: int
    fault: str


@dataclass(frozen=True)
class VerifiedRecords:
    """How many recorded games there are, and which of them break a rule or cannot be read."""

    records: int
    faults: tuple[RecordFault, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every record is valid."""
        return not self.faults

    @property
    def valid(self) -> int:
        """How many records are valid."""
        return self.records - len(self.faults)

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {"records": self.records, "valid": self.valid, "faults": [asdict(each) for each in self.faults]}

    def to_pandas(self) -> pd.DataFrame:
        """One row per fault: file, line and what is wrong."""
        return pd.DataFrame([asdict(each) for each in self.faults], columns=["file", "line", "fault"])


def verify_records(files: Sequence[Path]) -> VerifiedRecords:
    """Check recorded games against the rules; raises InputError if there is none in the files."""
    checked = [(str(file), number, _fault(line)) for file in files for number, line in enumerate(lines_of(file), 1)]
    if not checked:
        raise InputError("there is no record in " + ", ".join(map(str, files)))
    faults = (RecordFault(file, number, fault) for file, number, fault in checked if fault is not None)
    return VerifiedRecords(len(checked), tuple(faults))


def lines_of(file: Path) -> list[str]:
    """The lines of a text file; raises InputError if it cannot be read."""
    try:
        text = read_text(file, MOST_BYTES, is_linked=True)
    except ValueError as error:
        raise InputError(f"cannot read {file}: {error}") from None
    return text.removesuffix("\n").split("\n") if text else []  # a text in JSON may hold other ends of lines


def _fault(line: str) -> str | None:
    """What is wrong with a recorded game, None if nothing is."""
    try:
        verify_record(parsed(line))
    except (Fault, ValueError) as error:
        return shown(error, 500)
    return None


def read_record(file: Path, index: int | None = None) -> dict[str, Any]:
    """The record of game `index` of a file of records, or its first, checked against the rules.

    Raises InputError if there is no such record. Raises RunError if the record does not hold.
    """
    record = _record_of(file, index)
    try:
        verify_record(record)
    except Fault as error:
        raise RunError(f"this record is not valid: {error}") from None
    return record | {"players": [shown(name) for name in record["players"]]}


def _record_of(file: Path, index: int | None) -> dict[str, Any]:
    """The record of a game, or of the first one."""
    indices = []
    for number, line in enumerate(lines_of(file), 1):
        record = _record(file, number, line)
        if index in (None, record["index"]):
            return record
        indices.append(record["index"])
    if not indices:
        raise InputError(f"there is no record in {file}")
    raise InputError(f"there is no game {index} in {file}; it has {_spell(indices)}")


def _record(file: Path, number: int, line: str) -> dict[str, Any]:
    """One line as a record of the right form."""
    try:
        record: dict[str, Any] = parsed(line)
        check_shape(record)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{file}, line {number}: not a record ({shown(error)}); knotlab records writes them") from None
    return record


def _spell(indices: list[int]) -> str:
    """The numbers of some games, the first few of many."""
    shown = ", ".join(str(index) for index in indices[:10])
    return shown if len(indices) <= 10 else f"{shown}, ... {indices[-1]}"
