"""The event log of a run folder.

It has some files for each piece, which count once a note says that they are whole. The note holds a hash of each file's
bytes, the number of games, and a hash of all this and of the run: so a file or a note that was damaged, edited or taken
from another place is known as such.
"""

import hashlib
import io
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from knotlab.sim.errors import InputError
from knotlab.sim.storage.result_files import from_plain, load, plain_hash, read_file, write_whole

LOG_BYTES = 1 << 30  # more than a file of an event log has


@dataclass(frozen=True)
class LogNote:
    """What is noted of the event log of a piece: a hash of each file, and for how many games it is."""

    pieces: list[str]
    games: int
    checksum: str


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

    def note(self, number: int, run: str) -> LogNote:
        """What is noted of a piece's log, of no games unless the note and all files are there; raises InputError if it
        is damaged, was edited or belongs to another run.
        """
        path = self._note_path(number)
        if not os.path.lexists(path):
            return NO_LOG
        try:
            note = from_plain(LogNote, load(path))
        except ValueError:
            raise _damaged(path) from None
        if note.checksum != plain_hash([note.pieces, note.games, number, run]):
            raise _damaged(path)
        return note if all(os.path.lexists(self._path(number, at)) for at in range(len(note.pieces))) else NO_LOG

    def contents(self, number: int, run: str) -> Iterator[io.BytesIO]:
        """The files of a piece's log in order, ready to be read; raises InputError if one is damaged."""
        for at, recorded in enumerate(self.note(number, run).pieces):
            try:
                content = read_file(self._path(number, at), LOG_BYTES)
            except ValueError:
                raise _damaged(self._path(number, at)) from None
            if hashlib.sha256(content).hexdigest() != recorded:
                raise _damaged(self._path(number, at))
            yield io.BytesIO(content)


NO_LOG = LogNote([], 0, "")


def _damaged(path: Path) -> InputError:
    """What to say of a file of an event log that is not as it was written."""
    return InputError(
        f"{path} is damaged, was edited or belongs to another run; remove it, and the same command with --log writes "
        f"it again"
    )
