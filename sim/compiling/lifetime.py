"""Worker processes that end soon after the process that started them, however that one ended."""

import contextlib
import os
import signal
import sys
import time
import warnings
from collections.abc import Iterator
from threading import Thread, current_thread, main_thread

LOOK_SECONDS = 1.0
RENEWED = "A worker stopped while some jobs were given"  # loky's thread says so, and ends if that is an error
SAFE_PATH = "PYTHONSAFEPATH"  # set, Python looks for modules neither in the working directory nor next to a script


def end_with(parent: int) -> None:
    """End this process soon after its parent, of that number, has ended, whatever it is doing then."""
    Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    if sys.platform == "win32":  # where a parent's number never changes
        import _winapi

        with contextlib.suppress(OSError):  # it has ended already
            _winapi.WaitForSingleObject(_winapi.OpenProcess(_winapi.SYNCHRONIZE, False, parent), _winapi.INFINITE)
    else:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
    os._exit(1)


@contextlib.contextmanager
def uninterrupted(by_loky: bool = False) -> Iterator[None]:
    """Processes that are started within the block are not interrupted with this one when a terminal interrupts both, or
    is gone: this one ends them, or they end soon after it. Nor is the block itself interrupted, as a process that is
    told only half of what it is for prints a traceback; an interrupt comes at its end. by_loky: whether it is joblib's
    loky that starts them, whose replacing of those that have used much memory is no warning.
    """
    if by_loky:
        warnings.filterwarnings("ignore", RENEWED, UserWarning)
    with _held_back():
        if not hasattr(signal, "pthread_sigmask"):  # Windows
            yield
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])
        try:
            if by_loky:  # it would have this start later, which lets interrupts through from then on
                from multiprocessing import resource_tracker

                resource_tracker.ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _held_back() -> Iterator[None]:
    """Signals that Python answers are answered when the block has ended. To block them does not do that: the system
    gives them to another thread, of a library's for instance, and Python answers them in the main one all the same.
    """
    if current_thread() is not main_thread():  # it answers no signals
        yield
        return
    came: list[int] = []
    answers = {int(number): signal.getsignal(number) for number in signal.valid_signals()}
    held = {number: answer for number, answer in answers.items() if callable(answer)}
    for number in held:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, answer in held.items():
            signal.signal(number, answer)
        for number in came:
            held[number](number, None)


def environment_of_ours(**more: str) -> dict[str, str]:
    """The environment of a program of this package that is started here: it is found where this one is."""
    package = os.path.dirname(os.path.dirname(str(sys.modules["knotlab"].__file__)))
    paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | more | {"PYTHONPATH": os.pathsep.join(paths)}


@contextlib.contextmanager
def safe_path() -> Iterator[None]:
    """Processes that are started within the block import nothing from the working directory on their own account."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SAFE_PATH, None)
        else:
            os.environ[SAFE_PATH] = before
