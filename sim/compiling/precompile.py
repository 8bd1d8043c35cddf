"""Compiling ahead: the kernels that a command will need, made in as many processes as there are cores, those first that
take longest.

`make_ready` waits until kernels are compiled; `compiling` has them compiled while something else goes on. Both put them
into one queue, and both employ the same helpers: processes that are given one kernel after another out of it. Compiled
functions cannot be sent from one process to another, but the disk cache (`disk_cache.py`) is shared: a helper writes
there what it has compiled, and this process loads it.

Without a budget of time this process compiles, too, so that the longest kernel need not wait for a helper to start.
What is being compiled at the end of a budget is finished by a process that outlives this one, so that a command gets on
however short its budget is.
"""

import contextlib
import gc
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from filelock import FileLock, Timeout

from knotlab.sim import budget, notices
from knotlab.sim.compiling import jit
from knotlab.sim.compiling.cache_folder import is_folder_shared
from knotlab.sim.compiling.lifetime import end_with, safe_path, uninterrupted
from knotlab.sim.machine import base_folder, cores

LOOK = 0.5  # seconds between two looks at the time
ACCEPTED = 2.0  # seconds within which loky's thread accepts what it is sent; ended earlier, it fails with a KeyError
WHILE_COMPILING = "the budget ended while kernels were compiled"

made_ready: set["Kernel"] = set()  # all that this process has been asked for and workers elsewhere need, too


@dataclass(frozen=True)
class Kernel:
    """A compiled function to be had: `make(*arguments)` compiles it, or loads it where that was done before. Kernels of
    the same game share most of their parts.

    seconds: about how long it takes to compile, for the order.
    """

    make: Callable[..., Any]
    arguments: tuple[Any, ...]
    game: str = ""
    seconds: float = field(default=1.0, compare=False)

    def is_there(self) -> bool:
        """Whether it can be had without compiling; it is loaded, if so."""
        return self._is_found(jit.loading_only())

    def is_on_disk(self) -> bool:
        """Whether it need not be compiled; it is not loaded yet."""
        return self._is_found(jit.looking_only())

    def _is_found(self, only: contextlib.AbstractContextManager[None]) -> bool:
        try:
            with only:
                self.make(*self.arguments)
        except jit.NotLoaded as reason:
            return not isinstance(reason, jit.NotCompiled)
        return True


def make_ready(kernels: Iterable[Kernel], workers: int | None = None, is_for_cluster: bool = True) -> int:
    """Compile some kernels, so that each can be had at once.

    kernels: what is needed. What is there already costs the time to load it. workers: processes at a time; by default
    as many as there are cores. is_for_cluster: whether the workers of a cluster play with them, and so have to compile
    them, too. Returns how many had to be compiled. Raises InputError if a strategy cannot be compiled, and TimeIsUp at
    the end of a budget; what is compiled by then is there the next time.
    """
    kernels = list(dict.fromkeys(kernels))
    missing = [] if jit.OFF else [kernel for kernel in kernels if not kernel.is_there()]
    if missing:
        notices.compiling(0, len(missing))
    told = 0
    if missing and is_folder_shared() and _turn.acquire(blocking=False):
        try:
            told = _compile(missing, workers or cores())
        finally:
            _turn.release()
    for kernel in kernels:  # one that could not be compiled elsewhere fails here, where that can be reported
        kernel.make(*kernel.arguments)
        if is_for_cluster:
            made_ready.add(kernel)
    if told < len(missing):
        notices.compiling(len(missing), len(missing))
    return len(missing)


def _compile(kernels: Sequence[Kernel], workers: int) -> int:
    """Have kernels compiled before all others, by so many processes at a time; how many it was told were."""
    here, game = budget.seconds_left() == math.inf, ""  # this process cannot be stopped while it compiles
    _queue.want(kernels)
    try:
        _helpers.employ(min(workers, len(kernels)) - here)
        while here and (kernel := _queue.take(game, wanted_only=True)):
            game = kernel.game
            try:
                kernel.make(*kernel.arguments)
            finally:
                _queue.finish(kernel)
        _helpers.wait()
    except BaseException as end:  # on an interrupt at once
        if isinstance(end, budget.TimeIsUp):
            _helpers.hand_over()
        _helpers.stop()
        raise
    _queue.wanted = frozenset()
    if not (_queue.known and _helpers.blocks):
        _helpers.stop()
    return _queue.told


@contextlib.contextmanager
def compiling(kernels: Iterable[Kernel]) -> Iterator[None]:
    """Have kernels compiled, as far as they are not, while the block does something else; what is not compiled when it
    ends is given up.
    """
    is_possible = not jit.OFF and is_folder_shared()
    missing = [kernel for kernel in dict.fromkeys(kernels) if not kernel.is_on_disk()] if is_possible else []
    _helpers.blocks += 1
    try:
        _queue.add(missing)
        _helpers.employ(min(cores(), len(missing)))
        yield
    except budget.TimeIsUp as up:
        if _helpers.hand_over() and WHILE_COMPILING not in str(up):
            raise budget.TimeIsUp(f"{WHILE_COMPILING}, which goes on in the background") from None
        raise
    finally:
        _helpers.blocks -= 1
        if not _helpers.blocks:  # one within another leaves the helpers to that
            _helpers.stop()


class _Queue:
    """Kernels to be compiled."""

    def __init__(self) -> None:
        self.waiting: list[Kernel] = []  # those that take longest first
        self.begun: set[Kernel] = set()  # what somebody compiles now
        self.wanted: frozenset[Kernel] = frozenset()  # what a command waits for now
        self.told = 0  # how many of these it was told are compiled
        self.changed = threading.Condition()  # the lock of all this and of the helpers

    @property
    def known(self) -> set[Kernel]:
        """All that wait or are being compiled."""
        with self.changed:
            return self.begun.union(self.waiting)

    def add(self, kernels: Iterable[Kernel]) -> None:
        """Let kernels wait."""
        with self.changed:
            self.waiting += [kernel for kernel in kernels if kernel not in self.known]
            self.waiting.sort(key=lambda kernel: -kernel.seconds)

    def want(self, kernels: Sequence[Kernel]) -> None:
        """Have these compiled before all others, and say how many are."""
        with self.changed:
            self.wanted, self.told = frozenset(kernels), 0
            self.add(kernels)

    def take(self, game: str, wanted_only: bool = False) -> Kernel | None:
        """The kernel to be compiled next: one that is wanted if there is any, and of those one of a game if there is
        any, for a process that has compiled what these share. None if there is none.
        """
        with self.changed:
            some = [each for each in self.waiting if each in self.wanted] or ([] if wanted_only else self.waiting)
            kernel = next((each for each in some if each.game == game), next(iter(some), None))
            if kernel is not None:
                self.waiting.remove(kernel)
                self.begun.add(kernel)
            return kernel

    def finish(self, kernel: Kernel) -> None:
        """Note that a kernel is compiled, or cannot be, and tell how many of the wanted ones are."""
        with self.changed:
            self.begun.discard(kernel)
            self.changed.notify_all()
            if kernel in self.wanted:
                self.told += 1
                notices.compiling(self.told, len(self.wanted))


class _Helpers:
    """Processes that compile what is in a queue, one kernel after another. They are joblib's, which work in scripts
    without a guard and in notebooks, too.
    """

    def __init__(self, queue: _Queue) -> None:
        self.queue = queue
        self.blocks = 0  # of `compiling`, which need them
        self.pool: Any = None
        self.at_work: dict[Future[None], bytes] = {}  # what they compile now, pickled

    def employ(self, n: int) -> None:
        """Have at least so many processes compile."""
        if n <= len(self.at_work):
            return
        from joblib.externals.loky import ProcessPoolExecutor  # takes a moment to load

        with self.queue.changed, safe_path(), uninterrupted(by_loky=True):
            if self.pool is None:
                self.pool = ProcessPoolExecutor(n, initializer=_begin, initargs=(os.getpid(),))
            for _ in range(n - len(self.at_work)):
                self._give(self.pool, "")

    def _give(self, pool: Any, game: str) -> None:
        """Have a process compile the next kernel that it can be sent, unless all processes have been stopped."""
        with self.queue.changed:
            while pool is self.pool and (kernel := self.queue.take(game)):
                with contextlib.suppress(Exception):  # a strategy that only this process knows; the processes are gone
                    content = pickle.dumps(kernel)
                    future = pool.submit(_make, content)
                    self.at_work[future] = content
                    future.add_done_callback(partial(self._go_on, pool, kernel))
                    return
                self.queue.finish(kernel)

    def _go_on(self, pool: Any, kernel: Kernel, future: Future[None]) -> None:
        """Take note of a finished kernel, and give its process the next one."""
        with self.queue.changed:
            self.at_work.pop(future, None)
            self.queue.finish(kernel)
            if not isinstance(future.exception(), BrokenExecutor):
                self._give(pool, kernel.game)

    def wait(self) -> None:
        """Wait for the wanted kernels, as long as there is time and somebody compiles."""
        queue = self.queue
        with queue.changed:
            while self.at_work and not queue.wanted.isdisjoint(queue.known):
                if budget.seconds_left() < -budget.GRACE:
                    raise budget.TimeIsUp(
                        f"{WHILE_COMPILING}, which comes first, once per installation; what was begun is finished in "
                        "the background, and the same command goes on from there"
                    )
                queue.changed.wait(LOOK)

    def hand_over(self) -> int:
        """Have what they compile finished by a process that outlives this one; how many kernels that are."""
        with self.queue.changed:
            contents = [*self.at_work.values()]
        if contents:
            _finish_elsewhere(contents)
        return len(contents)

    def stop(self) -> None:
        """End the processes, whatever they are doing; nothing waits any more."""
        with self.queue.changed:
            pool, self.pool = self.pool, None
            given, self.at_work = self.at_work, {}
            self.queue.waiting, self.queue.begun, self.queue.wanted = [], set(), frozenset()
        if pool is not None:
            end = time.monotonic() + ACCEPTED
            while not all(each.running() or each.done() for each in given) and time.monotonic() < end:
                time.sleep(ACCEPTED / 1000)
            pool.shutdown(kill_workers=True)


_queue = _Queue()
_helpers = _Helpers(_queue)
_turn = threading.Lock()  # of the thread whose kernels are wanted; a second one compiles by itself


# --- in another process ---


def _begin(parent: int) -> None:
    """Prepare a process that compiles for another one."""
    end_with(parent)
    gc.disable()  # compiling leaves little behind that has to be searched for
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stream in (1, 2):  # what a strategy file prints is no answer
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def _make(content: bytes) -> None:
    """Compile a pickled kernel."""
    kernel: Kernel = pickle.loads(content)
    kernel.make(*kernel.arguments)


def _finish_elsewhere(contents: Sequence[bytes]) -> None:
    """Have pickled kernels compiled by a process that outlives this one, whenever nothing else wants the processor."""
    line = [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import finish; finish()"]
    nowhere = subprocess.DEVNULL
    with safe_path():
        child = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, start_new_session=True)
    assert child.stdin
    with child.stdin:
        pickle.dump(contents, child.stdin)
    child.returncode = 0  # nobody waits for it, nor is warned that it goes on


def finish() -> None:
    """Compile the pickled kernels on standard input, unless another process finishes some already."""
    contents = pickle.load(sys.stdin.buffer)
    if hasattr(os, "nice"):
        os.nice(19)
    with contextlib.suppress(Timeout), FileLock(base_folder() / ".finishing.lock", timeout=0):
        for content in contents:
            with contextlib.suppress(Exception):
                _make(content)
