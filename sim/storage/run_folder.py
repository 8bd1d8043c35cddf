"""Run folders: a manifest, `manifest.json`, and one Parquet piece after another, each whole or absent, each sealed.

A piece holds some consecutive deals in all their rotations, one row per game, and always the same ones: so a run that
was stopped at any moment, and run again, leaves the same files as one that was not, but for the manifest's times. Each
piece carries what its run is, with the players' identity, and the versions that made it: so pieces of one run that were
played on several machines are the run as a whole as soon as their files are in one folder, and no others fit there.

Pieces lie in `parts` and are called `part-000000.parquet`; nothing else that lies there is read. An event log lies in
`log`: some files for each piece, which count once a note says that they are whole. The note holds a hash of each file's
bytes, the number of games, and a hash of all this and of the run. The manifest says what there must be: which pieces,
whether an event log, and what else. While a command writes, it holds the lock `.lock`, a file that stays. A result says
of which runs and pieces it was made.
"""

import contextlib
import hashlib
import io
import json
import math
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from errno import ENOENT
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
from filelock import FileLock, Timeout

from knotlab.sim import games
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.held import held
from knotlab.sim.machine import other_versions, versions
from knotlab.sim.storage.pieces import (
    MOST_OF_A_RUN,
    PARTS,
    Pieces,
    checked_piece,
    lazily,
    n_rows,
    note_of,
    packed,
    piece_files,
    piece_name,
    seal_of,
)
from knotlab.sim.storage.result_files import (
    LOCK,
    from_plain,
    load,
    plain_hash,
    read_file,
    sealed,
    unsealed,
    write_whole,
)

FORMAT = 3
MANIFEST = "manifest.json"
BESIDE = re.compile(r"(\.\./)?[A-Za-z0-9][\w.-]*")  # a file or folder in this one, or in the one above
PILOT = "pilot"  # in the folder of a duel whose pilot nobody can play again: the pilot's own
LOG_BYTES = 1 << 30  # more than a file of an event log has
MADE_OF = "made_of"  # a result's entry for what it was made of


# --- what a manifest must hold, besides what else a command puts into it ---


@dataclass(frozen=True)
class Identity:
    """What must be the same for a run to be the same."""

    game: str
    rules: dict[str, Any]
    strategies: list[str]
    seed: int
    fixed_seats: bool
    command: str = ""

    def __post_init__(self) -> None:
        if not self.strategies or not 0 <= self.seed < 2**64:
            raise ValueError("there is no such run")


@dataclass(frozen=True)
class Provenance:
    """What a run was begun with; mixed: the other versions with which it was continued. What is not known is left out,
    not null.
    """

    strategies_from: list[str]
    argv: list[str] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    mixed: list[dict[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Times:
    """When a run was begun, and how long it took."""

    started: str
    seconds: float | None = None


@dataclass(frozen=True)
class Manifest:
    """What a run is.

    games: that it is to have. pieces: that it is to have, if that was known beforehand. log: whether they have an event
    log. needs: what else there must be once the run is complete, by path from its folder.
    """

    games: int
    identity: Identity
    provenance: Provenance
    times: Times
    pieces: Pieces | None = None
    log: bool = False
    needs: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not 0 <= self.games < MOST_OF_A_RUN or not all(map(BESIDE.fullmatch, self.needs)):
            raise ValueError("there is no such run")


# --- read and compared ---


def read_manifest(folder: Path) -> dict[str, Any]:
    """What the run in a folder is, by the names in `Manifest`; raises InputError if this is not a run folder, or its
    manifest is damaged.
    """
    file = folder / MANIFEST
    if not os.path.lexists(file):
        what = f"it has no {MANIFEST}" if folder.exists() else "it does not exist"
        raise InputError(f"{folder} is not a run folder: {what}")
    damaged = InputError(f"{file} is damaged or was edited; remove the folder, or choose another one with --out")
    try:
        content = load(file)
    except ValueError:
        raise damaged from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{file} was not written by this version of knotlab; choose another folder with --out")
    try:
        manifest: dict[str, Any] = unsealed(content)
        from_plain(Manifest, manifest)
    except ValueError:
        raise damaged from None
    _check_tremble(folder, manifest["identity"])
    return manifest


def _check_tremble(folder: Path, identity: dict[str, Any]) -> None:
    """Raise InputError if a run was begun when a player whose spelling sets no tremble had none, and now has."""
    tremble = games.find(identity["game"]).tremble if identity["game"] in games.names() else 0.0
    if tremble and "tremble" not in identity:
        raise InputError(
            f"{folder} was begun by an earlier version, in which a strategy that sets no tremble had none; it "
            f"now has {100 * tremble:g}%: choose another folder with --out, and write NAME:tremble=0 to play the "
            f"same games there"
        )


def check_same(folder: Path, there: dict[str, Any], identity: dict[str, Any], n_games: int) -> None:
    """Raise InputError if the folder's manifest is of another run, or of a longer one."""
    keys = dict.fromkeys([*identity, *there["identity"]])
    different = [key for key in keys if there["identity"].get(key) != identity.get(key)]
    if different:
        raise InputError(
            f"{folder} holds a different run: its {' and '.join(different)} differ from this command's; choose "
            f"another folder with --out"
        )
    if there["games"] > n_games:
        raise InputError(
            f"{folder} already holds {there['games']:,} games; ask for at least that many, or print them with "
            f"knotlab show"
        )


# --- with which versions ---

_mixing: ContextVar[bool] = ContextVar("mixing", default=False)


def mixing_versions(is_allowed: bool) -> AbstractContextManager[None]:
    """Whether runs that other versions began are continued within the block; their manifests note it."""
    return held((_mixing, is_allowed))


versions_here = cache(versions)  # with which this process plays


def others(provenance: dict[str, Any], made_with: dict[str, str]) -> str:
    """Which versions are neither those with which the run was begun nor noted as others, in words."""
    is_noted = any(not other_versions(noted, made_with) for noted in provenance.get("mixed", ()))
    return "" if is_noted else other_versions(provenance.get("versions", made_with), made_with)


def check_made_with(
    provenance: dict[str, Any], what: Path, made_with: dict[str, str], who: str, way_out: str = ""
) -> None:
    """Raise InputError if some versions are other than those that the manifest has."""
    if other := others(provenance, made_with):
        raise InputError(
            f"{what}: the run was begun with different versions than {who}: {other}; all pieces of a run are "
            f"played with the same ones{way_out}"
        )


# --- the folder ---


@dataclass(frozen=True)
class LogNote:
    """What is noted of the event log of a piece: a hash of each file, and for how many games it is."""

    pieces: list[str]
    games: int
    checksum: str


NO_LOG = LogNote([], 0, "")


class RunFolder:
    """A folder that holds a run.

    path: where it is; it need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.parts, self.log = path, path / PARTS, path / "log"
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
        if _mixing.get() and others(provenance, here):
            provenance = provenance | {"mixed": [*provenance.get("mixed", ()), here]}
            self._write_manifest(self.manifest() | {"provenance": provenance})
        way_out = "; --mixed-versions continues it, and records this"
        check_made_with(provenance, self.path, here, "this command has", way_out)

    # --- writing ---

    def leftovers(self) -> list[Path]:
        """Temporary files that a command left which was ended by force."""
        of_manifest = [*self.path.glob(f".{MANIFEST}.*"), *self.path.glob(".shared-*")]
        return [*of_manifest, *self.parts.glob(".part-*"), *self.log.glob(".log-*")]

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

    def _log_file(self, number: int, at: int) -> Path:
        return self.log / f"log-{number:06d}-{at:04d}.parquet"

    def _log_note_file(self, number: int) -> Path:
        return self.log / f"log-{number:06d}.json"

    def _log_checksum(self, number: int, hashes: list[str], n_games: int) -> str:
        return plain_hash([hashes, n_games, number, self.identity_hash])

    def write_log(self, number: int, n_games: int, frames: Iterator[pl.DataFrame]) -> None:
        """Write the event log of a piece, frame by frame and then its note; it counts once it is whole."""
        hashes, note = list[str](), self._log_note_file(number)
        with self.writing():
            for at, frame in enumerate(frames):
                buffer = io.BytesIO()
                frame.write_parquet(buffer, compression="zstd", statistics=False)
                self.log.mkdir(exist_ok=True)
                if at == 0:
                    note.unlink(missing_ok=True)
                write_whole(self._log_file(number, at), buffer.getvalue())
                hashes.append(hashlib.sha256(buffer.getvalue()).hexdigest())
            content = LogNote(hashes, n_games, self._log_checksum(number, hashes, n_games))
            write_whole(note, json.dumps(asdict(content)).encode())

    def _log_note(self, number: int) -> LogNote:
        """What is noted of a piece's log, of no games unless the note and all files are there; raises InputError if it
        is damaged, was edited or belongs to another run.
        """
        path = self._log_note_file(number)
        if not os.path.lexists(path):
            return NO_LOG
        try:
            note = from_plain(LogNote, load(path))
        except ValueError:
            raise _not_of_log(path) from None
        if note.checksum != self._log_checksum(number, note.pieces, note.games):
            raise _not_of_log(path)
        return note if all(os.path.lexists(self._log_file(number, at)) for at in range(len(note.pieces))) else NO_LOG

    def _log_contents(self, number: int) -> Iterator[io.BytesIO]:
        """The files of a piece's log in order, ready to be read; raises InputError if one is damaged."""
        for at, recorded in enumerate(self._log_note(number).pieces):
            path = self._log_file(number, at)
            try:
                content = read_file(path, LOG_BYTES)
            except ValueError:
                raise _not_of_log(path) from None
            if hashlib.sha256(content).hexdigest() != recorded:
                raise _not_of_log(path)
            yield io.BytesIO(content)

    def has_log(self, number: int, n_games: int) -> bool:
        """Whether the event log of a piece has at least this many games; raises InputError if it is damaged."""
        return self._log_note(number).games >= n_games and all(True for _ in self._log_contents(number))

    def scan_log(self) -> pl.LazyFrame:
        """The event log lazily, one row per decision, integers in 64 bits; raises InputError if the run has none, or
        not all of one, and when its rows are read, if it is damaged or of another run.
        """
        heights = {number: self.height(number) for number in self.numbers()}
        if not heights or any(self._log_note(number).games < rows for number, rows in heights.items()):
            raise InputError(
                f"{self.path} has no complete event log; run the command in its manifest with --log to write one"
            )
        return lazily(lambda: (content for number in heights for content in self._log_contents(number)))


def _not_of_run(path: Path) -> InputError:
    """What to say of a piece that is not as it was written."""
    return InputError(f"{path} is damaged or belongs to another run; remove it, and the same command plays it again")


def _not_of_log(path: Path) -> InputError:
    """What to say of a file of an event log that is not as it was written."""
    return InputError(
        f"{path} is damaged, was edited or belongs to another run; remove it, and the same command with --log writes "
        f"it again"
    )


def _lacks_some(column: pl.Series) -> bool:
    """Whether values of a column are missing, or are no finite numbers."""
    return column.null_count() > 0 or (column.dtype.is_float() and not column.is_finite().all())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# --- what a result was made of, by which it is known to be older than the pieces that are there ---


@dataclass(frozen=True)
class Origin:
    """The runs in a folder, by path and by a hash of what they are, and a hash of all their pieces."""

    runs: dict[str, str]
    pieces: str


def _origin(folder: Path) -> Origin:
    runs = sorted(file.parent for file in folder.rglob(MANIFEST))
    folders = sorted(parts for parts in folder.rglob(PARTS) if parts.is_dir())
    pieces = [file for parts in folders for file in piece_files(parts).values()]
    return Origin(
        {run.relative_to(folder).as_posix(): RunFolder(run).identity_hash for run in runs},
        plain_hash([[file.relative_to(folder).as_posix(), seal_of(file)] for file in pieces]),
    )


def with_origin(result: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A result as plain data, with what it was made of: the runs in a folder, and all their pieces."""
    return result | {MADE_OF: asdict(_origin(folder))}


def is_older(result: dict[str, Any], folder: Path) -> bool:
    """Whether the pieces in a folder are others than a result was made of; raises ValueError if the runs are."""
    if result.get(MADE_OF) is None:  # by versions that did not note it
        return False
    before, now = from_plain(Origin, result[MADE_OF]), _origin(folder)
    if any(before.runs.get(name, identity) != identity for name, identity in now.runs.items()):
        raise ValueError("it is the result of another run")
    return before.pieces != now.pieces


def mixed_versions(folder: Path | None) -> str:
    """With which different versions the runs in a folder were played, in words; empty if with the same ones."""
    found: list[str] = []
    for file in sorted(folder.rglob(MANIFEST)) if folder else ():
        provenance = RunFolder(file.parent).manifest()["provenance"]
        found += [other_versions(provenance.get("versions", noted), noted) for noted in provenance.get("mixed") or ()]
    return "; ".join(dict.fromkeys(found))
