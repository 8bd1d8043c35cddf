"""What all commands share: numbers from the command line, and tables, files and JSON out of it."""

import contextlib
import json as json_text
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pandas as pd
from rich.console import Console

from knotlab.sim.errors import InputError, RunError
from knotlab.sim.files import writing
from knotlab.sim.settings import number


def console() -> Console:
    """Tables on standard output, wide enough for plain text where that is no terminal."""
    return Console(width=None if sys.stdout.isatty() else 200)


MOST = 10**12  # of anything that a command line can ask for; nobody has that much time
LAST_GAME = 2**62  # the greatest number of a game


def whole(text: str, name: str, least: int = 0, most: int = MOST) -> int:
    """A whole number from the command line."""
    try:
        value = number(text)
    except (ValueError, OverflowError):
        raise InputError(f"{name} takes a whole number, not '{text}'") from None
    if value < least:
        raise InputError(f"{name} is {least} or more, not {text}")
    if value > most:
        raise InputError(f"{name} is {most:,} at most, not {text}")
    return value


def decimal(text: str, name: str) -> float:
    """A number from the command line."""
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{name} takes a number, not '{text}'") from None


def workers_of(text: str | None) -> int | None:
    """A number of workers from the command line; None, for all cores, if nothing is said."""
    return None if text is None else whole(text, "--workers", 1)


def print_markdown(text: str) -> None:
    """Text in Markdown: laid out in a terminal, as it is where standard output is no terminal."""
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        print(text, end="" if text.endswith("\n") else "\n")


def print_json(content: dict[str, Any]) -> None:
    """One JSON object on standard output; numbers that are not known become null, infinite ones the words `inf` and
    `-inf`.
    """
    print(json_text.dumps(_known(content), indent=2, allow_nan=False))


def _known(content: Any) -> Any:
    if isinstance(content, dict):
        return {key: _known(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [_known(value) for value in content]
    if isinstance(content, float) and not math.isfinite(content):
        return None if content != content else str(content)
    return content


def write_csv(table: pd.DataFrame, file: Path) -> None:
    """A table as CSV."""
    write_file(file, table.to_csv(index=False).encode())


def write_file(file: Path, content: bytes) -> None:
    """A file, whole or not at all; raises RunError if it cannot be written."""
    with writing_file(file) as opened:
        opened.write(content)


@contextlib.contextmanager
def writing_file(file: Path) -> Iterator[BinaryIO]:
    """A file to write to, whole or not at all; raises RunError if it cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with writing(file) as opened:
            yield opened
    except OSError as error:
        raise RunError(f"cannot write {file}: {error.strerror}") from None


def seed_of(text: str) -> int:
    """A seed from the command line."""
    try:
        value = number(text)
    except (ValueError, OverflowError):
        value = -1
    if not 0 <= value < 2**64:
        raise InputError(f"a seed is a whole number from 0 to 2^64 - 1, not {text}")
    return value
