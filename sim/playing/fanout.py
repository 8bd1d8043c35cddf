"""The pieces of a run on several cores or machines: joblib, with results in order whatever finishes first."""

import contextlib
import os
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextvars import ContextVar
from functools import partial
from typing import Any, NamedTuple

import joblib
from joblib.parallel import BACKENDS, EXTERNAL_BACKENDS, ThreadingBackend, get_active_backend

from knotlab.sim import budget
from knotlab.sim.compiling.lifetime import end_with, safe_path, uninterrupted
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.held import held
from knotlab.sim.machine import cores
from knotlab.sim.playing.cluster import SCHEME, check_address, fan_out_on
from knotlab.sim.playing.watch import MOVE_SECONDS, call_within, move_seconds
from knotlab.sim.settings import unknown

THREADS = "threading"
TCP = "tcp://"
_set_here: ContextVar[str] = ContextVar("backend", default=THREADS)  # by `playing_on`
WINDOW = 8  # pieces for each worker between two waits, on backends that cannot stream


class Timed(NamedTuple):
    """What a call returned, and the seconds of its thread's processor time."""

    value: Any
    seconds: float


def timed(function: Any, *args: Any) -> Timed:
    """Call a function, and time it."""
    started = time.thread_time()
    value = function(*args)
    return Timed(value, time.thread_time() - started)


class _Threads(ThreadingBackend):  # type: ignore[misc]
    """Joblib's threads, but the caller waits for the next result itself: joblib would look for it every 10 ms, which is
    longer than a small batch of games takes.
    """

    supports_retrieve_callback = False
    supports_return_generator = True

    def retrieve_result(self, out: Any, timeout: float | None = None) -> Any:
        """The result of a submitted call, as soon as it is there, or its error."""
        return self.retrieve_result_callback(out.get(timeout))


def check_backend(name: str) -> str:
    """The name of a registered joblib backend, or the address of a Dask cluster; `threads` and `processes` are short
    for the usual two.
    """
    if name.startswith(SCHEME):
        check_address(name)
        return name
    name = {"threads": THREADS, "processes": "loky"}.get(name, name)
    if name not in BACKENDS and name not in EXTERNAL_BACKENDS:
        raise unknown("joblib backend", name, [*BACKENDS, *EXTERNAL_BACKENDS, "threads", "processes"])
    try:
        with joblib.parallel_config(backend=name):
            return name
    except (ImportError, ValueError, RuntimeError) as error:
        raise InputError(f"the joblib backend '{name}' cannot be used here: {' '.join(str(error).split())}") from None


def worker_count(workers: int | None, backend: str = THREADS) -> int:
    """How many calls are made at a time: as many as wanted, one for each core by default.

    Raises InputError if that is none, or a number is given for a Dask cluster, which has the workers that it has.
    """
    if workers is not None:
        check_workers(workers)
        if backend.startswith(SCHEME):
            raise InputError("a Dask cluster has the workers that it has; leave out the number of workers")
    return workers or cores()


def backend_named(backend: Any) -> str:
    """The backend that is meant.

    backend: a joblib backend, `threads` or `processes`, `dask://HOST:PORT`, or a client of such a cluster. Threads,
    which are the default everywhere, give way to what `playing_on` or `joblib.parallel_config` has set around the call.
    Returns the name that `fan_out` takes. Raises InputError if there is no such backend, or a client is not connected
    by TCP.
    """
    if not isinstance(backend, str):
        return check_backend(_address_of(backend))
    name = check_backend(backend)
    return _around() if name == THREADS else name


def _around() -> str:
    """What is set around this call, threads if nothing is."""
    if _set_here.get() != THREADS:
        return _set_here.get()
    active, _ = get_active_backend(prefer="threads")
    kind = type(active).__name__
    if kind == "DaskDistributedBackend":
        return check_backend(_address_of(active.client))
    return {"LokyBackend": "loky", "MultiprocessingBackend": "multiprocessing"}.get(kind, THREADS)


def _address_of(client: Any) -> str:
    """`dask://HOST:PORT` of a client's cluster."""
    address = getattr(getattr(client, "scheduler", None), "address", None)
    if address is None:
        raise InputError(f"a backend is a name, dask://HOST:PORT or a Dask client that is connected, not {client!r}")
    if not str(address).startswith(TCP):
        raise InputError(f"a Dask cluster must be reached by TCP, and this client's is at {address}")
    return SCHEME + str(address).removeprefix(TCP)


@contextlib.contextmanager
def playing_on(backend: Any, workers: int | None = None) -> Iterator[str]:
    """Have everything within the block played by a backend.

    backend: as `backend_named` takes it. workers: how many the user wants, which a cluster refuses.
    """
    name = backend_named(backend)
    worker_count(workers, name)
    with held((_set_here, name)):
        yield name


@contextlib.contextmanager
def playing_here() -> Iterator[None]:
    """Have everything within the block played by threads of this process, whatever is set around it."""
    with held((_set_here, THREADS)), joblib.parallel_config(backend=_Threads()):
        yield


def refuse_cluster(what: str) -> None:
    """Raise InputError if a cluster is set around this call, for something that only this machine can play."""
    if _around().startswith(SCHEME):
        raise InputError(f"{what} can only be played by this machine's own workers; leave out the Dask cluster")


def check_workers(n_workers: int) -> None:
    """Raise InputError unless there is at least one worker."""
    if n_workers < 1:
        raise InputError(f"the number of workers must be 1 or more, not {n_workers}")


def fan_out(
    function: Callable[..., Any],
    arguments: Sequence[tuple[Any, ...]],
    workers: int | None = None,
    backend: Any = THREADS,
) -> Iterator[Any]:
    """Call a function for many arguments at once.

    function: what is called; it must fit into another process unless the backend uses threads. arguments: the arguments
    of each call. workers: calls at a time, one for each core by default; 1 makes them in this thread. backend: as
    `backend_named` takes it. Yields what the calls return, in the order of the arguments. Raises InputError if there is
    no such backend, or no worker. Raises RunError if a worker process is killed. Raises Exception whatever the function
    raises, at its place in the order: what earlier calls return comes before it. Raises TimeIsUp between two calls at
    the end of a budget.
    """
    budget.check()
    backend, workers = backend_named(backend), min(worker_count(workers), max(len(arguments), 1))
    if (seconds := move_seconds()) != MOVE_SECONDS:
        function = partial(call_within, seconds, function)
    if backend.startswith(SCHEME):
        yield from fan_out_on(backend, function, arguments)
        return
    if workers == 1 or len(arguments) <= 1:
        for call in arguments:
            budget.check()
            yield function(*call)
        return
    ending = {"initializer": end_with, "initargs": (os.getpid(),)} if backend == "loky" else {}
    with (
        safe_path(),
        joblib.parallel_config(backend=_Threads() if backend == THREADS else backend, n_jobs=workers, **ending),
    ):
        streams = joblib.Parallel()._backend.supports_return_generator
        step = len(arguments) if streams else workers * WINDOW
        for first in range(0, len(arguments), step):
            pool = joblib.Parallel(return_as="generator" if streams else "list", batch_size=1)
            with uninterrupted(backend == "loky") if streams else contextlib.nullcontext():  # a list takes to the end
                results = pool(joblib.delayed(_try)(function, call) for call in arguments[first : first + step])
            try:
                for number, (done, error) in enumerate(results, first + 1):
                    if error is not None:
                        raise error
                    yield done
                    if number < len(arguments):
                        budget.check()
            except BrokenExecutor as error:
                raise RunError(
                    f"a worker process was killed, perhaps because memory ran out: {' '.join(str(error).split())[:200]}"
                ) from None
            finally:
                if streams:
                    with warnings.catch_warnings(action="ignore"):  # that tasks given up are given up
                        results.close()


def _try(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    """The function's result or its error, so that errors come in order too."""
    try:
        return function(*arguments), None
    except Exception as error:
        return None, error
