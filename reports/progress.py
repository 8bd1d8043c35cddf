"""Progress on standard error while something long goes on: games, games a second, time left. Nothing where that is no
terminal.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text


class Speed(ProgressColumn):
    """How many a second; nothing as long as that is not known."""

    def render(self, task: Task) -> Text:
        """The column's text."""
        return Text("" if task.speed is None else f"{task.speed:,.0f}/s")


class Advance:
    """Called with how much more is done."""

    def __init__(self, bar: Progress | None, task: int = 0) -> None:
        self._bar, self._task = bar, task

    def __call__(self, more: int) -> None:
        if self._bar is not None:
            self._bar.advance(self._task, more)  # type: ignore[arg-type]

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()


class Status:
    """A line that tells how something stands, with how far it is."""

    def __init__(self, bar: Progress | None, task: int = 0) -> None:
        self._bar, self._task = bar, task

    def show(self, text: str, done: int, planned: int) -> None:
        """Tell the present state."""
        if self._bar is not None:
            self._bar.update(self._task, state=text, completed=done, total=max(done, planned))  # type: ignore[arg-type]

    def stop(self) -> None:
        """Take the line away."""
        if self._bar is not None:
            self._bar.stop()


@contextlib.contextmanager
def watching(unit: str = "deals") -> Iterator[Status]:
    """A line while the block runs: deals, or another unit, out of those planned, and what is known by now."""
    if not sys.stderr.isatty():
        yield Status(None)
        return
    columns = (BarColumn(20), MofNCompleteColumn(), TextColumn(unit + "; {task.fields[state]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield Status(bar, bar.add_task(unit, total=None, state="pilot"))


@contextlib.contextmanager
def progress(title: str, total: int) -> Iterator[Advance]:
    """A bar while the block runs."""
    if not sys.stderr.isatty():
        yield Advance(None)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Speed(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield Advance(bar, bar.add_task(title, total=total))


def interrupted(bar: Advance | Status, out: Path | None) -> NoReturn:
    """Say what is kept, and end at once: worker threads would otherwise first finish the parts they are at."""
    bar.stop()
    kept = (
        f"what is played is in {out}; the same command goes on from there"
        if out
        else "nothing was kept; --out FOLDER keeps deals"
    )
    print(f"knotlab: interrupted; {kept}", file=sys.stderr)
    sys.stderr.flush()
    os._exit(130)


def compiling(done: int, total: int) -> None:
    """Say how many kernels are compiled: in one line of a terminal, elsewhere a line each."""
    text = f"knotlab: compiling {total} kernel{'s' if total > 1 else ''}, once per installation: {done} of {total}"
    if not sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)
    else:
        print("\r" + (text if done < total else " " * len(text) + "\r"), end="", file=sys.stderr, flush=True)
