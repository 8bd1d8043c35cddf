"""Results as files: whole or absent, as JSON or published as they are, and each refused if it was damaged or edited.

What a command wrote into a folder is listed there, each file with its checksum: `SHA256SUMS`, which `sha256sum -c`
reads, too. A command takes the list away while it writes and leaves it at its end, however it ends, unless by force. It
lists what it wrote or what was listed before; what the user puts into the folder it leaves alone. What is resumed from
is always listed, since a command that was ended by force may have written it.
"""

import codecs
import contextlib
import hashlib
import json
import math
import os
import re
import shutil
import stat
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TypeVar

from knotlab.sim.errors import InputError, RunError

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")
LOCK = ".lock"  # in a folder that one process at a time writes to
CHECKSUM, CONTENT = "checksum", "content"  # entries: a hash of what else there is; what is no object
MOST_BYTES, DEEPEST = 1 << 26, 50  # of a file; of lists and objects within each other
TOO_DEEP = "lists or objects in it are nested too deeply"
KINDS: dict[Callable[[int], bool], str] = {
    stat.S_ISLNK: "a link",
    stat.S_ISFIFO: "a pipe",
    stat.S_ISDIR: "a folder",
    stat.S_ISSOCK: "a socket",
}
NOTE = "seal.json"  # next to files that are published: a hash of each
SUMS = "SHA256SUMS"
ALWAYS = ("parts/*", "log/*", "manifest.json", "result.json", "*-curve-*.json", "*-pilot-*.json", "kept/*/*")
LINE = re.compile(r"([0-9a-f]{64}) [ *]((?!/)(?!(?:.*/)?\.\./).+)")
LARGEST = 1 << 32  # bytes: no file that a command writes has so many
COARSE = 2.0  # seconds to which some file systems keep the time of a file

# --- whole or absent ---


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

    path: the folder; it need not exist. marks: patterns of what such a command writes there. Raises InputError if it is
    a file, or a folder with something in it of which nothing matches a pattern.
    """
    if path.is_file():
        raise InputError(f"{path} is a file, but a folder is needed; choose another path, so that nothing is lost")
    others = path.is_dir() and any(inside.name != LOCK for inside in path.iterdir())
    if others and not any(True for mark in marks for _ in path.glob(mark)):
        raise InputError(
            f"{path} is not empty, and this command wrote nothing that is in it; choose another folder, so that "
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


# --- read, within limits ---


def read_file(path: Path, most: int = MOST_BYTES, *, is_linked: bool = False) -> bytes:
    """What is in a file; raises ValueError, before anything is read, unless it is a file and no larger than that.

    is_linked: whether it may be a link to a file, as what a user names or what is installed may be.
    """
    try:
        about = path.stat() if is_linked else path.lstat()
        if not stat.S_ISREG(about.st_mode):
            kind = next((word for is_kind, word in KINDS.items() if is_kind(about.st_mode)), "a device")
            raise ValueError(f"it is {kind}, no file")
        if about.st_size > most:
            raise ValueError(f"it has {about.st_size:,} bytes, and {most:,} are the most")
        return path.read_bytes()
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from None


def read_text(path: Path, most: int = MOST_BYTES, *, is_linked: bool = False) -> str:
    """A text as any system writes it: in UTF-8, or in UTF-16 if its first bytes say so, whatever ends its lines; raises
    ValueError as `read_file` does, or if it is none.
    """
    content = read_file(path, most, is_linked=is_linked)
    is_wide = content[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    try:
        text = content.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is no text in UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parsed(text: str) -> Any:
    """The plain data of a text in JSON; raises ValueError if it is none, too deep, or names anything twice.

    >>> parsed('{"games": 3, "games": 4}')
    Traceback (most recent call last):
    ValueError: it names 'games' twice
    """
    try:
        content = json.loads(text, object_pairs_hook=_named_once)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    except json.JSONDecodeError:
        raise ValueError("it is not JSON") from None
    _check_depth(content)
    return content


def parsed_toml(text: str) -> dict[str, Any]:
    """The plain data of a text in TOML; raises ValueError if it is none, or too deep."""
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # Python's own limit for the digits of a number
        raise ValueError("a number in it is too long") from None
    _check_depth(content)
    return content


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"it names '{next(name for name in names if names.count(name) > 1)[:50]}' twice")
    return content


def _check_depth(content: Any) -> None:
    """Raise ValueError if lists and objects stand within each other deeper than anything that the program writes."""
    level = [content]
    for _ in range(DEEPEST):
        inside = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = [inner for entries in inside for inner in entries]
        if not level:
            return
    raise ValueError(TOO_DEEP)


def load(path: Path, *, is_linked: bool = False) -> Any:
    """The plain data of a JSON file; raises ValueError as `read_file` and `parsed` do."""
    return parsed(read_text(path, is_linked=is_linked))


def shown(text: object, most: int = 200) -> str:
    r"""A text from a file as it may stand in a line: without what controls a terminal, and not too long.

    >>> shown("\x1b[31mred\n"), shown("a" * 9, 5)
    ('?[31mred\n', 'aa...')
    """
    plain = "".join(letter if letter.isprintable() or letter in "\n\t" else "?" for letter in str(text))
    return plain if len(plain) <= most else f"{plain[: most - 3]}..."


# --- plain data ---


def json_ready(content: Any) -> Any:
    """Data as JSON can hold it: null for NaN, the words `inf` and `-inf` for infinite numbers, lists for tuples.

    >>> json_ready({"mean": float("nan"), "scores": (1, float("inf"))})
    {'mean': None, 'scores': [1, 'inf']}
    """
    if isinstance(content, dict):
        return {key: json_ready(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [json_ready(value) for value in content]
    if isinstance(content, float) and not math.isfinite(content):
        return None if math.isnan(content) else str(content)
    return content


def plain_hash(content: Any) -> str:
    """A hash of plain data, the same in whatever order its entries stand.

    >>> plain_hash({"games": 3, "seed": 1}) == plain_hash({"seed": 1, "games": 3})
    True
    """
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def sealed(content: Any) -> dict[str, Any]:
    """A record, or plain data, with a checksum by which `unsealed` knows whether it was edited: among the entries of an
    object, next to anything else.
    """
    data = as_plain(content)
    return (data if isinstance(data, dict) else {CONTENT: data}) | {CHECKSUM: plain_hash(data)}


def unsealed(data: Any) -> Any:
    """What `sealed` was given, as plain data; raises ValueError if it is not as it was written.

    >>> unsealed(sealed({"games": 3})), unsealed(sealed([1, 2]))
    ({'games': 3}, [1, 2])
    """
    entries = dict(data) if isinstance(data, dict) else {}
    checksum = str(entries.pop(CHECKSUM, ""))
    content = entries[CONTENT] if entries.keys() == {CONTENT} else entries
    # Some files of earlier versions have the first 16 digits.
    if len(checksum) not in (16, 64) or not plain_hash(content).startswith(checksum):
        raise ValueError("it is not as it was written")
    return content


# --- records ---


class _NullIsUnknown:
    """Marks numbers for which JSON has null where they are not known."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema  # takes a moment to load

        number = handler(source)
        return core_schema.no_info_before_validator_function(lambda each: math.nan if each is None else each, number)


Real = Annotated[float, _NullIsUnknown()]  # nan for what is not known


def _as_json(value: Any, indent: int | None = None) -> bytes:
    from pydantic_core import to_json  # takes a moment to load

    return to_json(value, indent=indent, inf_nan_mode="null", fallback=float)


def as_plain(value: Any) -> Any:
    """A record, or anything made of records, as plain data that JSON can hold: null for numbers that are not known."""
    return json.loads(_as_json(value))


def from_plain(kind: type[T], content: Any) -> T:
    """The record of a type that `as_plain` made some data of; raises ValueError, with where and why, if they have not
    its shape.
    """
    from pydantic import ValidationError  # takes a moment to load

    of_any: Any = kind
    try:
        record: T = _reader(of_any).validate_json(json.dumps(content), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "its content"
        raise ValueError(f"{place}: {first['msg'][0].lower()}{first['msg'][1:]}") from None
    return record


def read_as(kind: type[T], path: Path) -> T:
    """The record of a type in a file that `write` wrote of a sealed one; raises ValueError if it is another's, or was
    edited.
    """
    return from_plain(kind, unsealed(load(path)))


@cache
def _reader(kind: Any) -> "TypeAdapter[Any]":
    """What checks data of a type; making it takes longer than checking."""
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def write(path: Path, content: Any) -> None:
    """Write a record, or plain data, as a JSON file, whole or not at all."""
    write_whole(path, _as_json(content, indent=1))


def damaged(path: Path, error: Exception) -> InputError:
    """What to say of a file that cannot be used."""
    return InputError(f"{path} is damaged ({error}); remove it, and the same command writes it again")


# --- published: next to the files stands a note with a hash of each ---


def publish(file: Path, text: str) -> None:
    """Write a file, whole or not at all, and its hash into its note; raises InputError if the note is damaged."""
    note = file.with_name(NOTE)
    hashes = _hashes(note) if note.exists() else {}
    write_whole(file, text.encode())
    write(note, sealed(dict(sorted((hashes | {file.name: _text_hash(text)}).items()))))


def published(file: Path) -> str:
    """The text of a file that `publish` wrote, its lines ended as then, whatever a checkout makes of them; raises
    InputError if the file, or the note next to it, is missing or not as it was published.
    """
    hashes = _hashes(file.with_name(NOTE))
    try:
        text = read_text(file, is_linked=True)
    except ValueError as error:
        raise not_as_published(file, error) from None
    if hashes.get(file.name) != _text_hash(text):
        raise not_as_published(file, f"its hash is not that in {NOTE}")
    return text


def _hashes(note: Path) -> dict[str, str]:
    """The hash of each file, by its name; raises InputError if the note is missing or not as it was written."""
    try:
        return dict(unsealed(load(note, is_linked=True)))
    except ValueError as error:
        raise not_as_published(note, error) from None


def _text_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def not_as_published(file: Path, why: object) -> InputError:
    """What to say of a file that ships and cannot be used."""
    return InputError(f"{file} is not as it was published ({why}); install knotlab again")


# --- what commands wrote into a folder, each file with its checksum ---


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
            _write_sums(folder, listed if refused else _listed(folder, since, listed))
        raise
    try:
        _write_sums(folder, _listed(folder, since, listed))
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


def _write_sums(folder: Path, sums: dict[str, str]) -> None:
    if sums:
        write_whole(folder / SUMS, "".join(f"{each}  {name}\n" for name, each in sums.items()).encode())
