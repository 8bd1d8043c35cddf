"""Compiling ahead: the kernels that a command will need, made in as many processes as there are cores and then loaded.

Compiled functions cannot be sent from one process to another, but the disk cache (`sim/jit.py`) is shared: each process
writes there what it has compiled. As a program, this module is such a process: it reads pickled kernels from standard
input and answers each with one byte.
"""

import contextlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from knotlab.sim import jit, notices
from knotlab.sim.fanout import cores

WORKER = [sys.executable, "-P", "-m", "knotlab.sim.precompile"]
DONE = b"."
HERE = Path(__file__).parents[2]


@dataclass(frozen=True)
class Kernel:
    """A compiled function to be had: `make(*arguments)` compiles it, or loads it where that was done before."""

    make: Callable[..., Any]
    arguments: tuple[Any, ...]

    def is_there(self) -> bool:
        """Whether it can be had without compiling."""
        try:
            with jit.loading_only():
                self.make(*self.arguments)
        except jit.NotCompiled:
            return False
        return True


def make_ready(kernels: Iterable[Kernel], workers: int | None = None) -> None:
    """Compile some kernels, those that take longest first, so that each can be had at once.

    Parameters
    ----------
    kernels
        What is needed. What is there already costs the time to load it.
    workers
        Processes at a time; by default as many as there are cores.

    Raises
    ------
    InputError
        If a strategy cannot be compiled.
    """
    kernels = list(dict.fromkeys(kernels))
    missing = [] if jit.OFF else [kernel for kernel in kernels if not kernel.is_there()]
    if missing:
        notices.compiling(0, len(missing))
    made = 0
    if len(missing) > 1 and jit.is_folder_shared():
        made = _compile_elsewhere(missing, min(workers or cores(), len(missing)))
    for kernel in kernels:
        kernel.make(*kernel.arguments)
    if made < len(missing):
        notices.compiling(len(missing), len(missing))


def _compile_elsewhere(kernels: Sequence[Kernel], workers: int) -> int:
    """Compile kernels in other processes; how many were answered for. What fails there is left to fail here, where the
    error can be told.
    """
    waiting: SimpleQueue[bytes] = SimpleQueue()
    for kernel in kernels:
        try:
            waiting.put(pickle.dumps(kernel))
        except Exception:  # a strategy that only this process knows
            continue
    done: SimpleQueue[None] = SimpleQueue()
    paths = [str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]  # the very package that runs here
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    processes = [
        subprocess.Popen(
            WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        for _ in range(workers)
    ]
    try:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(lambda process: _feed(process, waiting, done, len(kernels)), processes))
    finally:
        for process in processes:
            process.kill()
            with contextlib.suppress(BrokenPipeError):
                process.communicate()
    return done.qsize()


def _feed(process: subprocess.Popen[bytes], waiting: SimpleQueue[bytes], done: SimpleQueue[None], total: int) -> None:
    """Give a process one kernel after another."""
    assert process.stdin and process.stdout
    while True:
        try:
            content = waiting.get_nowait()
        except Empty:
            return
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
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # what a strategy file prints is no answer
    while size := sys.stdin.buffer.read(8):
        # What fails is missing for the process that asked, which then compiles it itself and reports the error.
        with contextlib.suppress(Exception):
            kernel = pickle.loads(sys.stdin.buffer.read(int.from_bytes(size, "big")))
            kernel.make(*kernel.arguments)
        answers.write(DONE)
        answers.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        _serve()
