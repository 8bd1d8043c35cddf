"""Results kept as JSON: written and read by one library, so that a damaged file, or one of another shape, is
refused.
"""

import json
import math
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from knotlab.sim.errors import InputError
from knotlab.sim.storage.files import write_whole
from knotlab.sim.storage.json_data import plain_hash

T = TypeVar("T")


def _number(value: Any) -> Any:
    """A number as JSON has it: null is one that is not known."""
    return math.nan if value is None else value


Real = Annotated[float, BeforeValidator(_number)]  # nan for what is not known


def as_plain(value: Any) -> Any:
    """A record, or anything made of records, as plain data that JSON can hold: null for numbers that are not known."""
    return from_json(to_json(value, inf_nan_mode="null", fallback=float))


def from_plain(kind: type[T], content: Any) -> T:
    """A record again from what `as_plain` made of it.

    Parameters
    ----------
    kind
        The record's type.
    content
        The plain data.

    Raises
    ------
    ValueError
        If it has not the record's shape: a sentence that says where and why.
    """
    try:
        return TypeAdapter(kind).validate_json(json.dumps(content), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "its content"
        raise ValueError(f"{place}: {first['msg'][0].lower()}{first['msg'][1:]}") from None


def write(path: Path, content: Any) -> None:
    """Write a record, or plain data, as a JSON file, whole or not at all."""
    write_whole(path, to_json(content, indent=1, inf_nan_mode="null", fallback=float))


def load(path: Path) -> Any:
    """The plain data of a JSON file.

    Raises
    ------
    ValueError
        If it cannot be read, or is no JSON.
    """
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from None
    except ValueError:
        raise ValueError("it is not JSON") from None


def sealed(content: Any) -> dict[str, Any]:
    """A record as plain data with a checksum, by which `unsealed` knows whether it was edited."""
    data = as_plain(content)
    return {"content": data, "checksum": _checksum(data)}


def unsealed(data: Any) -> Any:
    """The content of what `sealed` made.

    Raises
    ------
    ValueError
        If it is not as it was written.
    """
    if not isinstance(data, dict) or "content" not in data or data.get("checksum") != _checksum(data["content"]):
        raise ValueError("it is not as it was written")
    return data["content"]


def _checksum(data: Any) -> str:
    """A hash of plain data."""
    return plain_hash(data)[:16]


def damaged(path: Path, error: Exception) -> InputError:
    """What to say of a file that cannot be used."""
    return InputError(f"{path} is damaged ({error}); remove it, and the same command writes it again")
