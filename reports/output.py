"""What all commands write with: the terminal, JSON, CSV and other files."""

from __future__ import annotations

import contextlib
import json as json_text
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from rich.console import Console
from rich.text import Text

from knotlab.sim.errors import RunError
from knotlab.sim.storage.result_files import check_own, json_ready, shown, writing

if TYPE_CHECKING:  # pandas takes long to import, and what is no table needs none
    import pandas as pd

    from knotlab.analysis.result import Conditions


class _Console(Console):
    """A terminal whose reader may be gone, which the command line answers."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def console() -> Console:
    """Tables on standard output, wide enough for plain text where that is no terminal."""
    return _Console(width=None if sys.stdout.isatty() else 200)


def say(text: str) -> None:
    """Print lines, without anything in them that controls a terminal; on one they break between words, and a text with
    a word longer than a line, such as a strategy with its settings, is left whole, so that it can be copied.
    """
    if sys.stdout.isatty():
        terminal = console()
        is_whole = max(map(len, text.split()), default=0) > terminal.width
        terminal.print(Text(shown(text, len(text))), soft_wrap=is_whole)
    else:
        print(shown(text, len(text)), flush=True)


def print_markdown(text: str) -> None:
    """Text in Markdown: laid out in a terminal, as it is where standard output is no terminal."""
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        print(text, end="" if text.endswith("\n") else "\n")


def as_json(content: Mapping[str, Any]) -> str:
    """One JSON object; numbers that are not known become null, infinite ones the words `inf` and `-inf`."""
    return json_text.dumps(json_ready(content), indent=2, allow_nan=False)


def answer(
    words: Iterable[Any],
    facts: Callable[[], Mapping[str, Any]],
    json: bool,
    table: Callable[[], pd.DataFrame] | None = None,
    csv: Path | None = None,
    conditions: Conditions | None = None,
) -> None:
    """Print an answer, and write it as CSV if that is wanted.

    words: its lines and tables, printed unless JSON is wanted, with what the conditions say of all players. facts,
    json: what gives the answer as plain data, and whether that is printed instead. table, csv, conditions: what gives
    the table for the file, the file, and under which conditions the games were played.
    """
    if csv and table is not None:
        write_csv(table(), csv, conditions)
    if json:
        print_json(facts())
        return
    for each in chain(words, [conditions.note] if conditions and conditions.note else []):
        if isinstance(each, str):
            say(each)
        else:
            console().print(each)


def print_json(content: Mapping[str, Any]) -> None:
    """One JSON object on standard output."""
    print(as_json(content))


def write_csv(table: pd.DataFrame, file: Path, conditions: Conditions | None = None) -> None:
    """A table as CSV, with the conditions of its games in columns of their own."""
    stamped = table if conditions is None else conditions.stamp(table)
    write_file(file, stamped.to_csv(index=False).encode())


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


@contextlib.contextmanager
def writing_to(folder: Path, marks: Sequence[str]) -> Iterator[None]:
    """Write to a page's folder while the block runs.

    marks: what such a folder has; one with something else in it is refused by InputError. RunError says that it cannot
    be written to.
    """
    check_own(folder, marks)
    try:
        yield
    except OSError as error:
        raise RunError(f"cannot write the report to {folder}: {error.strerror}") from None
