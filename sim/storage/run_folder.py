"""Run folders: a manifest, `manifest.json`, and one Parquet piece after another, each whole or absent, each sealed.

A piece holds some consecutive deals in all their rotations, one row per game, and always the same ones: so a run that
was stopped at any moment, and run again, leaves the same files as one that was not, but for the manifest's times. Each
piece carries what its run is, with the players' identity, and the versions that made it: so pieces of one run that were
played on several machines are the run as a whole as soon as their files are in one folder, and no others fit there.

Pieces lie in `parts` and are called `part-000000.parquet`; nothing else that lies there is read. An event log lies in
`log`. The manifest says what there must be: which pieces, whether an event log, and what else. While a command writes,
it holds the lock `.lock`, a file that stays.
"""

import contextlib
import io
import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from errno import ENOENT
from pathlib import Path
from typing import Any

import polars as pl
from filelock import FileLock, Timeout

from knotlab.sim.errors import InputError, RunError
from knotlab.sim.storage.event_log import EventLog
from knotlab.sim.storage.manifest import (
    FORMAT,
    MANIFEST,
    check_made_with,
    check_same,
    is_mixing,
    others,
    read_manifest,
    versions_here,
)
from knotlab.sim.storage.pieces import (
    PARTS,
    Pieces,
    checked_piece,
    lazily,
    n_rows,
    note_of,
    packed,
    piece_files,
    piece_name,
)
from knotlab.sim.storage.result_files import LOCK, plain_hash, sealed, write_whole

PILOT = "pilot"  # in the folder of a duel whose pilot nobody can play again: the pilot's own


class RunFolder:
    """A folder that holds a run.

    path: where it is; it need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.parts, self.log = path, path / PARTS, EventLog(path / "log")
        self._known: dict[str, Any] | None = None

    # --- what the run is ---

    def exists(self) -> bool:
        """Whether there is a manifest."""
        return os.path.lexists(self.path / MANIFEST)

    def manifest(self) -> dict[str, Any]:
        """What a run is, how far it goes, what it was made with and when, by the names in `Manifest`; read once. Raises
        InputError if this is not a run folder, or its manifest is damaged.
        """
        if self._known is None:
            self._known = read_manifest(self.path)
        return self._known

    def pieces(self) -> Pieces | None:
        """The pieces that the run is to have, None if its manifest does not say."""
        stated = self.manifest().get("pieces")
        return Pieces(**stated) if stated else None

    @property
    def seconds(self) -> float:
        """How long the run took, NaN if that is not known."""
        seconds = self.manifest()["times"].get("seconds")
        return math.nan if seconds is None else float(seconds)

    @property
    def identity_hash(self) -> str:
        """A hash of what the run is, which binds each of its files to it."""
        return plain_hash(self.manifest()["identity"])

    def open(
        self,
        identity: dict[str, Any],
        provenance: dict[str, Any],
        n_games: int,
        pieces: Pieces | None = None,
        *,
        log: bool = False,
        needs: Sequence[str] = (),
    ) -> None:
        """Start a run here, or resume the same one; the folder is locked.

        identity: what must be the same for the run to be the same. provenance: what the run is made with, noted where
        it starts. n_games: how many games the run is to have. pieces, needs: what there must be once it is complete, as
        in `Manifest`. log: whether an event log is written. Raises InputError if the folder holds another run, or more
        games than that.
        """
        times, self._known = {"started": _now()}, None
        if self.exists():
            there = self.manifest()
            check_same(self.path, there, identity, n_games)
            provenance, times = there["provenance"], {"started": there["times"]["started"], "continued": _now()}
            log = log or there.get("log", False)
        with self.writing():
            self.parts.mkdir(parents=True, exist_ok=True)
            for leftover in self.leftovers():
                leftover.unlink()
        what = {"format": FORMAT, "identity": identity, "games": n_games, "provenance": provenance, "times": times}
        stated = {"pieces": pieces and asdict(pieces), "log": log, "needs": list(needs)}
        self._write_manifest(what | {name: value for name, value in stated.items() if value})

    def finish(self, seconds: float | None, pieces: Pieces | None = None) -> None:
        """Note when the run was complete, how long it took and which pieces it has, as far as that was not known."""
        manifest = self.manifest() | ({} if pieces is None else {"pieces": asdict(pieces)})
        finished = {"finished": _now()} | ({} if seconds is None else {"seconds": round(seconds, 2)})
        self._write_manifest(manifest | {"times": manifest["times"] | finished})

    def _write_manifest(self, manifest: dict[str, Any]) -> None:
        with self.writing():
            content = json.dumps(sealed(manifest), indent=2, sort_keys=True) + "\n"
            write_whole(self.path / MANIFEST, content.encode())
        self._known = manifest

    def check_versions(self) -> None:
        """Raise InputError if the run was begun with different versions than this process has; where `mixing_versions`
        allows that, note them in the manifest.
        """
        here, provenance = versions_here(), self.manifest()["provenance"]
        if is_mixing() and others(provenance, here):
            provenance = provenance | {"mixed": [*provenance.get("mixed", ()), here]}
            self._write_manifest(self.manifest() | {"provenance": provenance})
        way_out = "; --mixed-versions continues it, and records this"
        check_made_with(provenance, self.path, here, "this command has", way_out)

    # --- writing ---

    def leftovers(self) -> list[Path]:
        """Temporary files that a command left which was ended by force."""
        of_manifest = [*self.path.glob(f".{MANIFEST}.*"), *self.path.glob(".shared-*")]
        return [*of_manifest, *self.parts.glob(".part-*"), *self.log.folder.glob(".log-*")]

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
        """Keep other processes from writing here meanwhile. Raises InputError if another one is writing, or this is a
        file or a folder of something else; RunError if the folder cannot be written to.
        """
        if self.path.exists() and not self.path.is_dir():
            raise InputError(f"{self.path} is a file; --out takes a folder")
        if self.path.is_dir() and not self.exists() and self._holds_something_else():
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

    def _holds_something_else(self) -> bool:
        """Whether a folder without a manifest has more in it than a run leaves that was stopped before it wrote one."""
        inside = [*self.path.iterdir(), *(self.parts.iterdir() if self.parts.is_dir() else ())]
        own = (self.parts, self.path / LOCK, self.path / PILOT)
        return any(path not in own and not path.name.startswith(f".{MANIFEST}.") for path in inside)

    # --- pieces ---

    def numbers(self) -> list[int]:
        """The numbers of the pieces that are there."""
        return list(piece_files(self.parts))

    @property
    def n_pieces(self) -> int:
        """How many pieces are there."""
        return len(self.numbers())

    def piece_path(self, number: int) -> Path:
        """The file of piece `number`."""
        return self.parts / piece_name(number)

    def _place(self, number: int) -> str:
        """Which piece of which run."""
        return f"{self.identity_hash} {number}"

    def write_piece(self, number: int, frame: pl.DataFrame) -> None:
        """Write one piece, whole or not at all, sealed with what its run is and what made it."""
        with self.writing():
            if not self.exists():
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
            self.check_versions()
            note = {"run": self.manifest()["identity"], "versions": versions_here()}
            write_whole(self.piece_path(number), packed(frame, self._place(number), note))

    def _content(self, number: int) -> io.BytesIO | None:
        """What is in the file of a piece, checked, or None if it is not there. Raises InputError if it is damaged,
        belongs to another run, or was played with other versions.
        """
        path, pieces = self.piece_path(number), self.pieces()
        if not os.path.lexists(path):
            return None
        try:
            content = checked_piece(path, self._place(number), pieces.height(number) if pieces else None)
            made_with = note_of(content).get("versions")
        except (ValueError, pl.exceptions.PolarsError):
            raise _not_of_run(path) from None
        if made_with is not None:
            check_made_with(self.manifest()["provenance"], path, made_with, "this piece")
        return content

    def height(self, number: int) -> int:
        """How many rows a piece has, 0 if it is not there; raises InputError as `read_piece` does."""
        content = self._content(number)
        return 0 if content is None else n_rows(content)

    def has_piece(self, number: int, n_games: int, log: bool = False) -> bool:
        """Whether a piece has at least this many rows, and an event log of this many games if that is wanted; what is
        damaged counts as there, until it is read. Raises InputError if its event log is damaged.
        """
        try:
            is_there = self.height(number) >= n_games
        except InputError:
            return True
        return is_there and (not log or self.has_log(number, n_games))

    def read_piece(self, number: int, n_games: int = 0) -> pl.DataFrame | None:
        """A piece, or None if it is not there or has fewer rows than that.

        Raises InputError if it is damaged, belongs to another run, or was played with other versions.
        """
        content = self._content(number)
        if content is None:
            return None
        try:
            frame = pl.read_parquet(content)
            if any(map(_lacks_some, frame.iter_columns())):
                raise ValueError("values are missing")
        except (OSError, ValueError, pl.exceptions.PolarsError):
            raise _not_of_run(self.piece_path(number)) from None
        return frame if frame.height >= n_games else None

    def scan(self) -> pl.LazyFrame:
        """All games lazily, one row per game, integers in 64 bits. Each piece is checked when its rows are read: then
        InputError is raised as by `read_piece`, and now if there is no piece.
        """
        if not self.n_pieces:
            raise InputError(f"{self.path} has no games yet; run the command in its manifest again")
        return lazily(lambda: filter(None, map(self._content, self.numbers())))

    # --- the event log ---

    def write_log(self, number: int, n_games: int, frames: Iterator[pl.DataFrame]) -> None:
        """Write the event log of a piece, which counts once it is whole."""
        with self.writing():
            self.log.write(number, n_games, frames, self.identity_hash)

    def has_log(self, number: int, n_games: int) -> bool:
        """Whether the event log of a piece has at least this many games; raises InputError if it is damaged."""
        is_there = self.log.note(number, self.identity_hash).games >= n_games
        return is_there and all(True for _ in self.log.contents(number, self.identity_hash))

    def scan_log(self) -> pl.LazyFrame:
        """The event log lazily, one row per decision, integers in 64 bits; raises InputError if the run has none, or
        not all of one, and when its rows are read, if it is damaged or of another run.
        """
        run, heights = self.identity_hash, {number: self.height(number) for number in self.numbers()}
        if not heights or any(self.log.note(number, run).games < rows for number, rows in heights.items()):
            raise InputError(
                f"{self.path} has no complete event log; run the command in its manifest with --log to write one"
            )
        return lazily(lambda: (content for number in heights for content in self.log.contents(number, run)))


def _not_of_run(path: Path) -> InputError:
    """What to say of a piece that is not as it was written."""
    return InputError(f"{path} is damaged or belongs to another run; remove it, and the same command plays it again")


def _lacks_some(column: pl.Series) -> bool:
    """Whether values of a column are missing, or are no finite numbers."""
    return column.null_count() > 0 or (column.dtype.is_float() and not column.is_finite().all())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
