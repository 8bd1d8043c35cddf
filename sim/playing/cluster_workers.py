"""Which workers of a Dask cluster may be used: those that are like this process, once they have the kernels."""

import contextlib
import pickle
import platform
import time
from asyncio import CancelledError
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cloudpickle
import llvmlite
import numba
import numpy as np
import polars as pl

from knotlab.sim import notices
from knotlab.sim.compiling import precompile
from knotlab.sim.compiling.jit import parsed_hash
from knotlab.sim.errors import InputError

QUIET_SECONDS = 2.0  # of compiling on other machines, before anything is said of it
_warm: dict[str, set[precompile.Kernel]] = {}  # the kernels that each machine was asked to have


def versions() -> dict[str, str]:
    """What must be the same on all machines for results to be the same."""
    root = Path(__file__).parents[2]
    sources = [path for room in ("sim", "strategies", "analysis") for path in (root / room).rglob("*.py")]
    return {
        "knotlab's sources": parsed_hash(sorted(sources))[:12],
        "Python": platform.python_version(),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "numpy": np.__version__,
        "polars": pl.__version__,
    }


class Call:
    """A call that is made where its pickle is loaded: neither the scheduler nor a worker must know it before."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.call = function, arguments

    def __reduce__(self) -> Any:
        return self.call


class Workers:
    """The workers of a cluster.

    Parameters
    ----------
    client : distributed.Client
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.compared: set[str] = set()  # that are like this process
        self.warming: dict[str, tuple[str, Any]] = {}  # by machine: the worker that compiles there, and its call
        self.started = time.monotonic()
        self.machines = 0  # that have been asked to compile
        self.said = 0, 0  # machines that are done, of how many

    def ready(self, there: Mapping[str, int]) -> dict[str, int]:
        """Those of some workers that may be used, with how many threads each has; raises InputError if one is not like
        this process.
        """
        with contextlib.suppress(OSError, TimeoutError):
            self._compare([worker for worker in there if worker not in self.compared])
        self.compared &= there.keys()
        self._warm_up()
        return {worker: n for worker, n in there.items() if worker in self.compared and not self._is_warming(worker)}

    def _compare(self, workers: Sequence[str]) -> None:
        """Take workers in; raises InputError, with the first one's name, if one is not like this process."""
        if not workers:
            return
        own, task = versions(), pickle.dumps(Call(versions))
        answers = self.client.run(pickle.loads, task, workers=workers, on_error="return")
        for worker, answer in sorted(answers.items()):
            if isinstance(answer, ModuleNotFoundError):
                raise InputError(f"the worker {worker} has no {answer.name}; install there what is installed here")
            if isinstance(answer, OSError):
                continue  # it has just ended
            if isinstance(answer, Exception):
                raise InputError(f"the worker {worker} cannot be used: {type(answer).__name__}: {answer}")
            other = [name for name in own if answer.get(name) != own[name]]
            if other:
                which = ", ".join(f"{name} {answer.get(name)} in place of {own[name]}" for name in other)
                raise InputError(f"the worker {worker} might play other games than this machine: it has {which}")
            self.compared.add(worker)

    def _warm_up(self) -> None:
        """Have one worker of each machine compile what this process has compiled, once; the others load it then."""
        for machine, (compiling, call) in list(self.warming.items()):
            if compiling not in self.compared:  # it has ended: another one is to compile
                _warm.pop(machine, None)
            if compiling not in self.compared or call.done() or call.cancelled():
                del self.warming[machine]
        if not (self.warming or any(self.said)):
            self.started = time.monotonic()
        for worker in sorted(self.compared):
            machine = machine_of(worker)
            lacking = precompile.made_ready - _warm.get(machine, set())
            if lacking and machine not in self.warming:
                _warm.setdefault(machine, set()).update(lacking)
                self.warming[machine] = worker, self._compile_on(worker, lacking)
                self.machines += 1
        state = self.machines - len(self.warming), self.machines
        if state != self.said and (any(self.said) or time.monotonic() - self.started > QUIET_SECONDS):
            notices.compiling_elsewhere(*state)
            self.said = state

    def _is_warming(self, worker: str) -> bool:
        return machine_of(worker) in self.warming

    def _compile_on(self, worker: str, kernels: set[precompile.Kernel]) -> Any:
        """The future of a worker that compiles; what fails there is reported by the first part that needs it."""
        task = pickle.dumps(Call(_compile, cloudpickle.dumps(list(kernels))))
        with self.client.as_current():
            return self.client.submit(pickle.loads, task, workers=[worker], pure=False)


def machine_of(worker: str) -> str:
    """The machine on which a worker is, by its address.

    >>> machine_of("tcp://10.0.0.7:40123")
    '10.0.0.7'
    """
    return urlsplit(worker).hostname or worker


def _compile(kernels: bytes) -> None:
    """Compile on a worker, in as many processes as it has cores."""
    with contextlib.suppress(Exception, CancelledError):
        wanted: list[precompile.Kernel] = pickle.loads(kernels)
        precompile.make_ready(wanted)
