"""Run folders: `manifest.json` and one Parquet part after another, each whole or absent, each with a checksum.

A part holds some consecutive deals in all their rotations, one row per game, and always the same ones: so a run that
was stopped at any moment, and run again, leaves the same files as one that was not, but for the manifest's times. While
a command writes, it holds the lock `.lock`, a file that stays.
"""

import contextlib
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from errno import ENOENT
from pathlib import Path
from typing import Any, TypeVar

import polars as pl
import polars.selectors as cs
from filelock import FileLock, Timeout

from knotlab.sim import sealed_rows
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.files import LOCK, write_whole
from knotlab.sim.json_data import has_shape, plain_hash, sealed, unsealed
from knotlab.sim.log_files import LogFiles

FORMAT = 3
MANIFEST = "manifest.json"
Rows = TypeVar("Rows", pl.DataFrame, pl.LazyFrame)

# What a manifest must hold: names with types, or with what is inside.
SHAPE: dict[str, Any] = {
    "games": int,
    "identity": {"game": str, "rules": dict, "strategies": [str], "seed": int, "fixed_seats": bool},
    "provenance": {"strategies_from": [str]},
    "times": {"started": str},
}


def widened(rows: Rows) -> Rows:
    """Rows with integers in 64 bits, so that arithmetic does not wrap around; packed columns, unsigned, stay as they
    are.
    """
    return rows.with_columns((cs.integer() - cs.by_dtype(pl.UInt64)).cast(pl.Int64))


def _damaged(manifest: Path) -> InputError:
    return InputError(f"{manifest} is damaged or was edited; remove the folder, or choose another one with --out")


class RunFolder:
    """A folder that holds a run.

    Parameters
    ----------
    path : Path
        Where it is; it need not exist yet.
    """

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
        """What a run is, how far it goes, what it was made with and when.

        Returns
        -------
        dict
            `format`, `identity`, `games`, `provenance` and `times`.

        Raises
        ------
        InputError
            If this is not a run folder, or its manifest is damaged.
        """
        file = self.path / MANIFEST
        try:
            manifest = json.loads(file.read_text())
        except (FileNotFoundError, NotADirectoryError):
            what = f"it has no {MANIFEST}" if self.path.exists() else "it does not exist"
            raise InputError(f"{self.path} is not a run folder: {what}") from None
        except (OSError, ValueError):  # no text, no JSON, or a number too long to be read
            raise _damaged(file) from None
        if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
            raise InputError(f"{file} was not written by this version of knotlab; choose another folder with --out")
        try:
            manifest = unsealed(manifest)
        except ValueError:
            raise _damaged(file) from None
        if not has_shape(manifest, SHAPE):
            raise _damaged(file)
        return manifest

    @property
    def identity_hash(self) -> str:
        """A hash of what the run is, which binds each of its files to it."""
        return plain_hash(self.manifest()["identity"])

    def open(self, identity: dict[str, Any], provenance: dict[str, Any], n_games: int) -> None:
        """Start a run here, or resume the same one; the folder is locked.

        Parameters
        ----------
        identity : dict
            What must be the same for the run to be the same.
        provenance : dict
            What the run is made with, noted where it starts.
        n_games : int
            How many games the run is to have.

        Raises
        ------
        InputError
            If the folder holds another run, or more games than that.
        """
        if (self.path / MANIFEST).exists():
            kept = self.manifest()
            self._check_same(kept, identity, n_games)
            provenance = kept["provenance"]
        with self.writing():
            self.parts.mkdir(parents=True, exist_ok=True)
            for leftover in self.leftovers():
                leftover.unlink()
        self._write_manifest(
            {"format": FORMAT, "identity": identity, "games": n_games, "provenance": provenance, "times": self._times()}
        )

    def leftovers(self) -> list[Path]:
        """Temporary files that a command left which was ended by force."""
        inside = [*self.path.glob(f".{MANIFEST}.*"), *self.path.glob(".shared-*"), *self.parts.glob(".part-*")]
        return inside + self.log.leftovers()

    def _check_same(self, kept: dict[str, Any], identity: dict[str, Any], n_games: int) -> None:
        """Raise InputError if the folder's manifest is of another run, or of a longer one."""
        different = [key for key in identity if kept["identity"].get(key) != identity[key]]
        if different:
            raise InputError(
                f"{self.path} holds another run: its {' and '.join(different)} differ from this command's; choose "
                f"another folder with --out"
            )
        if kept["games"] > n_games:
            raise InputError(
                f"{self.path} already holds {kept['games']:,} games; ask for at least that many, or print them with "
                f"knotlab show"
            )

    def _holds_something_else(self) -> bool:
        """Whether a folder without a manifest has more in it than a run leaves that was stopped before it wrote one."""
        inside = list(self.path.iterdir())
        inside += list(self.parts.iterdir()) if self.parts.is_dir() else []
        own = (self.parts, self.path / LOCK)
        return any(path not in own and not path.name.startswith(f".{MANIFEST}.") for path in inside)

    def _times(self) -> dict[str, Any]:
        """When the run was started and last resumed."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with contextlib.suppress(InputError):
            return {"started": self.manifest()["times"]["started"], "continued": now}
        return {"started": now}

    def finish(self, seconds: float | None) -> None:
        """Note when the run was complete, and how long it took if that is known."""
        manifest = self.manifest()
        manifest["times"] |= {"finished": datetime.now(UTC).isoformat(timespec="seconds")} | (
            {} if seconds is None else {"seconds": round(seconds, 2)}
        )
        self._write_manifest(manifest)

    def _write_manifest(self, manifest: dict[str, Any]) -> None:
        with self.writing():
            content = json.dumps(sealed(manifest), indent=2, sort_keys=True) + "\n"
            write_whole(self.path / MANIFEST, content.encode())

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Turn a file system's refusal into one sentence."""
        try:
            yield
        except OSError as error:
            if not self.path.is_dir():
                raise RunError(
                    f"{self.path} was removed while it was being written; the same command plays its games again"
                ) from None
            reason = error.strerror or str(error)
            raise RunError(
                f"cannot write to {self.path}: {reason}; what is there is kept, and the same command resumes from it"
            ) from None

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from writing here meanwhile.

        Raises
        ------
        InputError
            If another process is writing, or this is a file or a folder of something else.
        RunError
            If the folder cannot be written to.
        """
        if self.path.exists() and not self.path.is_dir():
            raise InputError(f"{self.path} is a file; --out takes a folder")
        if self.path.is_dir() and not (self.path / MANIFEST).exists() and self._holds_something_else():
            raise InputError(f"{self.path} is not empty, and not a run folder; choose another one with --out")
        lock = FileLock(self.path / LOCK)
        with self.writing():
            self.path.mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire(blocking=False)
            except Timeout:
                raise InputError(
                    f"{self.path} is being written by another knotlab process; wait until it is done, or choose "
                    f"another folder with --out"
                ) from None
        try:
            yield
        finally:
            lock.release()

    def write_part(self, number: int, frame: pl.DataFrame) -> None:
        """Write one part, whole or not at all, with a checksum of what is in it and of the run it belongs to."""
        self._write_rows(self.part_path(number), number, frame)

    def _write_rows(self, path: Path, number: int, frame: pl.DataFrame) -> None:
        """Write the rows of a part into a file."""
        with self.writing():
            if not (self.path / MANIFEST).exists():
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
            write_whole(path, sealed_rows.packed(frame, self._place(number)))

    def _staged_path(self, number: int) -> Path:
        return self.parts / f".{self.part_path(number).name}.staged"

    def stage_part(self, number: int, frame: pl.DataFrame) -> None:
        """Write one part under another name, for whoever holds the lock to take."""
        self._write_rows(self._staged_path(number), number, frame)

    def staged(self) -> list[int]:
        """The numbers of the parts that are staged."""
        return [int(file.name.split("-")[1].split(".")[0]) for file in self.parts.glob(".part-*.staged")]

    def drop_staged(self, number: int) -> None:
        """Forget a part that was staged."""
        self._staged_path(number).unlink(missing_ok=True)

    def take_staged(self, number: int) -> None:
        """Make a part of the run of one that was staged."""
        with self.writing():
            try:
                os.replace(self._staged_path(number), self.part_path(number))
            except FileNotFoundError:
                raise RunError(
                    f"part {number} was written by a worker, but has not arrived in {self.path}; what is there is "
                    f"kept, and the same command resumes from it"
                ) from None

    def has_part(self, number: int, n_games: int) -> bool:
        """Whether a part has a file with at least so many games; what is damaged counts as kept, until it is read."""
        if not self.part_path(number).exists():
            return False
        try:
            return self.rows_of(number) >= n_games
        except InputError:
            return True

    def read_part(self, number: int, n_games: int) -> pl.DataFrame | None:
        """A part, if it is there.

        Parameters
        ----------
        number : int
            Which part.
        n_games : int
            How many games it must have at least.

        Returns
        -------
        DataFrame or None
            The part, or None if it is not there or has fewer games.

        Raises
        ------
        InputError
            If it is damaged or belongs to another run.
        """
        path = self.part_path(number)
        if not path.exists():
            return None
        try:
            frame = pl.read_parquet(sealed_rows.sound(path.read_bytes(), self._place(number)))
        except (OSError, ValueError):
            raise InputError(
                f"{path} is damaged or belongs to another run; remove it, and the same command plays it again"
            ) from None
        return frame if frame.height >= n_games else None

    def _place(self, number: int) -> str:
        """Which part of which run."""
        return f"{self.identity_hash} {number}"

    @property
    def log(self) -> LogFiles:
        """Where the event log is."""
        return LogFiles(self.path / "log")

    def has_log(self, number: int, n_games: int) -> bool:
        """Whether the event log of a part is there for at least so many games; raises InputError if it is damaged."""
        return self.log.games(number, self.identity_hash) >= n_games

    def write_log(self, number: int, n_games: int, pieces: Iterator[pl.DataFrame]) -> None:
        """Write the event log of a part, which counts once it is whole."""
        with self.writing():
            self.log.write(number, n_games, pieces, self.identity_hash)

    def scan_log(self) -> pl.LazyFrame:
        """The event log, lazily.

        Returns
        -------
        LazyFrame
            One row per decision, integers in 64 bits.

        Raises
        ------
        InputError
            If the run has no event log, or only part of one, or one that is damaged or of another run.
        """
        run = self.identity_hash
        whole = self.n_parts > 0 and all(
            self.log.games(part, run) >= self.rows_of(part) for part in range(self.n_parts)
        )
        if not whole:
            raise InputError(
                f"{self.path} has no complete event log; run the command in its manifest with --log to write one"
            )
        return widened(pl.scan_parquet([file for part in range(self.n_parts) for file in self.log.pieces(part)]))

    def rows_of(self, number: int) -> int:
        """How many rows a part has, by its file's header; raises InputError if it is missing or damaged."""
        try:
            content = sealed_rows.sound(self.part_path(number).read_bytes(), self._place(number))
            return int(pl.scan_parquet(content).select(pl.len()).collect().item())
        except (OSError, ValueError):
            raise InputError(
                f"{self.part_path(number)} is missing or damaged; the command in the manifest plays it again"
            ) from None

    def scan(self) -> pl.LazyFrame:
        """All games lazily, one row per game, integers in 64 bits."""
        return widened(pl.scan_parquet(self.parts / "part-*.parquet"))
