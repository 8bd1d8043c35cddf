"""What plays the parts of a run: named by the user, handed over as a client of a Dask cluster, or set around a call."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any

from joblib.parallel import get_active_backend

from knotlab.sim.errors import InputError
from knotlab.sim.playing import fanout
from knotlab.sim.playing.cluster import SCHEME
from knotlab.sim.playing.fanout import THREADS, check_backend, worker_count

TCP = "tcp://"
_set_here: ContextVar[str] = ContextVar("backend", default=THREADS)


def backend_named(backend: Any) -> str:
    """The backend that is meant.

    Parameters
    ----------
    backend : str or distributed.Client
        A joblib backend, `threads` or `processes`, `dask://HOST:PORT`, or a client of such a cluster. Threads, which
        are the default everywhere, give way to what `playing_on` or `joblib.parallel_config` has set around the call.

    Returns
    -------
    str
        As `knotlab.sim.playing.fanout.fan_out` takes it.

    Raises
    ------
    InputError
        If there is no such backend, or a client is not connected by TCP.
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

    Parameters
    ----------
    backend : str or distributed.Client
        As `backend_named` takes it.
    workers : int, optional
        How many the user wants, which a cluster refuses.

    Yields
    ------
    str
        The backend's name.
    """
    name = backend_named(backend)
    worker_count(workers, name)
    token = _set_here.set(name)
    try:
        yield name
    finally:
        _set_here.reset(token)


def fan_out(
    function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], workers: int, backend: Any = THREADS
) -> Iterator[Any]:
    """Call a function for many arguments at once, by a backend or by what is set around the call.

    Parameters
    ----------
    function : callable
    arguments : sequence of tuple
        The arguments of each call.
    workers : int
        Calls at a time; a cluster decides itself.
    backend : str or distributed.Client
        As `backend_named` takes it.

    Yields
    ------
    object
        What the calls return, in order, as `knotlab.sim.playing.fanout.fan_out` has it.
    """
    yield from fanout.fan_out(function, arguments, workers, backend_named(backend))


def refuse_cluster(what: str) -> None:
    """Raise InputError if a cluster is set around this call, for something that only this machine can play."""
    if _around().startswith(SCHEME):
        raise InputError(f"{what} can be played by this machine's own workers alone; leave out the Dask cluster")


def fan_out_here(function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], workers: int) -> Iterator[Any]:
    """The same as `fan_out` for a function that changes something in this process: by its threads, or one call after
    another where another backend plays what each call is made of.

    Parameters
    ----------
    function : callable
    arguments : sequence of tuple
        The arguments of each call.
    workers : int
        Calls at a time.

    Yields
    ------
    object
        What the calls return, in order.
    """
    yield from fanout.fan_out(function, arguments, workers if _around() == THREADS else 1)
