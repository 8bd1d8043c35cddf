"""What plays the parts of a run: named by the user, handed over as a client of a Dask cluster, or set around a call."""

from typing import Any

from joblib.parallel import get_active_backend

from knotlab.sim.cluster import SCHEME
from knotlab.sim.errors import InputError
from knotlab.sim.fanout import THREADS, check_backend

TCP = "tcp://"


def backend_named(backend: Any) -> str:
    """The backend that is meant.

    Parameters
    ----------
    backend : str or distributed.Client
        A joblib backend, `threads` or `processes`, `dask://HOST:PORT`, or a client of such a cluster. Threads, which
        are the default everywhere, give way to what `joblib.parallel_config` has set around the call.

    Returns
    -------
    str
        As `knotlab.sim.fanout.fan_out` takes it.

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
