"""Files that are there whole or not at all."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from knotlab.sim.errors import InputError


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
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    with writing(path) as file:
        file.write(content)


def check_own(path: Path, marks: Iterable[str]) -> None:
    """Raise InputError if a folder is a file, or has something in it, but nothing that matches a mark of what is to be
    written there.
    """
    if path.is_file():
        raise InputError(
            f"{path} is a file, where a folder is wanted; give another path, so that nothing of yours is lost"
        )
    if path.is_dir() and any(path.iterdir()) and not any(True for mark in marks for _ in path.glob(mark)):
        raise InputError(
            f"{path} is not empty and holds nothing that this command wrote; give another folder, so that nothing of "
            f"yours is lost"
        )


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
