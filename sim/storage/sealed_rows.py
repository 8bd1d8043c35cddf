"""Rows as Parquet with a seal: a hash of all bytes of the file and of the place that they belong to.

The seal is compared before anything else is read, since a damaged file can end the very process that reads it. It
stands in the file's own metadata, where zeros stood when the hash was taken.
"""

import hashlib
import io

import polars as pl

KEY = b"knotlab-seal"
BLANK = b"0" * 64


def packed(frame: pl.DataFrame, place: str) -> bytes:
    """Rows as a file's content, sealed for a place."""
    buffer = io.BytesIO()
    frame.write_parquet(
        buffer, compression="zstd", statistics=False, metadata={KEY.decode("ascii"): BLANK.decode("ascii")}
    )
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
    """Where the seal begins: after its key, and two bytes that hold its length; raises ValueError if there is none."""
    return content.rindex(KEY) + len(KEY) + 2


def _seal(content: bytes, place: str) -> bytes:
    """The seal of a content in which the place for it is blank."""
    return hashlib.sha256(place.encode() + b"\0" + content).hexdigest().encode("ascii")
