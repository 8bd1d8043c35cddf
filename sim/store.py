"""Run folders: `manifest.json` and one Parquet part after another, each whole or absent.

A part holds some consecutive deals in all their rotations, a row a game, and always the same ones: so a run that was
stopped at any moment, and run again, leaves the same files as one that was not, but for the manifest's times.
"""

import contextlib
import fcntl
import hashlib
import io
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import polars as pl
import polars.selectors as cs

from knotlab.sim.errors import InputError, RunError
from knotlab.sim.files import write_whole

FORMAT = 1
MANIFEST = "manifest.json"
CHECKSUM = "knotlab-checksum"
Rows = TypeVar("Rows", pl.DataFrame, pl.LazyFrame)

# What a manifest must hold: names with types, or with what is inside.
SHAPE: dict[str, Any] = {
    "games": int,
    "identity": {"game": str, "rules": dict, "strategies": list, "seed": int, "fixed_seats": bool},
    "provenance": {"strategies_from": list},
    "times": {"started": str},
}


def widened(rows: Rows) -> Rows:
    """Rows with integers in 64 bits, so that arithmetic does not wrap around; packed columns, unsigned, stay as they
    are.
    """
    return rows.with_columns((cs.integer() - cs.by_dtype(pl.UInt64)).cast(pl.Int64))


def _has_shape(found: Any, shape: Any) -> bool:
    """Whether plain data has the names and types of a shape."""
    if isinstance(shape, dict):
        return isinstance(found, dict) and all(
            name in found and _has_shape(found[name], inner) for name, inner in shape.items()
        )
    return isinstance(found, shape)


class RunFolder:
    """A folder that holds a run. `identity` is what must be the same for the run to be the same."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def parts(self) -> Path:
        """Where the parts are."""
        return self.path / "parts"

    @property
    def n_parts(self) -> int:
        """How many parts of the run were played before."""
        return sum(1 for _ in self.parts.glob("part-*.parquet"))

    def part_path(self, number: int) -> Path:
        """The file of part `number`."""
        return self.parts / f"part-{number:06d}.parquet"

    def manifest(self) -> dict[str, Any]:
        """The manifest; raises InputError if this is no run folder or its manifest is damaged."""
        file = self.path / MANIFEST
        try:
            found = json.loads(file.read_text())
        except (FileNotFoundError, NotADirectoryError):
            raise InputError(f"{self.path} is no run folder: it has no {MANIFEST}") from None
        except (OSError, UnicodeDecodeError, json.JSONDecodeError):
            raise InputError(f"{file} is damaged; remove the folder, or give another one with --out") from None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise InputError(f"{file} was not written by this version of knotlab; give another folder with --out")
        if not _has_shape(found, SHAPE):
            raise InputError(f"{file} is damaged; remove the folder, or give another one with --out")
        return found

    def open(self, identity: dict[str, Any], provenance: dict[str, Any], n_games: int) -> None:
        """Start a run here, or go on with the same one; raises InputError if the folder is another run's or holds more
        games.
        """
        if (self.path / MANIFEST).exists():
            found = self.manifest()
            different = [key for key in identity if found["identity"].get(key) != identity[key]]
            if different:
                raise InputError(
                    f"{self.path} holds another run: its {' and '.join(different)} differ from this command's; give "
                    f"another folder with --out"
                )
            if found["games"] > n_games:
                raise InputError(
                    f"{self.path} is a run of {found['games']:,} games already; ask for that many or more, or print "
                    f"it with knotlab show"
                )
            provenance = found["provenance"]
        elif self.path.is_dir() and self._holds_something_else():
            raise InputError(f"{self.path} is not empty and no run folder; give another one with --out")
        with self.writing():
            self.parts.mkdir(parents=True, exist_ok=True)
            for leftover in [*self.path.glob(f".{MANIFEST}.*"), *self.parts.glob(".part-*")]:
                leftover.unlink()
        self._write_manifest(
            {"format": FORMAT, "identity": identity, "games": n_games, "provenance": provenance, "times": self._times()}
        )

    def _holds_something_else(self) -> bool:
        """Whether a folder without a manifest has more in it than a run leaves that was stopped before it wrote one."""
        inside = list(self.path.iterdir())
        inside += list(self.parts.iterdir()) if self.parts.is_dir() else []
        return any(path != self.parts and not path.name.startswith(f".{MANIFEST}.") for path in inside)

    def _times(self) -> dict[str, Any]:
        """When the run was started and last went on."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with contextlib.suppress(InputError):
            return {"started": self.manifest()["times"]["started"], "continued": now}
        return {"started": now}

    def finish(self, seconds: float | None) -> None:
        """Note when the run was complete, and how long that took, where that is known."""
        manifest = self.manifest()
        manifest["times"] |= {"finished": datetime.now(UTC).isoformat(timespec="seconds")} | (
            {} if seconds is None else {"seconds": round(seconds, 2)}
        )
        self._write_manifest(manifest)

    def _write_manifest(self, manifest: dict[str, Any]) -> None:
        with self.writing():
            write_whole(self.path / MANIFEST, (json.dumps(manifest, indent=2, sort_keys=True) + "\n").encode())

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Turn a file system's refusal into one sentence."""
        try:
            yield
        except OSError as error:
            reason = error.strerror or str(error)
            raise RunError(
                f"cannot write to {self.path}: {reason}; what is there is kept, and the same command goes on from it"
            ) from None

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from writing here meanwhile."""
        if self.path.exists() and not self.path.is_dir():
            raise InputError(f"{self.path} is a file; --out takes a folder")
        with self.writing():
            self.path.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_RDONLY)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InputError(
                    f"{self.path} is being written by another knotlab; wait for it, or give another folder with --out"
                ) from None
            yield
        finally:
            os.close(handle)

    def write_part(self, number: int, frame: pl.DataFrame) -> None:
        """Write one part, whole or not at all, with a checksum of what is in it and of the run it belongs to."""
        buffer = io.BytesIO()
        frame.write_parquet(
            buffer, compression="zstd", statistics=False, metadata={CHECKSUM: self._checksum(number, frame)}
        )
        with self.writing():
            write_whole(self.part_path(number), buffer.getvalue())

    def read_part(self, number: int, n_games: int) -> pl.DataFrame | None:
        """Part `number` if it is there with at least so many games; raises InputError if it is damaged or another
        run's.
        """
        path = self.part_path(number)
        if not path.exists():
            return None
        try:
            content = path.read_bytes()
            frame = pl.read_parquet(io.BytesIO(content))
            checksum = pl.read_parquet_metadata(io.BytesIO(content)).get(CHECKSUM)
            sound = content.startswith(b"PAR1") and checksum == self._checksum(number, frame)
        except (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
            sound = False
        if not sound:
            raise InputError(f"{path} is damaged or of another run; remove it, and the same command plays it again")
        return frame if frame.height >= n_games else None

    def _checksum(self, number: int, frame: pl.DataFrame) -> str:
        """A hash of a part's numbers, its place and its run."""
        digest = hashlib.sha256(f"{json.dumps(self.manifest()['identity'], sort_keys=True)} {number}".encode())
        for column in frame.iter_columns():
            digest.update(f"{column.name} {column.dtype}".encode() + column.to_numpy().tobytes())
        return digest.hexdigest()

    def log_path(self, number: int, piece: int) -> Path:
        """The file of one piece of a part's event log."""
        return self.path / "log" / f"log-{number:06d}-{piece:04d}.parquet"

    def _log_note(self, number: int) -> Path:
        """The file that says that a part's event log is whole: how many pieces it has, and how many games."""
        return self.path / "log" / f"log-{number:06d}.json"

    def write_log(self, number: int, piece: int, frame: pl.DataFrame) -> None:
        """Write one piece of a part's event log; it counts only once the log is closed."""
        buffer = io.BytesIO()
        frame.write_parquet(buffer, compression="zstd", statistics=False)
        with self.writing():
            self.log_path(number, piece).parent.mkdir(exist_ok=True)
            if piece == 0:
                self._log_note(number).unlink(missing_ok=True)
            write_whole(self.log_path(number, piece), buffer.getvalue())

    def close_log(self, number: int, n_pieces: int, n_games: int) -> None:
        """Note that a part's event log is whole."""
        with self.writing():
            write_whole(self._log_note(number), json.dumps({"pieces": n_pieces, "games": n_games}).encode())

    def _log_pieces(self, number: int) -> dict[str, int]:
        """Pieces and games of a part's event log, 0 of both unless it is whole."""
        try:
            note: Any = json.loads(self._log_note(number).read_text())
        except (OSError, ValueError):
            note = None
        is_whole = _has_shape(note, {"pieces": int, "games": int}) and all(
            self.log_path(number, piece).exists() for piece in range(note["pieces"])
        )
        return note if is_whole else {"pieces": 0, "games": 0}

    def has_log(self, number: int, n_games: int) -> bool:
        """Whether the event log of a part is there for at least so many games."""
        return self._log_pieces(number)["games"] >= n_games

    def scan_log(self) -> pl.LazyFrame:
        """The event log lazily, one row per decision, integers in 64 bits; raises InputError if the run has none."""
        numbers = range(len(list(self.path.glob("parts/part-*.parquet"))))
        paths = [
            self.log_path(number, piece) for number in numbers for piece in range(self._log_pieces(number)["pieces"])
        ]
        if not paths or not all(self.has_log(number, 1) for number in numbers):
            raise InputError(
                f"{self.path} has no event log, or not all of it; the command in its manifest with --log writes it"
            )
        return widened(pl.scan_parquet(paths))

    def scan(self) -> pl.LazyFrame:
        """All games lazily, one row per game, integers in 64 bits."""
        return widened(pl.scan_parquet(self.parts / "part-*.parquet"))
