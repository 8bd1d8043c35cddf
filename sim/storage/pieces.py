"""The files of a run folder: pieces, which are rows as Parquet with a note of what made them and a seal, and the event
log of each piece.

The seal is a hash of all bytes of the file and of the place that they belong to. It is compared before anything else is
read, since a damaged file can end the very process that reads it. It stands in the file's own metadata, where zeros
stood when the hash was taken.

An event log has some files for each piece, which count once a note says that they are whole. The note holds a hash of
each file's bytes, the number of games, and a hash of all this and of the run: so a file or a note that was damaged,
edited or taken from another place is known as such.
"""

import hashlib
import io
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars as pl
import polars.selectors as cs

from knotlab.sim.errors import InputError
from knotlab.sim.machine import versions
from knotlab.sim.storage.result_files import has_shape, plain_hash, write_whole

KEY, NOTE = b"knotlab-seal", "knotlab-note"
BEFORE_SEAL = KEY + b"\x18\x40"  # that a text of 64 letters follows
BLANK = b"0" * 64
TAIL = 1 << 16  # bytes at a file's end in which the seal is
Rows = TypeVar("Rows", pl.DataFrame, pl.LazyFrame)
LOG_NOTE = {"pieces": [str], "games": int, "checksum": str}


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


def _seal_at(content: bytes) -> int:
    """Where the seal begins; raises ValueError if there is none."""
    return content.rindex(BEFORE_SEAL) + len(BEFORE_SEAL)


def note_of(content: io.BytesIO) -> dict[str, Any]:
    """The note of a file that is sound; empty in files of versions that wrote none."""
    note = json.loads(pl.read_parquet_metadata(content).get(NOTE, "{}"))
    content.seek(0)
    return dict(note)


def seal_of(file: Path) -> str:
    """The seal that a file says it has; empty if it has none."""
    with file.open("rb") as stream:
        stream.seek(max(stream.seek(0, io.SEEK_END) - TAIL, 0))
        tail = stream.read()
    at = tail.rfind(BEFORE_SEAL)
    return "" if at < 0 else tail[at + len(BEFORE_SEAL) :][: len(BLANK)].decode("ascii", "replace")


def _seal(content: bytes, place: str) -> bytes:
    """The seal of a content in which the place for it is blank."""
    return hashlib.sha256(place.encode() + b"\0" + content).hexdigest().encode("ascii")


def widened(rows: Rows) -> Rows:
    """Rows with integers in 64 bits, so that arithmetic does not wrap around; packed columns, unsigned, stay as they
    are.
    """
    return rows.with_columns((cs.integer() - cs.by_dtype(pl.UInt64)).cast(pl.Int64))


@cache
def versions_here() -> dict[str, str]:
    """The versions with which this process plays."""
    return versions()


def pieces_hash(folder: Path) -> str:
    """A hash of all pieces in a folder and in the folders within it, by which a result knows what it was made of."""
    files = sorted(folder.rglob("parts/part-*.parquet"))
    return plain_hash([[file.relative_to(folder).as_posix(), seal_of(file)] for file in files])


def digest(rows: pl.DataFrame) -> str:
    """A hash of the numbers in some rows, bit for bit; columns may have other names."""
    content = hashlib.sha256()
    for column in rows.iter_columns():
        values = column.to_numpy()
        content.update(f"{column.dtype}\0".encode())
        content.update(np.ascontiguousarray(values, values.dtype.newbyteorder("<")).tobytes())
    return content.hexdigest()[:24]


# --- event logs ---


class EventLog:
    """The event log of a run folder.

    folder: the run folder's `log`; it need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _path(self, number: int, at: int) -> Path:
        return self.folder / f"log-{number:06d}-{at:04d}.parquet"

    def _note_path(self, number: int) -> Path:
        return self.folder / f"log-{number:06d}.json"

    def files(self, number: int) -> list[Path]:
        """The files of a piece's log in order, as its note counts them."""
        note = json.loads(self._note_path(number).read_text())
        return [self._path(number, at) for at in range(len(note["pieces"]))]

    def write(self, number: int, n_games: int, frames: Iterator[pl.DataFrame], run: str) -> None:
        """Write the log of a piece, frame by frame and then its note.

        n_games: how many games it has. run: a hash of what the run is.
        """
        hashes: list[str] = []
        for at, frame in enumerate(frames):
            buffer = io.BytesIO()
            frame.write_parquet(buffer, compression="zstd", statistics=False)
            self.folder.mkdir(exist_ok=True)
            if at == 0:
                self._note_path(number).unlink(missing_ok=True)
            write_whole(self._path(number, at), buffer.getvalue())
            hashes.append(hashlib.sha256(buffer.getvalue()).hexdigest())
        note = {"pieces": hashes, "games": n_games, "checksum": plain_hash([hashes, n_games, number, run])}
        write_whole(self._note_path(number), json.dumps(note).encode())

    def games(self, number: int, run: str) -> int:
        """For how many games the log of a piece is there and sound, 0 if it is not there; raises InputError if its note
        or one of its files is damaged, was edited or belongs to another run.
        """
        path = self._note_path(number)
        if not path.exists():
            return 0
        try:
            note = json.loads(path.read_text())
        except (OSError, ValueError):
            raise _damaged(path) from None
        if not has_shape(note, LOG_NOTE):
            raise _damaged(path)
        hashes, n_games = note["pieces"], note["games"]
        if note["checksum"] != plain_hash([hashes, n_games, number, run]):
            raise _damaged(path)
        files = self.files(number)
        if not all(file.exists() for file in files):
            return 0
        for file, recorded in zip(files, hashes, strict=True):
            if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != recorded:
                raise _damaged(file)
        return int(n_games)


def _damaged(path: Path) -> InputError:
    """What to say of a file that is not as it was written."""
    return InputError(
        f"{path} is damaged, was edited or belongs to another run; remove it, and the same command with --log writes "
        f"it again"
    )
