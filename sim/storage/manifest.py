"""Folders with a manifest, `manifest.json`: what a run is, how far it goes, what it was made with and when.

While a command writes, it holds the lock `.lock`, a file that stays.
"""

import contextlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from knotlab.sim.errors import InputError, RunError
from knotlab.sim.storage.files import LOCK, write_whole
from knotlab.sim.storage.json_data import has_shape, plain_hash, sealed, unsealed

FORMAT = 3
MANIFEST = "manifest.json"

# What a manifest must hold: names with types, or with what is inside.
SHAPE: dict[str, Any] = {
    "games": int,
    "identity": {"game": str, "rules": dict, "strategies": [str], "seed": int, "fixed_seats": bool},
    "provenance": {"strategies_from": [str]},
    "times": {"started": str},
}


def _damaged(manifest: Path) -> InputError:
    return InputError(f"{manifest} is damaged or was edited; remove the folder, or choose another one with --out")


class ManifestFolder:
    """A folder with a manifest, in which the parts of a run are.

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

    def open(self, identity: dict[str, Any], provenance: dict[str, Any], n_games: int, rows: int | None = None) -> None:
        """Start a run here, or resume the same one; the folder is locked.

        Parameters
        ----------
        identity : dict
            What must be the same for the run to be the same.
        provenance : dict
            What the run is made with, noted where it starts.
        n_games : int
            How many games the run is to have.
        rows : int, optional
            How many rows all its pieces have, where these are not its games and it is known.

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
        manifest = {"format": FORMAT, "identity": identity, "games": n_games, "provenance": provenance}
        self._write_manifest(manifest | {"times": self._times()} | ({} if rows is None else {"rows": rows}))

    def leftovers(self) -> list[Path]:
        """Temporary files that a command left which was ended by force."""
        return [*self.path.glob(f".{MANIFEST}.*"), *self.path.glob(".shared-*"), *self.parts.glob(".part-*")]

    def _check_same(self, kept: dict[str, Any], identity: dict[str, Any], n_games: int) -> None:
        """Raise InputError if the folder's manifest is of another run, or of a longer one."""
        keys = dict.fromkeys([*identity, *kept["identity"]])
        different = [key for key in keys if kept["identity"].get(key) != identity.get(key)]
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
