"""The files of a run's event log: some pieces for each part of the run, which count once a note says that they are
whole.

The note of a part holds a hash of each piece's bytes, the number of games, and a hash of all this and of the run: so a
piece or a note that was damaged, edited or taken from another place is known as such.
"""

import hashlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from knotlab.sim.errors import InputError
from knotlab.sim.storage.files import write_whole
from knotlab.sim.storage.json_data import has_shape, plain_hash

NOTE = {"pieces": [str], "games": int, "checksum": str}


class LogFiles:
    """The event log of a run folder.

    Parameters
    ----------
    folder : Path
        The run folder's `log`; it need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def piece_path(self, part: int, piece: int) -> Path:
        """The file of one piece of a part's event log."""
        return self.folder / f"log-{part:06d}-{piece:04d}.parquet"

    def note_path(self, part: int) -> Path:
        """The file that says that a part's event log is whole."""
        return self.folder / f"log-{part:06d}.json"

    def leftovers(self) -> list[Path]:
        """Temporary files that a command left which was ended by force."""
        return list(self.folder.glob(".log-*"))

    def write(self, part: int, n_games: int, frames: Iterator[pl.DataFrame], run: str) -> None:
        """Write the event log of a part, piece by piece and then its note.

        Parameters
        ----------
        part
            The part's number.
        n_games
            How many games it has.
        frames
            The rows of decisions, piece by piece.
        run
            A hash of what the run is.
        """
        hashes: list[str] = []
        for piece, frame in enumerate(frames):
            buffer = io.BytesIO()
            frame.write_parquet(buffer, compression="zstd", statistics=False)
            self.folder.mkdir(exist_ok=True)
            if piece == 0:
                self.note_path(part).unlink(missing_ok=True)
            write_whole(self.piece_path(part, piece), buffer.getvalue())
            hashes.append(hashlib.sha256(buffer.getvalue()).hexdigest())
        note = {"pieces": hashes, "games": n_games, "checksum": _checksum(hashes, n_games, part, run)}
        write_whole(self.note_path(part), json.dumps(note).encode())

    def games(self, part: int, run: str) -> int:
        """For how many games the event log of a part is there and sound, 0 if it is not there.

        Raises
        ------
        InputError
            If its note or one of its pieces is damaged, was edited or belongs to another run.
        """
        note = self._note(part, run)
        if note is None or not all(path.exists() for path in self.pieces(part)):
            return 0
        for path, recorded in zip(self.pieces(part), note["pieces"], strict=True):
            if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != recorded:
                raise _damaged(path)
        return int(note["games"])

    def pieces(self, part: int) -> list[Path]:
        """The files of a part's event log in order, as its note counts them."""
        note = json.loads(self.note_path(part).read_text())
        return [self.piece_path(part, piece) for piece in range(len(note["pieces"]))]

    def _note(self, part: int, run: str) -> dict[str, Any] | None:
        """The note of a part's event log, None if there is none; raises InputError if it is not as it was written."""
        path = self.note_path(part)
        if not path.exists():
            return None
        try:
            note = json.loads(path.read_text())
        except (OSError, ValueError):
            raise _damaged(path) from None
        if not has_shape(note, NOTE) or note["checksum"] != _checksum(note["pieces"], note["games"], part, run):
            raise _damaged(path)
        return dict(note)


def _checksum(hashes: list[str], n_games: int, part: int, run: str) -> str:
    """A hash of what a note says, and of which part of which run."""
    return plain_hash([hashes, n_games, part, run])


def _damaged(path: Path) -> InputError:
    """What to say of a file that is not as it was written."""
    return InputError(
        f"{path} is damaged, was edited or belongs to another run; remove it, and the same command with --log writes "
        f"it again"
    )
