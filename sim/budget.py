"""The time that a command may take, whatever it takes it for: compiling, playing, or waiting for either."""

import contextlib
import math
import time
from collections.abc import Iterator
from contextvars import ContextVar

from knotlab.sim.errors import RunError
from knotlab.sim.held import held

GRACE = 5.0  # seconds after the end in which what is nearly done may still be finished

_begun: ContextVar[float | None] = ContextVar("begun", default=None)  # on the clock of `time.monotonic`
_end: ContextVar[float] = ContextVar("end", default=math.inf)


class TimeIsUp(RunError):
    """Raised where compiling or playing stops because the time is up; its text says what the time went into."""


def begin() -> None:
    """Have all budgets count from now on, as a program does at its start."""
    _begun.set(time.monotonic())


@contextlib.contextmanager
def within(minutes: float | None, grace: float = 0.0) -> Iterator[None]:
    """Let the command take so many minutes, counted from its beginning, or as long as it wants.

    minutes: None for no end; what is around the block may leave it less. grace: seconds that the block may take longer.
    """
    begun = _begun.get() or time.monotonic()
    mine = math.inf if minutes is None else begun + 60 * minutes + grace
    with held((_begun, begun), (_end, min(mine, _end.get()))):
        yield


def seconds_left() -> float:
    """Seconds until the time is up; inf without a budget."""
    return _end.get() - time.monotonic()


def check(what: str = "the budget ended before everything was played") -> None:
    """Raise TimeIsUp, with that text, if the time is up."""
    if seconds_left() <= 0:
        raise TimeIsUp(what)
