"""The commands and options, as a user spells them; nothing heavy is imported here."""

import _imp
import os
import signal
import sys
from types import FrameType

# What ends a program in order, as an interrupt does.
ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def program() -> None:
    """The console script. What ends a program in order does so from here on, while the command is still loaded."""
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup has a program ignore that its terminal is gone
            signal.signal(number, _end)
    if _imp.lock_held():  # what Python was interrupted in while it loaded this, and never gives back
        _end(signal.SIGINT, None)
    from knotlab.reports.cli import app

    app.program()


def _end(number: int, frame: FrameType | None) -> None:
    """End at once: nothing has begun. To raise an interrupt would lose it where Python lets nothing through."""
    try:
        print("knotlab: interrupted", file=sys.stderr, flush=True)
    finally:
        os._exit(130)
