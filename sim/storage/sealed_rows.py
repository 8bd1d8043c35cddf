"""Rows as Parquet with a note of what made them and a seal: a hash of all bytes of the file and of the place that they
belong to.

The seal is compared before anything else is read, since a damaged file can end the very process that reads it. It
stands in the file's own metadata, where zeros stood when the hash was taken.
"""

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import polars as pl

KEY, NOTE = b"knotlab-seal", "knotlab-note"
BEFORE_SEAL = KEY + b"\x18\x40"  # that a text of 64 letters follows
BLANK = b"0" * 64
TAIL = 1 << 16  # bytes at a file's end in which the seal is


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
