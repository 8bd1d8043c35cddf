"""Results as files: whole or absent, as JSON or published as they are, and each refused if it was damaged or edited."""

import contextlib
import csv
import hashlib
import io
import json
import math
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, TypeVar

from knotlab.sim.errors import InputError

T = TypeVar("T")
LOCK = ".lock"  # in a folder that one process at a time writes to
CHECKSUM = "checksum"  # the entry that holds a hash of what else there is
NOTE = "seal.json"  # beside files that are published: a hash of each

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


# --- JSON ---


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


def has_shape(data: Any, shape: Any) -> bool:
    """Whether data read from JSON has a shape: a type, a list of the shape of each entry, or names with shapes.

    >>> has_shape({"games": 3, "names": ["shed"]}, {"games": int, "names": [str]})
    True
    """
    if isinstance(shape, list):
        return isinstance(data, list) and all(has_shape(entry, shape[0]) for entry in data)
    if isinstance(shape, dict):
        return isinstance(data, dict) and all(
            name in data and has_shape(data[name], inner) for name, inner in shape.items()
        )
    return isinstance(data, shape)


def plain_hash(content: Any) -> str:
    """A hash of plain data, the same in whatever order its entries stand.

    >>> plain_hash({"games": 3, "seed": 1}) == plain_hash({"seed": 1, "games": 3})
    True
    """
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def with_checksum(content: dict[str, Any]) -> dict[str, Any]:
    """Plain data with a checksum among its entries, by which `without_checksum` knows whether it was edited."""
    return content | {CHECKSUM: plain_hash(content)}


def without_checksum(content: Any) -> dict[str, Any]:
    """What `with_checksum` was given; raises ValueError if it is not as it was written.

    >>> without_checksum(with_checksum({"games": 3}))
    {'games': 3}
    """
    if not isinstance(content, dict):
        raise ValueError("it is no JSON object")
    plain = {name: value for name, value in content.items() if name != CHECKSUM}
    if content.get(CHECKSUM) != plain_hash(plain):
        raise ValueError("it is not as it was written")
    return plain


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
    from pydantic import TypeAdapter, ValidationError  # takes a moment to load

    try:
        return TypeAdapter(kind).validate_json(json.dumps(content), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "its content"
        raise ValueError(f"{place}: {first['msg'][0].lower()}{first['msg'][1:]}") from None


def write(path: Path, content: Any) -> None:
    """Write a record, or plain data, as a JSON file, whole or not at all."""
    write_whole(path, _as_json(content, indent=1))


def load(path: Path) -> Any:
    """The plain data of a JSON file; raises ValueError if it cannot be read, or is no JSON."""
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from None
    except ValueError:
        raise ValueError("it is not JSON") from None


def sealed(content: Any) -> dict[str, Any]:
    """A record as plain data with a checksum beside it, by which `unsealed` knows whether it was edited."""
    data = as_plain(content)
    return {"content": data, CHECKSUM: plain_hash(data)[:16]}


def unsealed(data: Any) -> Any:
    """The content of what `sealed` made; raises ValueError if it is not as it was written."""
    is_sound = isinstance(data, dict) and "content" in data and data.get(CHECKSUM) == plain_hash(data["content"])[:16]
    if not is_sound:
        raise ValueError("it is not as it was written")
    return data["content"]


def damaged(path: Path, error: Exception) -> InputError:
    """What to say of a file that cannot be used."""
    return InputError(f"{path} is damaged ({error}); remove it, and the same command writes it again")


# --- published: beside the files stands a note with a hash of each ---


def publish(file: Path, text: str) -> None:
    """Write a file, whole or not at all, and its hash into the note beside it; raises InputError if that is damaged."""
    note = file.with_name(NOTE)
    hashes = _hashes(note) if note.exists() else {}
    write_whole(file, text.encode())
    write(note, sealed(dict(sorted((hashes | {file.name: _text_hash(text)}).items()))))


def published(file: Path) -> str:
    """The text of a file that `publish` wrote, its lines ended as then, whatever a checkout makes of them; raises
    InputError if the file, or the note beside it, is missing or not as it was published.
    """
    hashes = _hashes(file.with_name(NOTE))
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise not_as_published(file, error.strerror) from None
    except ValueError:
        raise not_as_published(file, "it is no text") from None
    if hashes.get(file.name) != _text_hash(text):
        raise not_as_published(file, f"its hash is not that in {NOTE}")
    return text


def published_rows(file: Path) -> list[dict[str, str]]:
    """The rows of a table, each value as the text that it is; raises InputError as `published` does."""
    return list(csv.DictReader(io.StringIO(published(file), newline="")))


def _hashes(note: Path) -> dict[str, str]:
    """The hash of each file, by its name; raises InputError if the note is missing or not as it was written."""
    try:
        return dict(unsealed(load(note)))
    except ValueError as error:
        raise not_as_published(note, error) from None


def _text_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def not_as_published(file: Path, why: object) -> InputError:
    """What to say of a file that ships and cannot be used."""
    return InputError(f"{file} is not as it was published ({why}); install knotlab again")
