"""The time that a command may take, whatever it takes it for: compiling, playing, or waiting for either."""

import contextlib
import math
import time
from collections.abc import Iterator
from contextvars import ContextVar

from knotlab.sim.errors import RunError

_end: ContextVar[float] = ContextVar("end", default=math.inf)  # on the clock of `time.monotonic`


class TimeIsUp(RunError):
    """Raised where compiling or playing stops because the time is up; its text says what the time went into."""


@contextlib.contextmanager
def within(minutes: float | None) -> Iterator[None]:
    """Let the block take so many minutes, or as long as it wants (None); what is around it may leave it less."""
    mine = math.inf if minutes is None else time.monotonic() + 60 * minutes
    token = _end.set(min(mine, _end.get()))
    try:
        yield
    finally:
        _end.reset(token)


def seconds_left() -> float:
    """Seconds until the time is up; inf without a budget."""
    return _end.get() - time.monotonic()


def check(what: str = "the budget ended before everything was played") -> None:
    """Raise TimeIsUp, with that text, if the time is up."""
    if seconds_left() <= 0:
        raise TimeIsUp(what)
