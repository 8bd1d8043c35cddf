"""Positions written as text, whatever the game."""

import re


def lines_of(text: str, keys: str) -> dict[str, str]:
    """What stands behind each key of a text; what follows a # is left out. keys: all that there are, as a pattern."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        key, colon, value = line.partition("#")[0].partition(":")
        name = " ".join(key.split())
        if not name:
            continue
        if not colon or not re.fullmatch(keys, name) or name in found:
            raise ValueError(f"a position has no line '{line.strip()}', or has it twice")
        found[name] = value.strip()
    return found
