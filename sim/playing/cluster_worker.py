"""What a worker of a Dask cluster does with a call that is sent to it: it makes sure that it has the same versions, and
compiles before it plays what the sender has compiled; of one machine's workers one does that.
"""

import contextlib
import hashlib
import pickle
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from filelock import FileLock

from knotlab.sim.compiling import precompile
from knotlab.sim.compiling.jit import base_folder, parsed_hash
from knotlab.sim.compiling.sources import result_sources
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.machine import versions


@cache
def code_versions() -> dict[str, str]:
    """What must be the same on all machines for results to be the same."""
    return {"knotlab's sources": parsed_hash(result_sources("*.py"))[:12]} | versions()


class Call:
    """A call that is made where its pickle is loaded: neither the scheduler nor a worker must know it before."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.call = function, arguments

    def __reduce__(self) -> Any:
        return self.call


def perform(wanted: dict[str, str], kernels: bytes, call: bytes) -> bytes:
    """Make a pickled call: its pickled result, or the error that there was."""
    try:
        here = code_versions()
        other = [name for name in wanted if here.get(name) != wanted[name]]
        if other:
            address = import_module("distributed").get_worker().address
            which = ", ".join(f"{name} {here.get(name)} in place of {wanted[name]}" for name in other)
            raise InputError(f"the worker {address} might play other games than this machine: it has {which}")
        _compile(kernels)
        function, arguments = pickle.loads(call)
        return pickle.dumps((function(*arguments), None))
    except Exception as error:
        try:
            return pickle.dumps((None, error))
        except Exception:
            return pickle.dumps((None, RunError(f"{type(error).__name__}: {error}")))


_compiled: set[bytes] = set()
_compiling = threading.Lock()


def _compile(kernels: bytes) -> None:
    """Have some pickled kernels compiled, once; other workers of this machine wait and then load them."""
    digest = hashlib.sha256(kernels).digest()
    with _compiling:
        if digest not in _compiled:
            base_folder().mkdir(parents=True, exist_ok=True)
            with FileLock(base_folder() / ".cluster.lock"), contextlib.suppress(Exception):
                precompile.make_ready(pickle.loads(kernels))
            _compiled.add(digest)
