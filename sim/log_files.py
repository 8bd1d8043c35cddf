"""The files of a run's event log: some pieces for each part of the run, which count once a note says that they are
whole.
"""

import io
import json
from pathlib import Path
from typing import Any

import polars as pl

from knotlab.sim.files import write_whole
from knotlab.sim.json_data import has_shape

NOTE = {"pieces": int, "games": int}


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
        """The file that says that a part's event log is whole: how many pieces it has, and how many games."""
        return self.folder / f"log-{part:06d}.json"

    def write(self, part: int, piece: int, frame: pl.DataFrame) -> None:
        """Write one piece of a part's event log; it counts only once the log is closed."""
        buffer = io.BytesIO()
        frame.write_parquet(buffer, compression="zstd", statistics=False)
        self.folder.mkdir(exist_ok=True)
        if piece == 0:
            self.note_path(part).unlink(missing_ok=True)
        write_whole(self.piece_path(part, piece), buffer.getvalue())

    def close(self, part: int, n_pieces: int, n_games: int) -> None:
        """Note that a part's event log is whole."""
        write_whole(self.note_path(part), json.dumps({"pieces": n_pieces, "games": n_games}).encode())

    def has(self, part: int, n_games: int) -> bool:
        """Whether the event log of a part is there for at least so many games."""
        return self._note(part)["games"] >= n_games

    def pieces(self, n_parts: int) -> list[Path] | None:
        """The files of the first parts' event log in order, None unless it is whole."""
        if n_parts == 0 or not all(self.has(part, 1) for part in range(n_parts)):
            return None
        return [self.piece_path(part, piece) for part in range(n_parts) for piece in range(self._note(part)["pieces"])]

    def _note(self, part: int) -> dict[str, int]:
        """Pieces and games of a part's event log, 0 of both unless it is whole."""
        try:
            note: Any = json.loads(self.note_path(part).read_text())
        except (OSError, ValueError):
            note = None
        is_whole = has_shape(note, NOTE) and all(
            self.piece_path(part, piece).exists() for piece in range(note["pieces"])
        )
        return note if is_whole else {"pieces": 0, "games": 0}
