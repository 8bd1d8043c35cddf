"""Compiling ahead: the kernels that a command will need, made in as many processes as there are cores.

This process is one of them, so that the longest kernel need not wait for another to start. Compiled functions cannot be
sent from one process to another, but the disk cache (`jit.py`) is shared: each process writes there what it has
compiled, and this one loads it. As a program, this module is such a process: it reads pickled kernels from standard
input and answers each with one byte.
"""

import contextlib
import gc
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from knotlab.sim import notices
from knotlab.sim.compiling import jit
from knotlab.sim.compiling.lifetime import end_with
from knotlab.sim.machine import cores

WORKER = [sys.executable, "-P", "-m", "knotlab.sim.compiling.precompile"]
DONE = b"."
HERE = Path(str(sys.modules["knotlab"].__file__)).parents[1]
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

    Parameters
    ----------
    kernels
        What is needed. What is there already costs the time to load it.
    workers
        Processes at a time; by default as many as there are cores.
    is_for_cluster
        Whether the workers of a cluster play with them, and so have to compile them, too.

    Returns
    -------
    int
        How many had to be compiled.

    Raises
    ------
    InputError
        If a strategy cannot be compiled.
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
    """Kernels that nobody compiles yet. A process is given those of one game while there are any, as it has compiled
    their parts.
    """

    def __init__(self) -> None:
        self.rest: list[tuple[Kernel, bytes]] = []
        self.lock = threading.Lock()

    def take(self, game: str) -> tuple[Kernel, bytes] | None:
        """The next kernel, of a game if there is one, and its pickle; None if none is left."""
        with self.lock:
            of_game = (i for i, (kernel, _) in enumerate(self.rest) if kernel.game == game)
            return self.rest.pop(next(of_game, 0)) if self.rest else None


def _share(kernels: Sequence[Kernel], workers: int) -> int:
    """Compile kernels, some here and the others in further processes; how many were compiled. What fails in a process
    is left to fail here, where the error can be reported.
    """
    waiting = _Waiting()
    for kernel in kernels:
        with contextlib.suppress(Exception):  # a strategy that only this process knows is compiled here at the end
            waiting.rest.append((kernel, pickle.dumps(kernel)))
    done: SimpleQueue[None] = SimpleQueue()
    paths = [str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]  # the very package that runs here
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    processes = [
        subprocess.Popen(
            [*WORKER, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        for _ in range(min(workers, len(waiting.rest)) - 1)
    ]
    try:
        with ThreadPoolExecutor(workers) as pool, _ended(processes):
            feeding = [pool.submit(_feed, process, waiting, done, len(kernels)) for process in processes]
            _compile_here(waiting, done, len(kernels))
            for feed in feeding:
                feed.result()
    finally:
        for process in processes:
            with contextlib.suppress(BrokenPipeError):
                process.communicate()
    return done.qsize()


@contextlib.contextmanager
def _ended(processes: Sequence[subprocess.Popen[bytes]]) -> Iterator[None]:
    """End processes with the block, which lets go the threads that wait for their answers: on an interrupt, at once."""
    try:
        yield
    finally:
        for process in processes:
            process.kill()


def _compile_here(waiting: _Waiting, done: SimpleQueue[None], total: int) -> None:
    """Compile one kernel after another in this process."""
    game = ""
    while taken := waiting.take(game):
        kernel, game = taken[0], taken[0].game
        kernel.make(*kernel.arguments)
        done.put(None)
        notices.compiling(done.qsize(), total)


def _feed(
    process: subprocess.Popen[bytes],
    waiting: _Waiting,
    done: SimpleQueue[None],
    total: int,
) -> None:
    """Give a process one kernel after another."""
    assert process.stdin and process.stdout
    game = ""
    while taken := waiting.take(game):
        game, content = taken[0].game, taken[1]
        try:
            process.stdin.write(len(content).to_bytes(8, "big") + content)
            process.stdin.flush()
        except BrokenPipeError:
            return
        if process.stdout.read(1) != DONE:
            return
        done.put(None)
        notices.compiling(done.qsize(), total)


def _serve() -> None:
    """Compile what comes in until the input ends."""
    gc.disable()  # compiling leaves little behind that has to be searched for
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # what a strategy file prints is no answer
    while size := sys.stdin.buffer.read(8):
        # What fails is missing for the process that asked, which then compiles it itself and reports the error.
        with contextlib.suppress(Exception):
            kernel = pickle.loads(sys.stdin.buffer.read(int.from_bytes(size, "big")))
            kernel.make(*kernel.arguments)
        answers.write(DONE)
        answers.flush()


if __name__ == "__main__":
    end_with(int(sys.argv[1]))
    with contextlib.suppress(KeyboardInterrupt):
        _serve()
