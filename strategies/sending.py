"""Strategy files on their way to another process, which may run on a machine that has none of them, or other ones."""

import hashlib
import os
from pathlib import Path
from typing import NamedTuple

from knotlab.sim.machine import base_folder
from knotlab.sim.storage.result_files import prune, write_whole
from knotlab.strategies.declare import Strategy
from knotlab.strategies.fingerprints import source_files
from knotlab.strategies.home import is_shipped

KEPT_FOLDERS = 200  # of files that were sent


class Sources(NamedTuple):
    """A strategy file, and each source file that it is made of with its bytes, where they are on the first machine."""

    file: str
    contents: tuple[tuple[str, bytes], ...]


def sources_of(strategy: Strategy) -> Sources:
    """The files of a user's strategy, without those that ship."""
    files = [file for file in source_files(strategy.file) if not is_shipped(file)]
    return Sources(str(strategy.file), tuple((str(file), file.read_bytes()) for file in files))


def local_file(sent: Sources) -> Path:
    """The strategy file on this machine: where it was if all files are the same here, else in a folder in the cache
    that is named by their hash.
    """
    if all(_holds(Path(name), content) for name, content in sent.contents):
        return Path(sent.file)
    top = os.path.commonpath([str(Path(name).parent) for name, _ in sent.contents])
    digest = hashlib.sha256()
    for name, content in sent.contents:
        digest.update(os.path.relpath(name, top).encode() + b"\0" + hashlib.sha256(content).digest())
    folder = base_folder() / "sent" / digest.hexdigest()[:24]
    for name, content in sent.contents:
        path = folder / os.path.relpath(name, top)
        if not _holds(path, content):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
    prune(folder.parent.iterdir(), KEPT_FOLDERS)
    return folder / os.path.relpath(sent.file, top)


def _holds(path: Path, content: bytes) -> bool:
    """Whether a file is there with that content."""
    try:
        return path.read_bytes() == content
    except OSError:
        return False
