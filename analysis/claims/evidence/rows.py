"""Records of evidence as rows of tables of text, and back: the one place that writes and reads the files of findings.

A column is called like the field of the record. What an effect counts has `unit`, `side` and `plus`; an interval has
three columns, `NAME`, `NAME_low` and `NAME_high`; what is not known is empty.
"""

import csv
import io
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields, is_dataclass
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from knotlab.analysis.claims.model.meaning import Meaning
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.sizes import Size
from knotlab.sim.storage.result_files import published, read_text

FINDINGS = Path(__file__).parents[3] / "reports" / "findings"  # what comes with the program

Row = Mapping[str, Any]
Kind = TypeVar("Kind")


ENDS = ("", "_low", "_high")  # of the names of an interval's columns


def columns_of(value: Any, name: str = "") -> dict[str, Any]:
    """A value of a record as columns; nothing for a part that is not there."""
    if isinstance(value, Between):
        return {f"{name}{end}": each for end, each in zip(ENDS, value, strict=True)}
    if isinstance(value, Meaning):
        return asdict(value)
    if isinstance(value, Size):
        return {f"{name}_{key}": each for key, each in asdict(value).items()}
    if is_dataclass(value):
        return row_of(value)
    return {} if value is None else {name: value}


def row_of(record: Any) -> dict[str, Any]:
    """A record as a row."""
    row: dict[str, Any] = {}
    for field in fields(record):
        row |= columns_of(getattr(record, field.name), field.name)
    return row


def record_of(kind: type[Kind], row: Mapping[str, str]) -> Kind:
    """The record of a row of text, as `row_of` writes it."""
    return kind(**{name: part_of(hint, name, row) for name, hint in get_type_hints(kind).items()})


def part_of(hint: Any, name: str, row: Mapping[str, str]) -> Any:
    """One field of a record, by its type; a record that may be missing is there if its first column is not empty."""
    if hint is Between:
        return Between(*(number(row[f"{name}{end}"]) for end in ENDS))
    if hint is float:
        return number(row[name])
    if hint is Meaning:
        return meaning_of(row)
    if hint is Size:
        numbers = {key: number(row[f"{name}_{key}"]) for key in Size.__dataclass_fields__ if key != "deals"}
        return Size(**numbers, deals=int(row[f"{name}_deals"]))
    if records := [each for each in get_args(hint) if is_dataclass(each)]:
        return record_of(records[0], row) if row[fields(records[0])[0].name] else None  # type: ignore[arg-type]
    return hint(row[name])


def meaning_of(row: Mapping[str, str]) -> Meaning:
    """What the number of a row counts."""
    return Meaning(row["unit"], row["side"], row["plus"])


def number(text: str) -> float:
    """A number of a table, nan where there is none."""
    return float(text) if text else math.nan


def as_csv(rows: Iterable[Row], digits: int | None = None) -> str:
    """Rows as CSV with all columns that any of them has, nothing for what is not known.

    digits: after the point of every number with one; none: as many as there are.
    """
    rows, text = list(rows), io.StringIO()
    columns = list(dict.fromkeys(name for row in rows for name in row)) or ["tip"]
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _as_text(value, digits) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _as_text(value: Any, digits: int | None) -> Any:
    if isinstance(value, float):
        return "" if not math.isfinite(value) else value if digits is None else f"{value:.{digits}f}"
    return "" if value is None else value


def rows_in(file: Path) -> list[dict[str, str]]:
    """The rows of a table, each value as the text that it is."""
    return _rows(read_text(file))


def published_rows(file: Path) -> list[dict[str, str]]:
    """The rows of a table that ships; raises InputError if it is not as it was published."""
    return _rows(published(file))


def reader_of(kind: type[Kind], name: str) -> "_lru_cache_wrapper[tuple[Kind, ...]]":
    """A function that reads the records of one kind that ship, in the order of their file in a folder of findings; it
    raises InputError if the file is not as it was published.
    """

    @cache
    def read(folder: Path = FINDINGS) -> tuple[Kind, ...]:
        return tuple(record_of(kind, row) for row in published_rows(folder / name))

    return read


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))
