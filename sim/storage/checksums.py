"""What commands wrote into a folder, each file with its checksum: `SHA256SUMS`, which `sha256sum -c` reads, too.

A command takes the list away while it writes and leaves it at its end, however it ends, unless by force. It lists what
it wrote or what was listed before; what the user puts into the folder it leaves alone. What is resumed from is always
listed, since a command that was ended by force may have written it.
"""

import contextlib
import hashlib
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from knotlab.sim.errors import InputError, RunError
from knotlab.sim.storage.result_files import read_text, write_whole

SUMS = "SHA256SUMS"
ALWAYS = ("parts/*", "log/*", "manifest.json", "result.json", "*-curve-*.json", "*-pilot-*.json", "kept/*/*")
LINE = re.compile(r"([0-9a-f]{64}) [ *]((?!/)(?!(?:.*/)?\.\./).+)")
LARGEST = 1 << 32  # bytes: no file that a command writes has so many
COARSE = 2.0  # seconds to which some file systems keep the time of a file


def checksums(folder: Path) -> dict[str, str] | None:
    """The checksum of each file that commands wrote into a folder, by its path; None if there is no list of them.
    Raises ValueError if it is damaged.
    """
    if not (folder / SUMS).exists():
        return None
    lines = [LINE.fullmatch(line) for line in read_text(folder / SUMS).split("\n")[:-1]]
    if None in lines:
        raise ValueError("it is no list of checksums")
    return {found[2]: found[1] for found in lines if found}


def is_as_written(file: Path, checksum: str) -> bool:
    """Whether a file has a checksum."""
    return _is_readable(file) and _checksum(file) == checksum


def _is_readable(file: Path) -> bool:
    """Whether it is a file, not a link to one, and of no more bytes than a command writes."""
    return file.is_file() and not file.is_symlink() and file.stat().st_size < LARGEST


def check_files(folder: Path, names: Iterable[str]) -> None:
    """Raise ValueError unless those of some files that are there, and listed, are as they were written."""
    listed = checksums(folder) or {}
    for file in (folder / name for name in names if name in listed and (folder / name).exists()):
        if not is_as_written(file, listed[file.name]):
            raise ValueError(f"{file} is not as it was written")


def _checksum(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


@contextlib.contextmanager
def listing(folder: Path) -> Iterator[None]:
    """List what is written into a folder while the block runs; RunError says that it cannot be written to."""
    since, listed = time.time() - COARSE, _taken(folder)
    try:
        yield
    except BaseException as error:
        refused = isinstance(error, InputError)  # before anything was written, and the folder may be anybody's
        with contextlib.suppress(OSError):
            _write(folder, listed if refused else _listed(folder, since, listed))
        raise
    try:
        _write(folder, _listed(folder, since, listed))
    except OSError as error:
        raise RunError(f"cannot write to {folder}: {error.strerror or error}") from None


def _taken(folder: Path) -> dict[str, str]:
    """The list of a folder, which is away from now on; one that is damaged counts as none, as does one that a command
    was writing when it was ended by force.
    """
    for unfinished in folder.glob(f".{SUMS}.*"):
        with contextlib.suppress(OSError):
            unfinished.unlink()
    with contextlib.suppress(ValueError, OSError):
        listed = checksums(folder) or {}
        (folder / SUMS).unlink(missing_ok=True)
        return listed
    return {}


def _listed(folder: Path, since: float, known: dict[str, str]) -> dict[str, str]:
    """The checksum of each file that was written since a time, or was listed before."""
    known = known | _taken(folder)  # of another command that wrote here meanwhile
    sums = {}
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        if file.name.startswith(".") or file.name == SUMS or not _is_readable(file):
            continue
        if file.stat().st_mtime >= since or (name not in known and any(map(file.match, ALWAYS))):
            sums[name] = _checksum(file)
        elif name in known:
            sums[name] = known[name]
    return sums


def _write(folder: Path, sums: dict[str, str]) -> None:
    if sums:
        write_whole(folder / SUMS, "".join(f"{each}  {name}\n" for name, each in sums.items()).encode())
