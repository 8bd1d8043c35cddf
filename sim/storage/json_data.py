"""Data on its way into JSON and out of it."""

import hashlib
import json
import math
from typing import Any

SEAL = "checksum"  # the name of the entry that holds a hash of all others
UNKNOWN = {None: math.nan, "inf": math.inf, "-inf": -math.inf}


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


def numbers_again(values: dict[str, Any]) -> dict[str, Any]:
    """Values of which each that is not a number stands for one, as `json_ready` writes it.

    >>> numbers_again({"mean": None, "most": "inf", "name": "shed"})
    {'mean': nan, 'most': inf, 'name': 'shed'}
    """
    return {
        key: UNKNOWN[value] if value is None or value in ("inf", "-inf") else value for key, value in values.items()
    }


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


def sealed(content: dict[str, Any]) -> dict[str, Any]:
    """Plain data with a checksum of its other entries, by which `unsealed` knows whether it was edited."""
    return content | {SEAL: plain_hash(content)}


def unsealed(content: Any) -> dict[str, Any]:
    """What `sealed` made, without the checksum; raises ValueError if it is not as it was written.

    >>> unsealed(sealed({"games": 3}))
    {'games': 3}
    """
    if not isinstance(content, dict):
        raise ValueError("it is no JSON object")
    plain = {name: value for name, value in content.items() if name != SEAL}
    if content.get(SEAL) != plain_hash(plain):
        raise ValueError("it is not as it was written")
    return plain
