"""Compiling ahead: the kernels that a command will need, made in as many processes as there are cores, those first that
take longest.

`compiling` has kernels compiled while something else goes on; `make_ready` waits for those that are needed now, which
are then compiled before all others. Without a budget of time this process is one of those that compile, so that the
longest kernel need not wait for another to start; the others are joblib's. Compiled functions cannot be sent from one
process to another, but the disk cache (`jit.py`) is shared: each process writes there what it has compiled, and this
one loads it. What is being compiled at the end of a budget is compiled by a process that outlives this one, so that a
command gets on however short its budget is.
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
from typing import Any

from filelock import FileLock, Timeout

from knotlab.sim import budget, notices
from knotlab.sim.compiling import jit
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
    is_limited, told = budget.seconds_left() < math.inf, 0
    is_shared = len(missing) > 1 or is_limited or not _waiting.known.isdisjoint(missing)
    if missing and is_shared and jit.is_folder_shared() and _turn.acquire(blocking=False):
        try:
            told = _compile(missing, workers or cores(), here=not is_limited)
        finally:
            _turn.release()
    for kernel in kernels:
        kernel.make(*kernel.arguments)
        if is_for_cluster:
            made_ready.add(kernel)
    if told < len(missing):
        notices.compiling(len(missing), len(missing))
    return len(missing)


@contextlib.contextmanager
def compiling(kernels: Iterable[Kernel]) -> Iterator[None]:
    """Have kernels compiled, as far as they are not, while the block does something else; what is not compiled when it
    ends is given up.
    """
    is_possible = not jit.OFF and jit.is_folder_shared()
    missing = [kernel for kernel in dict.fromkeys(kernels) if not kernel.is_on_disk()] if is_possible else []
    _waiting.blocks += 1
    try:
        if missing:
            _waiting.add(missing)
            with safe_path(), uninterrupted(by_loky=True):
                _waiting.employ(min(cores(), len(missing)))
        yield
    except budget.TimeIsUp as up:
        if _waiting.hand_over() and WHILE_COMPILING not in str(up):
            raise budget.TimeIsUp(
                f"{WHILE_COMPILING}, which goes on in the background; so does the same command"
            ) from None
        raise
    finally:
        _waiting.blocks -= 1
        if not _waiting.blocks:  # one within another leaves the processes to that
            _waiting.stop()


class _Waiting:
    """Kernels that nobody compiles yet, each with its pickle, those that are being compiled, and the processes that do.

    Whoever asks is given one that is waited for, if there is any, and of the rest those of one game, as it has compiled
    what these share; among equals, the one that takes longest.
    """

    def __init__(self) -> None:
        self.rest: dict[Kernel, bytes] = {}
        self.begun: dict[Kernel, bytes] = {}
        self.wanted: frozenset[Kernel] = frozenset()
        self.changed = threading.Condition()
        self.pool: Any = None
        self.helpers, self.told, self.blocks = 0, 0, 0
        self.sent: list[Future[Any]] = []  # all that the pool has been given

    @property
    def known(self) -> set[Kernel]:
        """All that wait or are being compiled."""
        with self.changed:
            return {*self.begun, *self.rest}

    def add(self, kernels: Iterable[Kernel]) -> None:
        """Let kernels wait; a strategy that only this process knows cannot be sent to another, and is left out."""
        with self.changed:
            for kernel in kernels:
                if kernel not in self.begun:
                    with contextlib.suppress(Exception):
                        self.rest.setdefault(kernel, pickle.dumps(kernel))
            self.rest = dict(sorted(self.rest.items(), key=lambda item: -item[0].seconds))

    def take(self, game: str, wanted_only: bool = False, pool: Any = None) -> tuple[Kernel, bytes] | None:
        """The next kernel and its pickle; None if none is left, or if the pool that asks has been ended."""
        with self.changed:
            if pool is not None and pool is not self.pool:
                return None
            wanted = [kernel for kernel in self.rest if kernel in self.wanted]
            some = wanted or ([] if wanted_only else list(self.rest))
            kernel = next((each for each in some if each.game == game), next(iter(some), None))
            if kernel is None:
                return None
            self.begun[kernel] = self.rest.pop(kernel)
            return kernel, self.begun[kernel]

    def compile(self, make: Callable[[Kernel, bytes], object], wanted_only: bool = False, pool: Any = None) -> None:
        """Have one kernel after another made; pool: of the process that makes them, if it is another one."""
        game = ""
        while taken := self.take(game, wanted_only, pool):
            game = taken[0].game
            try:
                make(*taken)
            finally:
                with self.changed:
                    self.begun.pop(taken[0], None)
                    self.changed.notify_all()
                    self.tell()

    def tell(self) -> None:
        """Say how many of those that are waited for are done."""
        done = len(self.wanted) - len(self.wanted & self.known)
        for number in range(self.told + 1, done + 1):
            notices.compiling(number, len(self.wanted))
        self.told = max(self.told, done)

    def employ(self, helpers: int) -> None:
        """Have so many processes compile, those included that do already."""
        from joblib.externals.loky import ProcessPoolExecutor  # takes a moment to load

        if self.pool is None and helpers > 0:
            self.pool, self.helpers = ProcessPoolExecutor(helpers, initializer=_begin, initargs=(os.getpid(),)), 0
            self.send(self.pool, os.getpid)  # the processes start here, with what holds for them now
        for _ in range(helpers - self.helpers):
            self.helpers += 1
            threading.Thread(target=self._help, args=(self.pool,), daemon=True).start()

    def send(self, pool: Any, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have a process of a pool that has not been ended call a function."""
        with self.changed:
            if pool is not self.pool:
                raise BrokenExecutor("its processes have been ended")
            self.sent.append(pool.submit(function, *arguments))
            return self.sent[-1]

    def _help(self, pool: Any) -> None:
        """Have a process compile what waits. What fails there is left to fail here, where the error can be reported."""

        def elsewhere(kernel: Kernel, content: bytes) -> None:
            try:
                self.send(pool, _make, content).result()
            except Exception as error:
                if isinstance(error, BrokenExecutor) or pool is not self.pool:
                    raise

        with contextlib.suppress(Exception):  # the processes are gone
            self.compile(elsewhere, pool=pool)
        with self.changed:
            self.helpers -= pool is self.pool
            self.changed.notify_all()

    def wait(self) -> None:
        """Wait for those that are waited for, as long as there is time and somebody compiles them."""
        with self.changed:
            while self.helpers and not self.wanted.isdisjoint(self.known):
                if budget.seconds_left() < -budget.GRACE:
                    raise budget.TimeIsUp(
                        f"{WHILE_COMPILING}: {self.told} of {len(self.wanted)} are ready, and those that were begun "
                        "will be soon, in the background; the same command goes on with the others"
                    )
                self.changed.wait(LOOK)

    def hand_over(self) -> int:
        """Have what is being compiled finished by a process that outlives this one; how many kernels that are."""
        with self.changed:
            contents, self.begun = [*self.begun.values()], {}
        if contents:
            _finish_elsewhere(contents)
        return len(contents)

    def stop(self) -> None:
        """End the processes, whatever they are doing; nothing waits any more."""
        with self.changed:
            pool, self.pool, self.helpers = self.pool, None, 0
            self.rest, self.begun, self.wanted = {}, {}, frozenset()
            sent, self.sent = self.sent, []
        if pool is not None:
            end = time.monotonic() + ACCEPTED
            while not all(each.running() or each.done() for each in sent) and time.monotonic() < end:
                time.sleep(ACCEPTED / 1000)
            pool.shutdown(kill_workers=True)


_waiting = _Waiting()
_turn = threading.Lock()  # of the thread for which others compile; a second one compiles by itself


def _compile(kernels: Sequence[Kernel], workers: int, here: bool) -> int:
    """Have kernels compiled before all others; how many it was told were.

    workers: processes at a time. here: whether this process is one of them; it cannot be stopped while it compiles.
    """
    with _waiting.changed:
        _waiting.wanted, _waiting.told = frozenset(kernels), 0
        _waiting.add(kernels)
    try:
        with safe_path(), uninterrupted(by_loky=True):
            _waiting.employ(min(workers, len(kernels)) - here)
        if here:
            _waiting.compile(lambda kernel, content: kernel.make(*kernel.arguments), wanted_only=True)
        _waiting.wait()
    except BaseException as end:  # on an interrupt at once
        if isinstance(end, budget.TimeIsUp):
            _waiting.hand_over()
        _waiting.stop()
        raise
    with _waiting.changed:
        told, _waiting.wanted = _waiting.told, frozenset()
        is_idle = not _waiting.known
    if is_idle or not _waiting.blocks:
        _waiting.stop()
    return told


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
