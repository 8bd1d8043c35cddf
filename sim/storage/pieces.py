"""The pieces of a run as files: rows as Parquet, with a note of what made them and a seal; which there are to be; and
rows that Polars asks for when it wants them.

The seal is a hash of all bytes of the file and of the place that they belong to. It is compared before anything else is
read, since a damaged file can end the very process that reads it. It stands in the file's own metadata, where zeros
stood when the hash was taken.
"""

import atexit
import contextlib
import hashlib
import io
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars as pl
import polars.selectors as cs
from polars.io.plugins import register_io_source

from knotlab.sim.errors import InputError, RunError
from knotlab.sim.storage.result_files import parsed, read_file

KEY, NOTE = b"knotlab-seal", "knotlab-note"
BEFORE_SEAL = KEY + b"\x18\x40"  # that a text of 64 letters follows
BLANK = b"0" * 64
TAIL = 1 << 16  # bytes at a file's end in which the seal is
PARTS = "parts"  # the folder of pieces; they have been called so in every version
NAME = re.compile(r"part-(\d{6,})\.parquet")
ROW_BYTES, LEAST_BYTES = 4096, 1 << 20  # more than a row takes, and than a file without rows
MOST_ROWS = 1 << 24  # of a piece, where the manifest does not say how many it has
Rows = TypeVar("Rows", pl.DataFrame, pl.LazyFrame)
MOST_OF_A_RUN = 2**62  # rows of all pieces together
Span = tuple[int, int]  # numbers from the first to the last
LONGEST = 10.0  # seconds that a program waits at its end for a frame that is being made
QUIET = 0.05  # seconds after which nobody asks for another one
_unfinished: dict[object, bool] = {}  # generators of rows that did not come to their end, and whether they run


# --- which there are ---


@dataclass(frozen=True)
class Pieces:
    """The pieces that a run is to have.

    rows: of all of them together. each: of every piece, but for the last, which has what remains.

    >>> pieces = Pieces(rows=10, each=4)
    >>> len(pieces), [pieces.height(number) for number in range(3)]
    (3, [4, 4, 2])
    >>> pieces.missing({0: 4, 2: 1})
    ((1, 2),)
    """

    rows: int
    each: int

    def __post_init__(self) -> None:
        if not (0 <= self.rows < MOST_OF_A_RUN and 0 < self.each < MOST_OF_A_RUN):
            raise ValueError("a run cannot have so many rows")

    def __len__(self) -> int:
        return -(-self.rows // self.each)

    def height(self, number: int) -> int:
        """The rows of one piece."""
        return min(self.each, self.rows - number * self.each)

    def missing(self, heights: dict[int, int]) -> tuple[Span, ...]:
        """Which pieces are not there, or have fewer rows than they are to have. heights: the rows of each that is."""
        return gaps((number for number, rows in heights.items() if rows >= self.height(number)), len(self))


def gaps(there: Iterable[int], n: int) -> tuple[Span, ...]:
    """Which numbers below n are not there.

    >>> gaps([1, 4], 7)
    ((0, 0), (2, 3), (5, 6))
    """
    ends = [-1, *sorted(number for number in there if number < n), n]
    return tuple((low + 1, high - 1) for low, high in pairwise(ends) if high - low > 1)


def spans_of(numbers: Iterable[int]) -> tuple[Span, ...]:
    """Numbers in their order, neighbours together.

    >>> spans_of([0, 3, 4, 5])
    ((0, 0), (3, 5))
    """
    spans: list[Span] = []
    for number in numbers:
        is_next = bool(spans) and spans[-1][1] == number - 1
        spans[len(spans) - is_next :] = [(spans[-1][0] if is_next else number, number)]
    return tuple(spans)


def piece_name(number: int) -> str:
    """What the file of a piece is called."""
    return f"part-{number:06d}.parquet"


def piece_files(parts: Path) -> dict[int, Path]:
    """What is called as a piece is in a folder of pieces, by number; whether it is one is known when it is read."""
    numbered = ((NAME.fullmatch(path.name), path) for path in (parts.iterdir() if parts.is_dir() else ()))
    found = {int(match[1]): path for match, path in numbered if match}
    return {number: found[number] for number in sorted(found) if found[number].name == piece_name(number)}


def strays(parts: Path) -> list[Path]:
    """What else lies in a folder of pieces, but for the temporary files of commands."""
    known = set(piece_files(parts).values())
    inside = parts.iterdir() if parts.is_dir() else ()
    return sorted(path for path in inside if path not in known and not path.name.startswith(".part-"))


# --- one of them ---


def packed(frame: pl.DataFrame, place: str, note: dict[str, Any]) -> bytes:
    """Rows as a file's content, with a note, sealed for a place."""
    buffer = io.BytesIO()
    metadata = {NOTE: json.dumps(note, sort_keys=True), KEY.decode("ascii"): BLANK.decode("ascii")}
    frame.write_parquet(buffer, compression="zstd", statistics=False, metadata=metadata)
    content = buffer.getvalue()
    at = _seal_at(content)
    return content[:at] + _seal(content, place) + content[at + len(BLANK) :]


def sound(content: bytes, place: str) -> io.BytesIO:
    """A file's content, ready to be read; raises ValueError if it is not as it was sealed for this place."""
    at = _seal_at(content)
    end = at + len(BLANK)
    if content[at:end] != _seal(content[:at] + BLANK + content[end:], place):
        raise ValueError("not as it was sealed")
    return io.BytesIO(content)


def checked_piece(path: Path, place: str, most: int | None) -> io.BytesIO:
    """A piece's content, ready to be read. most: the rows that it may have, if that is known. Raises ValueError if it
    is no file, larger than this many rows can be, not as it was sealed for this place, or no rows of numbers.
    """
    most = MOST_ROWS if most is None else most
    content = sound(read_file(path, LEAST_BYTES + ROW_BYTES * most), place)
    if n_rows(content) > most:
        raise ValueError(f"more than {most:,} rows")
    if not all(map(_is_of_numbers, pl.read_parquet_schema(content).values())):
        raise ValueError("columns that are no numbers")
    content.seek(0)
    return content


def _is_of_numbers(kind: pl.DataType) -> bool:
    """Whether a column holds numbers, or rows of them."""
    while isinstance(kind, pl.Array | pl.List):
        kind = kind.inner  # type: ignore[assignment]
    return kind.is_numeric() or kind == pl.Boolean


def n_rows(content: io.BytesIO) -> int:
    """How many rows a sound file says that it has."""
    return int(pl.scan_parquet(content).select(pl.len()).collect().item())


def note_of(content: io.BytesIO) -> dict[str, Any]:
    """The note of a file that is sound; empty in files of versions that wrote none."""
    note = parsed(pl.read_parquet_metadata(content).get(NOTE, "{}"))
    content.seek(0)
    return dict(note)


def _seal_at(content: bytes) -> int:
    """Where the seal begins; raises ValueError if there is none."""
    return content.rindex(BEFORE_SEAL) + len(BEFORE_SEAL)


def _seal(content: bytes, place: str) -> bytes:
    """The seal of a content in which the place for it is blank."""
    return hashlib.sha256(place.encode() + b"\0" + content).hexdigest().encode("ascii")


def seal_of(file: Path) -> str:
    """The seal that a file says it has; empty if it has none."""
    if file.is_symlink() or not file.is_file():
        return ""
    with file.open("rb") as stream:
        stream.seek(max(stream.seek(0, io.SEEK_END) - TAIL, 0))
        tail = stream.read()
    at = tail.rfind(BEFORE_SEAL)
    return "" if at < 0 else tail[at + len(BEFORE_SEAL) :][: len(BLANK)].decode("ascii", "replace")


# --- their rows ---


def lazily(contents: Callable[[], Iterator[io.BytesIO]]) -> pl.LazyFrame:
    """The rows of files, of which there is at least one, that are read, and checked, one after another when they are
    wanted; integers in 64 bits.
    """
    schema = pl.read_parquet_schema(next(contents()))
    return widened(lazy_rows(lambda names: (pl.read_parquet(each, columns=names) for each in contents()), schema))


def lazy_rows(frames: Callable[[list[str]], Iterator[pl.DataFrame]], schema: Mapping[str, Any]) -> pl.LazyFrame:
    """A lazy frame of the rows of some frames. frames: makes them one after another, with the columns of some names.

    When Polars has all that was asked for (`head` behind a filter), it may still be reading on in a thread of its own.
    A program is aborted if such a thread runs Python code when Python has ended; so the end waits for it.
    """

    def rows(
        columns: list[str] | None, condition: pl.Expr | None, most: int | None, batch: int | None
    ) -> Iterator[pl.DataFrame]:
        mark, left = object(), most
        try:
            _unfinished[mark] = True
            for frame in frames(list(schema) if columns is None else columns):
                wanted = frame if left is None else frame.head(left)
                left = None if left is None else left - wanted.height
                _unfinished[mark] = False
                yield wanted if condition is None else wanted.filter(condition)
                _unfinished[mark] = True
                if left == 0:
                    return
        finally:
            _unfinished.pop(mark, None)

    return register_io_source(rows, schema=schema)


@atexit.register
def _wait_for_frames() -> None:
    start = busy_at = now = time.monotonic()
    while _unfinished and now < min(busy_at + QUIET, start + LONGEST):
        time.sleep(0.005)
        now = time.monotonic()
        if any(_unfinished.values()):
            busy_at = now


def widened(rows: Rows) -> Rows:
    """Rows with integers in 64 bits, so that arithmetic does not wrap around; packed columns, unsigned, stay as they
    are.
    """
    return rows.with_columns((cs.integer() - cs.by_dtype(pl.UInt64)).cast(pl.Int64))


def digest(rows: pl.DataFrame) -> str:
    """A hash of the numbers in some rows, bit for bit; columns may have other names."""
    content = hashlib.sha256()
    for column in rows.iter_columns():
        values = column.to_numpy()
        content.update(f"{column.dtype}\0".encode())
        content.update(np.ascontiguousarray(values, values.dtype.newbyteorder("<")).tobytes())
    return content.hexdigest()[:24]


@contextlib.contextmanager
def undamaged(file: Path) -> Iterator[None]:
    """Say in one sentence that a file is damaged, whatever its content makes go wrong."""
    try:
        yield
    except (InputError, RunError):
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, pl.exceptions.PolarsError):
        raise InputError(
            f"{file} is damaged, or was written by another command; remove it, or give another folder"
        ) from None
