"""A watch over calls of compiled code: a decision that does not end is noticed, and the call given up."""

import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar, copy_context
from threading import Thread
from traceback import StackSummary, extract_stack
from typing import Any

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.held import held

# Of its thread's processor time (of the clock, where an object decides) that a decision may take, unless
# `deciding_within` says more.
MOVE_SECONDS = 10.0
LOOK_SECONDS = 0.25  # between two looks at how far a call is
_allowed: ContextVar[float] = ContextVar("move_seconds", default=MOVE_SECONDS)


def move_seconds() -> float:
    """Seconds that a decision may take here."""
    return _allowed.get()


def deciding_within(seconds: float) -> AbstractContextManager[None]:
    """Let each decision that is watched within the block take so many seconds."""
    return held((_allowed, seconds))


def call_within(seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function gives back, whose decisions may take so many seconds: a call for another thread or process."""
    with deciding_within(seconds):
        return function(*arguments)


class TookTooLong(Exception):
    """A call did not get any further for as long as a decision may take, which are so many seconds."""

    def __init__(self, seconds: float, by_clock: bool = False, where: str = "") -> None:
        what = f"move after {seconds:g} s" if by_clock else f"score after {seconds:g} s of processor time"
        super().__init__(f"no {what}{where}")


def watched(
    call: Callable[[], Any],
    progress: Callable[[], Any] = lambda: None,
    where: Callable[[StackSummary], str] = lambda frames: "",
    by_clock: bool = False,
) -> Any:
    """What a call gives back, which is made in a thread of its own; raises TookTooLong if it does not get any further.

    progress: how far it is, equal as long as it is no further. where: what to say of a thread that stands in some
    frames. by_clock: whether time counts in which it waits for something else. Machine code cannot be stopped: the
    thread goes on until the program ends. Without the compiler the call is made as it is, since somebody may be looking
    at it in a debugger.
    """
    if OFF:
        return call()
    outcome: list[tuple[Any, BaseException | None]] = []

    def run() -> None:
        try:
            outcome.append((call(), None))
        except BaseException as error:
            outcome.append((None, error))

    thread, seconds = Thread(target=copy_context().run, args=(run,), daemon=True), move_seconds()
    thread.start()
    last, since = progress(), time.monotonic() if by_clock else 0.0
    while thread.is_alive():
        thread.join(LOOK_SECONDS)
        if not thread.is_alive():
            break
        now, spent = progress(), time.monotonic() if by_clock else _processor_time(thread)
        if now != last:
            last, since = now, spent
        elif spent - since > seconds:
            frames = extract_stack(sys._current_frames().get(thread.ident or 0))
            raise TookTooLong(seconds, by_clock, where(frames))
    result, error = outcome[0]
    if error is not None:
        raise error
    return result


def _processor_time(thread: Thread) -> float:
    """Seconds that a thread has computed; where the system does not tell, seconds of the clock."""
    if not hasattr(time, "pthread_getcpuclockid") or thread.ident is None:
        return time.monotonic()
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    except OSError:  # it has just ended
        return 0.0
