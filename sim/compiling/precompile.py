"""Compiling ahead: the kernels that a command will need, made in as many processes as there are cores.

This process is one of them, so that the longest kernel need not wait for another to start; the others are joblib's.
Compiled functions cannot be sent from one process to another, but the disk cache (`jit.py`) is shared: each process
writes there what it has compiled, and this one loads it.
"""

import contextlib
import gc
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from knotlab.sim import notices
from knotlab.sim.compiling import jit
from knotlab.sim.compiling.lifetime import end_with, safe_path
from knotlab.sim.machine import cores

made_ready: set["Kernel"] = set()  # all that this process has been asked for and workers elsewhere need, too


@dataclass(frozen=True)
class Kernel:
    """A compiled function to be had: `make(*arguments)` compiles it, or loads it where that was done before. Kernels of
    the same game share most of their parts.
    """

    make: Callable[..., Any]
    arguments: tuple[Any, ...]
    game: str = ""

    def is_there(self) -> bool:
        """Whether it can be had without compiling."""
        try:
            with jit.loading_only():
                self.make(*self.arguments)
        except jit.NotCompiled:
            return False
        return True


def make_ready(kernels: Iterable[Kernel], workers: int | None = None, is_for_cluster: bool = True) -> int:
    """Compile some kernels, those that take longest first, so that each can be had at once.

    kernels: what is needed. What is there already costs the time to load it. workers: processes at a time; by default
    as many as there are cores. is_for_cluster: whether the workers of a cluster play with them, and so have to compile
    them, too. Returns how many had to be compiled. Raises InputError if a strategy cannot be compiled.
    """
    kernels = list(dict.fromkeys(kernels))
    missing = [] if jit.OFF else [kernel for kernel in kernels if not kernel.is_there()]
    if missing:
        notices.compiling(0, len(missing))
    made = _share(missing, workers or cores()) if len(missing) > 1 and jit.is_folder_shared() else 0
    for kernel in kernels:
        kernel.make(*kernel.arguments)
        if is_for_cluster:
            made_ready.add(kernel)
    if made < len(missing):
        notices.compiling(len(missing), len(missing))
    return len(missing)


class _Waiting:
    """Kernels that nobody compiles yet, each with its pickle, and how many are done. Whoever asks is given those of one
    game while there are any, as it has compiled what these share.
    """

    def __init__(self, kernels: Sequence[Kernel]) -> None:
        self.rest: list[tuple[Kernel, bytes]] = []
        self.lock, self.done, self.total = threading.Lock(), 0, len(kernels)
        for kernel in kernels:
            with contextlib.suppress(Exception):  # a strategy that only this process knows is compiled here at the end
                self.rest.append((kernel, pickle.dumps(kernel)))

    def take(self, game: str) -> tuple[Kernel, bytes] | None:
        """The next kernel, of a game if there is one, and its pickle; None if none is left."""
        with self.lock:
            of_game = (i for i, (kernel, _) in enumerate(self.rest) if kernel.game == game)
            return self.rest.pop(next(of_game, 0)) if self.rest else None

    def compile(self, make: Callable[[Kernel, bytes], object]) -> None:
        """Have one kernel after another made."""
        game = ""
        while taken := self.take(game):
            game = taken[0].game
            make(*taken)
            with self.lock:
                self.done += 1
                notices.compiling(self.done, self.total)


def _share(kernels: Sequence[Kernel], workers: int) -> int:
    """Compile kernels, some here and the others in further processes; how many were compiled. What fails in a process
    is left to fail here, where the error can be reported.
    """
    from joblib.externals.loky import ProcessPoolExecutor  # takes a moment to load

    waiting = _Waiting(kernels)
    helpers = min(workers, len(waiting.rest)) - 1
    if helpers < 1:
        return 0
    pool = ProcessPoolExecutor(helpers, initializer=_begin, initargs=(os.getpid(),))

    def elsewhere() -> None:
        with contextlib.suppress(Exception):  # it fails here, too, or the process is gone
            waiting.compile(lambda kernel, content: pool.submit(_make, content).result())

    with safe_path(), ThreadPoolExecutor(helpers) as threads:
        try:
            helping = [threads.submit(elsewhere) for _ in range(helpers)]
            waiting.compile(lambda kernel, content: kernel.make(*kernel.arguments))
            for each in helping:
                each.result()
        finally:  # on an interrupt at once, which lets go the threads that wait for answers
            pool.shutdown(kill_workers=True)
    return waiting.done


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
