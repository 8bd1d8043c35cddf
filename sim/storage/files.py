"""Files that are there whole or not at all, and folders that are safe to write to."""

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from knotlab.sim.errors import InputError

LOCK = ".lock"  # in a folder that one process at a time writes to


@contextlib.contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to that is there whole once the block is done, or not at all, even when the machine stops."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
        _sync_folder(path.parent)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:  # a full disk does not say where it is
            error.filename = str(path)
        raise


def _sync_folder(folder: Path) -> None:
    """Have a folder's list of files on the disk, too, where the system can do that."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    with writing(path) as file:
        file.write(content)


def check_own(path: Path, marks: Iterable[str]) -> None:
    """Make sure that a command writes to a folder of its own.

    Parameters
    ----------
    path : Path
        The folder; it need not exist.
    marks : iterable of str
        Patterns of what such a command writes there.

    Raises
    ------
    InputError
        If it is a file, or a folder with something in it of which nothing matches a pattern.
    """
    if path.is_file():
        raise InputError(f"{path} is a file, but a folder is needed; choose another path, so that nothing is lost")
    others = path.is_dir() and any(inside.name != LOCK for inside in path.iterdir())
    if others and not any(True for mark in marks for _ in path.glob(mark)):
        raise InputError(
            f"{path} is not empty, and this command wrote nothing of what is in it; choose another folder, so that "
            f"nothing is lost"
        )


def remove_stale(paths: Iterable[Path], seconds: float) -> None:
    """Remove temporary files that are older than that: whoever wrote them was ended by force."""
    for path in paths:
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > seconds:
                path.unlink()


def prune(paths: Iterable[Path], keep: int) -> None:
    """Remove all but the `keep` most recently used of some files or folders."""

    def used(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    for path in sorted(paths, key=used, reverse=True)[keep:]:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
