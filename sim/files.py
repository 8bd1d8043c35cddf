"""Files that are there whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, even when the machine stops."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


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
