"""Progress during long work: a bar in a terminal (on standard error), a line below the cell in a notebook, otherwise a
line now and then, so that a log shows that something is going on.
"""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from knotlab.reports.stopped import Known, Stopped
from knotlab.sim import notices

SECONDS = 30.0  # between two lines where standard error is not a terminal, and before the first
SECONDS_IN_NOTEBOOK = 0.2
FAST = 100.0  # a second, from which on a line says how fast it goes: games, not claims or checks
NO_TASK = TaskID(0)


class Speed(ProgressColumn):
    """How many a second; nothing as long as that is not known."""

    def render(self, task: Task) -> Text:
        """The column's text."""
        return Text("" if task.speed is None else f"{task.speed:,.0f}/s{_on_workers()}")


def _on_workers() -> str:
    """How many workers of a cluster play at the moment, empty if none does."""
    return f" on {notices.workers} worker{'s' if notices.workers > 1 else ''}" if notices.workers else ""


class Lines:
    """Lines in the place of a bar, one every so many seconds; write: shows one."""

    def __init__(self, title: str, total: int | None, seconds: float, write: Callable[[str], None]) -> None:
        self._title, self._total, self._seconds, self._write = title, total, seconds, write
        self._done, self._last = 0.0, time.monotonic()
        self._first: tuple[float, float] | None = None  # when something was done first, and how much

    def advance(self, task: TaskID, more: float) -> None:
        """Count more as done."""
        self._done += more
        begun, first = self._first = self._first or (time.monotonic(), self._done)  # not when it was compiled
        speed = (self._done - first) / max(time.monotonic() - begun, 1e-9)
        how_fast = f", {speed:,.0f}/s" if speed >= FAST else ""
        self._show(f"{self._title}: {self._done:,.0f} of {self._total:,}{how_fast}{_on_workers()}")

    def update(self, task: TaskID, *, state: str, completed: float, total: float) -> None:
        """Show the present state."""
        self._show(f"{completed:,.0f} of {total:,.0f} {self._title}; {state}")

    def stop(self) -> None:
        """Leave the lines where they are."""

    def compiling(self, done: int, total: int) -> None:
        """Say how many kernels are compiled."""
        self._write(_compiling_words(done, total))

    def _show(self, text: str) -> None:
        """Write a line if the last was long enough ago."""
        now = time.monotonic()
        if now - self._last >= self._seconds:
            self._last = now
            self._write(text)


Bar = Progress | Lines


class Status:
    """How far something is, and how it stands; called with how much more is done."""

    known: Known | None = None  # by now

    def __init__(self, bar: Bar | None, task: TaskID = NO_TASK) -> None:
        self._bar, self._task = bar, task

    def __call__(self, more: int) -> None:
        if self._bar is not None:
            self._bar.advance(self._task, more)

    def show(self, text: str, done: int, planned: int) -> None:
        """Show the present state."""
        if self._bar is not None:
            self._bar.update(self._task, state=text, completed=done, total=max(done, planned))

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()


def in_notebook() -> bool:
    """Whether this runs in the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return type(shell).__name__ == "ZMQInteractiveShell"


@contextlib.contextmanager
def _bar(
    columns: Sequence[ProgressColumn], title: str, total: int | None, wanted: bool
) -> Iterator[tuple[Bar | None, TaskID]]:
    """What shows progress here, if it is wanted, and its task."""
    if not wanted:
        yield None, NO_TASK
    elif in_notebook():
        with _line_of_notebook() as write:
            lines = Lines(title, total, SECONDS_IN_NOTEBOOK, write)
            with _told_of_compiling(lines.compiling):
                yield lines, NO_TASK
    elif sys.stderr.isatty():
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar, _told_of_compiling(compiling):
            yield bar, bar.add_task(title, total=total, state="pilot")
    else:
        begun = time.monotonic()
        with _told_of_compiling(compiling):
            yield Lines(title, total, SECONDS, lambda text: _log(text, time.monotonic() - begun)), NO_TASK


@contextlib.contextmanager
def _told_of_compiling(listener: Callable[[int, int], None]) -> Iterator[None]:
    """Show compiling while the block runs, unless somebody does already."""
    if notices.on_compiling:
        yield
        return
    notices.on_compiling.append(listener)
    try:
        yield
    finally:
        notices.on_compiling.remove(listener)


@contextlib.contextmanager
def _line_of_notebook() -> Iterator[Callable[[str], None]]:
    """A function that writes a line below the cell again; it is empty at the end."""
    from IPython.display import display

    show: Any = display  # IPython says no types
    handle = show({"text/plain": ""}, raw=True, display_id=True)
    try:
        yield lambda text: handle.update({"text/plain": text}, raw=True)
    finally:
        handle.update({"text/plain": ""}, raw=True)


def _log(text: str, seconds: float) -> None:
    """A line on standard error."""
    print(f"progress: {text} after {seconds:.0f} s", file=sys.stderr, flush=True)


@contextlib.contextmanager
def watching(unit: str = "deals", wanted: bool = True) -> Iterator[Status]:
    """Show while the block runs how many deals, or other units, are done out of those planned, and what is known."""
    columns = (BarColumn(20), MofNCompleteColumn(), TextColumn(unit + "; {task.fields[state]}"))
    with _bar(columns, unit, None, wanted) as (bar, task):
        status = Status(bar, task)
        with stopping(status):
            yield status


@contextlib.contextmanager
def progress(title: str, total: int, wanted: bool = True) -> Iterator[Status]:
    """Show while the block runs how much is done, how fast it goes, and how long it will take."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Speed(), TimeRemainingColumn())
    with _bar(columns, title, total, wanted) as (bar, task), stopping():
        yield Status(bar, task)


@contextlib.contextmanager
def stopping(status: Status | None = None, folder: Path | None = None) -> Iterator[None]:
    """Have an interrupt of the block say what is known, and in which folder games are kept."""
    try:
        yield
    except Stopped as stop:
        stop.folder = stop.folder or folder
        raise
    except KeyboardInterrupt as interrupt:
        raise Stopped(status.known if status else None, folder) from interrupt


def _compiling_words(done: int, total: int) -> str:
    return f"compiling {total} kernel{'s' if total > 1 else ''}, once per installation: {done} of {total}"


def compiling(done: int, total: int) -> None:
    """Say how many kernels are compiled: in one line of a terminal, elsewhere a line each."""
    text = f"knotlab: {_compiling_words(done, total)}"
    if not sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)
    else:
        print("\r" + (text if done < total else " " * len(text) + "\r"), end="", file=sys.stderr, flush=True)
