"""A watch over calls of compiled code: a decision that does not end is noticed, and the call given up."""

import os
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import InputError

SECONDS = "KNOTLAB_DECISION_SECONDS"  # of processor time that a decision may take
LOOK_SECONDS = 0.25  # between two looks at how far a call is


def decision_seconds() -> float:
    """Seconds of its thread's processor time that a decision may take: KNOTLAB_DECISION_SECONDS, or ten."""
    given = os.environ.get(SECONDS, "10")
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not seconds > 0.0:
        raise InputError(f"{SECONDS} is a number of seconds above 0, not '{given}'")
    return seconds


class TookTooLong(Exception):
    """A call did not get any further for as long as a decision may take."""

    def __str__(self) -> str:
        return f"no score after {decision_seconds():g} s of processor time"


def watched(call: Callable[[], Any], progress: Callable[[], Any] = lambda: None) -> Any:
    """What a call gives back, which is made in a thread of its own; raises TookTooLong if it does not get any further.

    progress: how far it is, equal as long as it is no further. Machine code cannot be stopped: the thread goes on until
    the program ends. Without the compiler the call is made as it is, since somebody may be looking at it in a debugger.
    """
    if OFF:
        return call()
    outcome: list[tuple[Any, BaseException | None]] = []

    def run() -> None:
        try:
            outcome.append((call(), None))
        except BaseException as error:
            outcome.append((None, error))

    thread, seconds = Thread(target=run, daemon=True), decision_seconds()
    thread.start()
    last, since = progress(), 0.0
    while thread.is_alive():
        thread.join(LOOK_SECONDS)
        if not thread.is_alive():
            break
        now, spent = progress(), _processor_time(thread)
        if now != last:
            last, since = now, spent
        elif spent - since > seconds:
            raise TookTooLong
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
