"""Files that are published: beside them stands a note with a hash of each, so that one that was damaged or edited is
refused by name.
"""

import csv
import hashlib
import io
from pathlib import Path

import numpy as np
import polars as pl

from knotlab.analysis import kept
from knotlab.sim.errors import InputError
from knotlab.sim.storage.files import write_whole

NOTE = "seal.json"
FINDINGS = Path(__file__).parent.parent / "reports" / "findings"  # what comes with the program


def publish(file: Path, text: str) -> None:
    """Write a file, whole or not at all, and its hash into the note beside it; raises InputError if that is damaged."""
    note = file.with_name(NOTE)
    hashes = _hashes(note) if note.exists() else {}
    write_whole(file, text.encode())
    kept.write(note, kept.sealed(dict(sorted((hashes | {file.name: _hash(text)}).items()))))


def published(file: Path) -> str:
    """The text of a file, compared with its hash.

    Parameters
    ----------
    file
        What `publish` wrote.

    Returns
    -------
    str
        Lines end as they did when it was written, whatever a checkout makes of them.

    Raises
    ------
    InputError
        If the file, or the note beside it, is missing or not as it was published.
    """
    hashes = _hashes(file.with_name(NOTE))
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise not_as_published(file, error.strerror) from None
    except ValueError:
        raise not_as_published(file, "it is no text") from None
    if hashes.get(file.name) != _hash(text):
        raise not_as_published(file, f"its hash is not that in {NOTE}")
    return text


def _hashes(note: Path) -> dict[str, str]:
    """The hash of each file, by its name; raises InputError if the note is missing or not as it was written."""
    try:
        return dict(kept.unsealed(kept.load(note)))
    except ValueError as error:
        raise not_as_published(note, error) from None


def published_rows(file: Path) -> list[dict[str, str]]:
    """The rows of a table, each value as the text that it is; raises InputError as `published` does."""
    return list(csv.DictReader(io.StringIO(published(file), newline="")))


def not_as_published(file: Path, why: object) -> InputError:
    """What to say of a file that ships and cannot be used."""
    return InputError(f"{file} is not as it was published ({why}); install knotlab again")


def digest(deals: pl.DataFrame) -> str:
    """A hash of some deals' numbers, bit for bit; columns may have other names."""
    content = hashlib.sha256()
    for column in deals.iter_columns():
        values = column.to_numpy()
        content.update(f"{column.dtype}\0".encode())
        content.update(np.ascontiguousarray(values, values.dtype.newbyteorder("<")).tobytes())
    return content.hexdigest()[:24]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
