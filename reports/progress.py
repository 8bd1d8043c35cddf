"""Progress on standard error during long work: a bar on a terminal, otherwise a line now and then, so that a log shows
that something is going on.
"""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

SECONDS = 30.0  # between two lines where standard error is not a terminal, and before the first


class Speed(ProgressColumn):
    """How many a second; nothing as long as that is not known."""

    def render(self, task: Task) -> Text:
        """The column's text."""
        return Text("" if task.speed is None else f"{task.speed:,.0f}/s")


class Lines:
    """Lines in the place of a bar, one every so many seconds."""

    def __init__(self) -> None:
        self._begun = self._last = time.monotonic()

    def show(self, words: str) -> None:
        """Print a line if the last was long enough ago."""
        now = time.monotonic()
        if now - self._last >= SECONDS:
            self._last = now
            print(f"progress: {words} after {now - self._begun:.0f} s", file=sys.stderr, flush=True)


class Advance:
    """Called with how much more is done."""

    def __init__(self, title: str, total: int, bar: Progress | None) -> None:
        self._title, self._total, self._bar, self._done = title, total, bar, 0
        self._lines = Lines()
        self._task = None if bar is None else bar.add_task(title, total=total)

    def __call__(self, more: int) -> None:
        self._done += more
        if self._bar is None or self._task is None:
            self._lines.show(f"{self._title}: {self._done:,} of {self._total:,}")
        else:
            self._bar.advance(self._task, more)

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()


class Status:
    """How something stands, and how far it is."""

    def __init__(self, unit: str, bar: Progress | None) -> None:
        self._unit, self._bar = unit, bar
        self._lines = Lines()
        self._task = None if bar is None else bar.add_task(unit, total=None, state="pilot")

    def show(self, text: str, done: int, planned: int) -> None:
        """Show the present state."""
        if self._bar is None or self._task is None:
            self._lines.show(f"{done:,} of {max(done, planned):,} {self._unit}; {text}")
        else:
            self._bar.update(self._task, state=text, completed=done, total=max(done, planned))

    def stop(self) -> None:
        """Take the line away."""
        if self._bar is not None:
            self._bar.stop()


@contextlib.contextmanager
def watching(unit: str = "deals") -> Iterator[Status]:
    """Show while the block runs how many deals, or other units, are done out of those planned, and what is known."""
    if not sys.stderr.isatty():
        yield Status(unit, None)
        return
    columns = (BarColumn(20), MofNCompleteColumn(), TextColumn(unit + "; {task.fields[state]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield Status(unit, bar)


@contextlib.contextmanager
def progress(title: str, total: int) -> Iterator[Advance]:
    """Show while the block runs how much is done, how fast it goes, and how long it will take."""
    if not sys.stderr.isatty():
        yield Advance(title, total, None)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Speed(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield Advance(title, total, bar)


def interrupted(bar: Advance | Status, out: Path | None, result_so_far: str | None = None) -> NoReturn:
    """Say what is known and what is kept, and end at once: worker threads would otherwise finish their parts first."""
    bar.stop()
    if result_so_far:
        print(result_so_far, flush=True)
    kept = (
        f"the games played are in {out}; the same command resumes from there"
        if out
        else "the games were not kept; --out FOLDER keeps them"
    )
    print(f"knotlab: interrupted; {kept}", file=sys.stderr, flush=True)
    os._exit(130)


def compiling(done: int, total: int) -> None:
    """Say how many kernels are compiled: in one line of a terminal, elsewhere a line each."""
    text = f"knotlab: compiling {total} kernel{'s' if total > 1 else ''}, once per installation: {done} of {total}"
    if not sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)
    else:
        print("\r" + (text if done < total else " " * len(text) + "\r"), end="", file=sys.stderr, flush=True)
