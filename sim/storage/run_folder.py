"""Run folders: a manifest, `manifest.json`, and one Parquet piece after another, each whole or absent, each sealed.

A piece holds some consecutive deals in all their rotations, one row per game, and always the same ones: so a run that
was stopped at any moment, and run again, leaves the same files as one that was not, but for the manifest's times. Each
piece carries what its run is, with the players' identity, and the versions that made it: so pieces of one run that were
played on several machines are the run as a whole as soon as their files are in one folder, and no others fit there.

Pieces lie in `parts`, their event log in `log` (`pieces.py`). While a command writes, it holds the lock `.lock`, a file
that stays.
"""

import contextlib
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from errno import ENOENT
from pathlib import Path
from typing import Any

import polars as pl
from filelock import FileLock, Timeout

from knotlab.sim import games
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.machine import other_versions
from knotlab.sim.storage.pieces import EventLog, note_of, packed, sound, versions_here, widened
from knotlab.sim.storage.result_files import LOCK, has_shape, plain_hash, with_checksum, without_checksum, write_whole

FORMAT = 3
MANIFEST = "manifest.json"
ROWS = "rows"  # the manifest's entry for the rows of the run as a whole, where they are not its games
# What a manifest must hold: names with types, or with what is inside.
SHAPE: dict[str, Any] = {
    "games": int,
    "identity": {"game": str, "rules": dict, "strategies": [str], "seed": int, "fixed_seats": bool},
    "provenance": {"strategies_from": [str]},
    "times": {"started": str},
}


class RunFolder:
    """A folder that holds a run.

    path: where it is; it need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.parts, self.log = path, path / "parts", EventLog(path / "log")

    # --- what the run is ---

    def manifest(self) -> dict[str, Any]:
        """What a run is, how far it goes, what it was made with and when: `format`, `identity`, `games`, `provenance`,
        `times`. Raises InputError if this is not a run folder, or its manifest is damaged.
        """
        file = self.path / MANIFEST
        damaged = InputError(f"{file} is damaged or was edited; remove the folder, or choose another one with --out")
        try:
            manifest = json.loads(file.read_text())
        except (FileNotFoundError, NotADirectoryError):
            what = f"it has no {MANIFEST}" if self.path.exists() else "it does not exist"
            raise InputError(f"{self.path} is not a run folder: {what}") from None
        except (OSError, ValueError):  # no text, no JSON, or a number too long to be read
            raise damaged from None
        if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
            raise InputError(f"{file} was not written by this version of knotlab; choose another folder with --out")
        try:
            manifest = without_checksum(manifest)
        except ValueError:
            raise damaged from None
        if not has_shape(manifest, SHAPE):
            raise damaged
        self._check_tremble(manifest["identity"])
        return manifest

    def _check_tremble(self, identity: dict[str, Any]) -> None:
        """Raise InputError if a run was begun when a player whose spelling sets no tremble had none, and now has."""
        tremble = games.find(identity["game"]).tremble if identity["game"] in games.names() else 0.0
        if tremble and "tremble" not in identity:
            raise InputError(
                f"{self.path} was begun by an earlier version, in which a strategy that sets no tremble had none; it "
                f"now has {100 * tremble:g}%: choose another folder with --out, and write NAME:tremble=0 to play the "
                f"same games there"
            )

    @property
    def identity_hash(self) -> str:
        """A hash of what the run is, which binds each of its files to it."""
        return plain_hash(self.manifest()["identity"])

    def open(self, identity: dict[str, Any], provenance: dict[str, Any], n_games: int, rows: int | None = None) -> None:
        """Start a run here, or resume the same one; the folder is locked.

        identity: what must be the same for the run to be the same. provenance: what the run is made with, noted where
        it starts. n_games: how many games the run is to have. rows: how many rows all its pieces have, where these are
        not its games and it is known. Raises InputError if the folder holds another run, or more games than that.
        """
        times = {"started": _now()}
        if (self.path / MANIFEST).exists():
            there = self.manifest()
            self._check_same(there, identity, n_games)
            provenance, times = there["provenance"], {"started": there["times"]["started"], "continued": _now()}
        with self.writing():
            self.parts.mkdir(parents=True, exist_ok=True)
            for leftover in self.leftovers():
                leftover.unlink()
        manifest = {"format": FORMAT, "identity": identity, "games": n_games, "provenance": provenance, "times": times}
        self._write_manifest(manifest | ({} if rows is None else {ROWS: rows}))

    def _check_same(self, there: dict[str, Any], identity: dict[str, Any], n_games: int) -> None:
        """Raise InputError if the folder's manifest is of another run, or of a longer one."""
        keys = dict.fromkeys([*identity, *there["identity"]])
        different = [key for key in keys if there["identity"].get(key) != identity.get(key)]
        if different:
            raise InputError(
                f"{self.path} holds another run: its {' and '.join(different)} differ from this command's; choose "
                f"another folder with --out"
            )
        if there["games"] > n_games:
            raise InputError(
                f"{self.path} already holds {there['games']:,} games; ask for at least that many, or print them with "
                f"knotlab show"
            )

    def finish(self, seconds: float | None) -> None:
        """Note when the run was complete, and how long it took if that is known."""
        manifest = self.manifest()
        manifest["times"] |= {"finished": _now()} | ({} if seconds is None else {"seconds": round(seconds, 2)})
        self._write_manifest(manifest)

    def _write_manifest(self, manifest: dict[str, Any]) -> None:
        with self.writing():
            content = json.dumps(with_checksum(manifest), indent=2, sort_keys=True) + "\n"
            write_whole(self.path / MANIFEST, content.encode())

    def check_versions(self) -> None:
        """Raise InputError if the run was begun with other versions than this process has."""
        self._check_made_with(self.path, versions_here(), "this command has")

    def _check_made_with(self, what: Path, made_with: dict[str, str], who: str) -> None:
        """Raise InputError if some versions are other than those with which the run was begun."""
        begun = self.manifest()["provenance"].get("versions", made_with)
        if other := other_versions(begun, made_with):
            raise InputError(
                f"{what}: the run was begun with other versions than {who}: {other}; all pieces of a run are played "
                f"with the same ones"
            )

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

    def _holds_something_else(self) -> bool:
        """Whether a folder without a manifest has more in it than a run leaves that was stopped before it wrote one."""
        inside = [*self.path.iterdir(), *(self.parts.iterdir() if self.parts.is_dir() else ())]
        own = (self.parts, self.path / LOCK)
        return any(path not in own and not path.name.startswith(f".{MANIFEST}.") for path in inside)

    # --- pieces ---

    def numbers(self) -> list[int]:
        """The numbers of the pieces that are there."""
        return sorted(int(file.stem.removeprefix("part-")) for file in self.parts.glob("part-[0-9]*.parquet"))

    @property
    def n_pieces(self) -> int:
        """How many pieces are there."""
        return len(self.numbers())

    def piece_path(self, number: int) -> Path:
        """The file of piece `number`."""
        return self.parts / f"part-{number:06d}.parquet"

    def _place(self, number: int) -> str:
        """Which piece of which run."""
        return f"{self.identity_hash} {number}"

    def write_piece(self, number: int, frame: pl.DataFrame) -> None:
        """Write one piece, whole or not at all, sealed with what its run is and what made it."""
        with self.writing():
            if not (self.path / MANIFEST).exists():
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
            self.check_versions()
            note = {"run": self.manifest()["identity"], "versions": versions_here()}
            write_whole(self.piece_path(number), packed(frame, self._place(number), note))

    def has_piece(self, number: int, n_games: int) -> bool:
        """Whether a piece has a file with at least so many games; what is damaged counts as kept, until it is read."""
        try:
            return self.read_piece(number, n_games) is not None
        except InputError:
            return True

    def rows(self, number: int) -> int:
        """How many rows a piece has, 0 if it is not there; raises InputError as `read_piece` does."""
        piece = self.read_piece(number, 0)
        return 0 if piece is None else piece.height

    def read_piece(self, number: int, n_games: int) -> pl.DataFrame | None:
        """A piece, or None if it is not there or has fewer games than that.

        Raises InputError if it is damaged, belongs to another run, or was played with other versions.
        """
        path = self.piece_path(number)
        if not path.exists():
            return None
        try:
            content = sound(path.read_bytes(), self._place(number))
            made_with = note_of(content).get("versions")
            frame = pl.read_parquet(content)
        except (OSError, ValueError):
            raise InputError(
                f"{path} is damaged or belongs to another run; remove it, and the same command plays it again"
            ) from None
        if made_with is not None:
            self._check_made_with(path, made_with, "this piece")
        return frame if frame.height >= n_games else None

    def scan(self) -> pl.LazyFrame:
        """All games lazily, one row per game, integers in 64 bits."""
        return widened(pl.scan_parquet(self.parts / "part-*.parquet"))

    # --- the event log ---

    def write_log(self, number: int, n_games: int, frames: Iterator[pl.DataFrame]) -> None:
        """Write the event log of a piece, which counts once it is whole."""
        with self.writing():
            self.log.write(number, n_games, frames, self.identity_hash)

    def has_log(self, number: int, n_games: int) -> bool:
        """Whether the event log of a piece is there for at least so many games; raises InputError if it is damaged."""
        return self.log.games(number, self.identity_hash) >= n_games

    def scan_log(self) -> pl.LazyFrame:
        """The event log lazily, one row per decision, integers in 64 bits; raises InputError if the run has none, or
        not all of one, or one that is damaged or of another run.
        """
        numbers = self.numbers()
        if not numbers or not all(self.has_log(number, self.rows(number)) for number in numbers):
            raise InputError(
                f"{self.path} has no complete event log; run the command in its manifest with --log to write one"
            )
        return widened(pl.scan_parquet([file for number in numbers for file in self.log.files(number)]))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
