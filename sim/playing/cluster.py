"""The pieces of a run on a Dask cluster.

Dask schedules, sends, and moves what a lost worker had to others. What is here is what Dask cannot know: in which
order results are wanted, how many may be on their way, how soon a silent worker counts as lost, and when to give up;
and that a worker must have the same versions, and compiles before it plays what the sender has compiled.

The scheduler and the network see bytes only: a worker unpickles its task itself (`Call`).
"""

import atexit
import contextlib
import logging
import os
import pickle
import time
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError as FutureCancelled
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from itertools import takewhile
from typing import Any, NoReturn

import cloudpickle
import numpy as np
from filelock import FileLock

from knotlab.sim import notices
from knotlab.sim.compiling import precompile
from knotlab.sim.compiling.sources import parsed_hash, result_sources
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.machine import base_folder, versions

SCHEME = "dask://"
PATIENCE = "KNOTLAB_DASK_PATIENCE"  # seconds that scheduler and workers may be gone, 60 unless this variable is set
AHEAD = 3  # tasks on their way for each thread of the workers
LOOK_SECONDS = 1.0  # between two looks at which workers there are
WAIT_SECONDS = 0.2
SILENT = 20.0  # seconds without a sign of life after which a worker counts as lost, if nothing comes meanwhile
SOON = 5.0  # seconds in which results that are there come, at first
LOSSES = (TimeoutError, OSError, CancelledError, FutureCancelled)
_clients: dict[str, Any] = {}


def patience() -> float:
    """Seconds that the scheduler, or all workers, may be gone before a command gives up."""
    try:
        return float(os.environ.get(PATIENCE, 60))
    except ValueError:
        raise InputError(f"{PATIENCE} is a number of seconds, not {os.environ[PATIENCE]!r}") from None


def check_address(backend: str) -> str:
    """The address in `dask://HOST:PORT`; raises InputError if there is none, or Dask is not installed."""
    host, _, port = backend.removeprefix(SCHEME).rpartition(":")
    if not host or not port.isdecimal():
        raise InputError(f"a Dask cluster is named by its scheduler, as dask://HOST:8786, not {backend!r}")
    try:
        import_module("distributed")
    except ImportError:
        raise InputError("a Dask cluster needs the package distributed: pip install 'knotlab[dask]'") from None
    return f"tcp://{host}:{port}"


@dataclass(eq=False)
class Sent:
    """A call that is wanted.

    number: its place among all. future: what it was sent as; None while it waits to be sent. is_suspect: whether Dask
    gave it up before, maybe because of another one on the same workers.
    """

    number: int
    future: Any = None
    is_suspect: bool = False

    @property
    def is_over(self) -> bool:
        """Whether its result is there."""
        return self.future is not None and self.future.status == "finished"


def fan_out_on(backend: str, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    """Call a function for many arguments on the workers of a Dask cluster.

    backend: `dask://HOST:PORT` of its scheduler. arguments: the arguments of each call. Yields what the calls return,
    in the order of the arguments. Raises InputError if a worker has other sources or versions than this process. Raises
    RunError if the scheduler, or all workers, are gone for longer than `patience()`, or Dask gives up a call twice as
    it ends its workers, the second time when all before it are done. Raises Exception whatever the function raises, at
    its place in the order.
    """
    cluster, sent, number = Cluster(backend, function, arguments), deque[Sent](), 0
    try:
        while sent or number < len(arguments):
            threads = cluster.threads()
            while number < len(arguments) and len(sent) < AHEAD * threads:
                sent.append(cluster.send(Sent(number)))
                number += 1
            for each in sent:
                cluster.send_again_if_lost(each)
            if sent[0].future is None:
                cluster.send(sent[0])
            for result, error in cluster.results(sent):
                if error is not None:
                    raise error
                yield result
    finally:
        cluster.give_up(sent)


class Cluster:
    """A Dask cluster, by `dask://HOST:PORT` of its scheduler, that calls a function for some arguments."""

    def __init__(self, backend: str, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> None:
        self.backend, self.address, self.patience = backend, check_address(backend), patience()
        self.function, self.arguments = function, arguments
        self.kernels = cloudpickle.dumps(sorted(precompile.made_ready, key=repr))
        self.ready: dict[str, int] = {}  # threads of each worker
        self.looked, now = -np.inf, time.monotonic()
        self.seen, self.answered, self.came = now, now, now  # workers; nothing that does not come; results
        self.way = SOON  # seconds for results to come; twice as many after each time they did not
        self.distributed = import_module("distributed")
        self.client = self._connect()

    def _connect(self) -> Any:
        """A client of the scheduler, the same one as long as it is connected."""
        known = _clients.get(self.address)
        if known is not None and known.status == "running":
            return known
        # Dask writes nothing on standard error: what matters is said in one sentence.
        for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            client = self.distributed.Client(self.address, timeout=self.patience, set_as_default=False)
        except (OSError, TimeoutError, ValueError):
            raise RunError(f"there is no Dask scheduler at {self.backend} that answers") from None
        _clients[self.address] = client
        return client

    def threads(self) -> int:
        """Threads of all workers, checked again now and then; waits while there are none."""
        while time.monotonic() - self.looked > LOOK_SECONDS or not self.ready or self.client.status != "running":
            self._look()
        return sum(self.ready.values())

    def _look(self) -> None:
        """Note which workers there are now."""
        status, self.ready = self.client.status, {}
        if status == "running":
            with contextlib.suppress(OSError, TimeoutError):
                self.ready = self.client.sync(self.client.scheduler.ncores, callback_timeout=self.patience)
        notices.workers = len(self.ready)
        if self.ready:
            self.seen = self.looked = time.monotonic()
            if self.looked - self.came > SILENT and len(self.ready) > 1:
                self._drop_silent()
            return
        if status not in ("running", "connecting") or time.monotonic() - self.seen > self.patience:
            who = "worker" if status == "running" else "scheduler"
            self._fail(f"there has been no {who} at {self.backend} for {self.patience:.0f} s")
        time.sleep(WAIT_SECONDS)

    def _drop_silent(self) -> None:
        """Have Dask drop workers without a sign of life, as it does itself after minutes, and move what they had."""
        with contextlib.suppress(*LOSSES):
            known = self.client.sync(self.client.scheduler.identity, callback_timeout=self.patience)["workers"]
            seen = {address: worker["last_seen"] for address, worker in known.items()}
            longest = max(SILENT, 10 * self.distributed.scheduler.heartbeat_interval(len(seen)))
            for address, last in seen.items():
                if (silent := max(seen.values()) - last) > longest:
                    notices.say(f"the worker {address} has been silent for {silent:.0f} s; others play its pieces")
                    drop = partial(self.client.scheduler.unregister, address=address, expected=True)
                    self.client.sync(drop, stimulus_id="knotlab: silent", callback_timeout=self.patience)

    def send(self, each: Sent) -> Sent:
        """Send a call to whichever worker the scheduler chooses."""
        call = cloudpickle.dumps((self.function, self.arguments[each.number]))
        task = pickle.dumps(Call(perform, code_versions(), self.kernels, call))
        each.future = self.client.submit(pickle.loads, task, pure=False)
        return each

    def send_again_if_lost(self, each: Sent) -> None:
        """Send a call again that a scheduler which was restarted does not know; have one that Dask gave up wait
        until all before it are done. Raises RunError if it did so before.
        """
        if each.future is None or each.is_over:
            return
        if each.future.cancelled():
            self.send(each)
        elif isinstance(error := self._error(each), self.distributed.scheduler.KilledWorker):
            if each.is_suspect:
                raise RunError(
                    f"piece {each.number + 1} of {len(self.arguments)} ended every worker that it was tried on, "
                    f"most recently {error.last_worker.address}; perhaps it needs more memory than they have"
                )
            each.future, each.is_suspect = None, True

    def _error(self, each: Sent) -> Any:
        """The error with which Dask, not the call itself, ended a call, if it did."""
        with contextlib.suppress(*LOSSES):
            return each.future.exception(timeout=LOOK_SECONDS) if each.future.status == "error" else None
        return None

    def results(self, sent: deque[Sent]) -> Iterator[tuple[Any, Exception | None]]:
        """The results and errors of the first calls that are over, after a little waiting, brought home in one request;
        the calls are taken from the queue.
        """
        with contextlib.suppress(*LOSSES), self.client.as_current():
            self.distributed.wait([sent[0].future], timeout=WAIT_SECONDS)
        error = None if sent[0].is_over else self._error(sent[0])
        if error is not None and not isinstance(error, self.distributed.scheduler.KilledWorker):
            raise InputError(f"a worker of {self.backend} cannot be used: {type(error).__name__}: {error}")
        over, answers = [each.future for each in takewhile(lambda each: each.is_over, sent)], list[bytes]()
        try:
            if over:
                answers = self.client.sync(self._gather, over, callback_timeout=min(self.patience, self.way))
                self.came = time.monotonic()
        except TimeoutError:
            self.way = min(2 * self.way, max(self.patience / 4, SOON))
        except (Exception, CancelledError):  # lost with a worker: Dask has them made again
            pass
        if answers or not over:
            self.answered = time.monotonic()
        elif time.monotonic() - self.answered > self.patience:
            self._fail(f"piece {sent[0].number + 1} did not come back from the Dask cluster")
        for answer in answers:
            sent.popleft()
            yield pickle.loads(answer)

    async def _gather(self, futures: list[Any]) -> list[bytes]:
        """The results of some futures."""
        answers: list[bytes] = await self.client.gather(futures, asynchronous=True)
        return answers

    def _fail(self, what: str) -> NoReturn:
        raise RunError(f"{what}; what was kept with --out is not lost, and the same command continues from there")

    def give_up(self, calls: Sequence[Sent]) -> None:
        """Drop calls that nobody waits for any more."""
        with contextlib.suppress(Exception):
            self.client.cancel([call.future for call in calls if call.future is not None], force=True)
        notices.workers = 0


@atexit.register
def close() -> None:
    """Take leave of all schedulers."""
    for address in list(_clients):
        with contextlib.suppress(Exception):
            _clients.pop(address).close(timeout=1)


# --- what a worker does with a call ---


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


@cache
def _compile(kernels: bytes) -> None:
    """Have some pickled kernels compiled, once; other workers of this machine wait and then load them."""
    base_folder().mkdir(parents=True, exist_ok=True)
    with FileLock(base_folder() / ".cluster.lock"), contextlib.suppress(Exception):
        precompile.make_ready(pickle.loads(kernels))
