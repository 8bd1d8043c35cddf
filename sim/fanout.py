"""The parts of a run over cores or machines: joblib, with results in order whatever finishes first."""

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from typing import Any

import joblib
from joblib.parallel import BACKENDS, EXTERNAL_BACKENDS

from knotlab.sim.errors import InputError, RunError
from knotlab.sim.settings import unknown

THREADS = "threading"
WINDOW = 8  # parts for each worker between two waits, on backends that cannot stream


def cores() -> int:
    """Processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_backend(name: str) -> str:
    """The name of a registered joblib backend; `threads` and `processes` are short for the usual two."""
    name = {"threads": THREADS, "processes": "loky"}.get(name, name)
    if name not in BACKENDS and name not in EXTERNAL_BACKENDS:
        raise unknown("joblib backend", name, [*BACKENDS, *EXTERNAL_BACKENDS, "threads", "processes"])
    try:
        with joblib.parallel_config(backend=name):
            return name
    except (ImportError, ValueError, RuntimeError) as error:
        raise InputError(f"the joblib backend '{name}' cannot be used here: {' '.join(str(error).split())}") from None


def fan_out(function: Callable, arguments: Sequence[tuple], workers: int, backend: str = THREADS) -> Iterator[Any]:
    """function(*one) for each of some arguments, in their order, by `workers` workers (1: in this thread).

    Raises what the function raises, at its place in the order; the parts before it have been given out by then.
    """
    if workers < 1:
        raise InputError(f"the number of workers is 1 or more, not {workers}")
    backend, workers = check_backend(backend), min(workers, max(len(arguments), 1))
    if workers == 1 or len(arguments) <= 1:
        for one in arguments:
            yield function(*one)
        return
    with joblib.parallel_config(backend=backend, n_jobs=workers):
        streams = joblib.Parallel()._backend.supports_return_generator
        step = len(arguments) if streams else workers * WINDOW
        for first in range(0, len(arguments), step):
            pool = joblib.Parallel(return_as="generator" if streams else "list", batch_size=1)
            results = pool(joblib.delayed(_try)(function, one) for one in arguments[first : first + step])
            try:
                for done, error in results:
                    if error is not None:
                        raise error
                    yield done
            except BrokenExecutor as error:
                raise RunError(
                    f"a worker process was ended from outside, perhaps for want of memory: "
                    f"{' '.join(str(error).split())[:200]}"
                ) from None
            finally:
                if streams:
                    with warnings.catch_warnings(action="ignore"):  # that tasks given up are given up
                        results.close()


def _try(function: Callable, arguments: tuple) -> tuple[Any, Exception | None]:
    """The function's result or its error, so that errors come in order too."""
    try:
        return function(*arguments), None
    except Exception as error:
        return None, error
