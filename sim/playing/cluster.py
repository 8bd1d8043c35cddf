"""The parts of a run on a Dask cluster: futures of `distributed`, with results in order whatever finishes first.

The scheduler and the network see bytes only. A worker unpickles its task itself, inside a guard, so that an error
comes back as a result; and it gets no task before its versions have been compared with those of this process.
"""

import atexit
import contextlib
import logging
import os
import pickle
import time
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError as FutureCancelled
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

import cloudpickle
import numpy as np

from knotlab.sim import notices
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.playing.bundles import Answer, Bundle, Sent, bundle_size, perform
from knotlab.sim.playing.cluster_workers import Call, Workers

SCHEME = "dask://"
PATIENCE = "KNOTLAB_DASK_PATIENCE"  # seconds that scheduler and workers may be gone, 60 unless this variable is set
AHEAD = 3  # tasks on their way for each thread of the workers
LOOK_SECONDS = 1.0  # between two looks at which workers there are
WAIT_SECONDS = 0.2
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


def fan_out_on(backend: str, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    """Call a function for many arguments on the workers of a Dask cluster.

    Parameters
    ----------
    backend : str
        `dask://HOST:PORT` of its scheduler.
    function : callable
        What is called.
    arguments : sequence of tuple
        The arguments of each call.

    Yields
    ------
    object
        What the calls return, in the order of the arguments.

    Raises
    ------
    InputError
        If a worker has other sources or versions than this process.
    RunError
        If the scheduler, or all workers, are gone for longer than `patience()`, or a call ends its workers twice, the
        second time alone.
    Exception
        Whatever the function raises, at its place in the order.
    """
    cluster, sent = Cluster(backend), deque[Bundle]()
    number, size = 0, 1
    try:
        while sent or number < len(arguments):
            threads = cluster.threads()
            for bundle in tuple(sent):
                if bundle.sent and cluster.is_forgotten(bundle.sent):
                    bundle.sent = cluster.send(function, bundle.calls, bundle.is_suspect)
                elif bundle.sent and cluster.is_lost(bundle.sent):
                    where = sent.index(bundle)
                    del sent[where]
                    for i, suspect in enumerate(bundle.suspects(len(arguments))):
                        sent.insert(where + i, suspect)
            while number < len(arguments) and len(sent) < AHEAD * threads:
                calls = arguments[number : number + size]
                sent.append(Bundle(number, calls, cluster.send(function, calls)))
                number += len(calls)
            first = sent[0]
            first.sent = first.sent or cluster.send(function, first.calls, alone=True)
            if cluster.is_done(first.sent):
                cluster.fetch(bundle.sent for bundle in sent if bundle.sent)
                answer = cluster.result(first.sent, first.name(len(arguments)))
                if answer is not None:
                    sent.popleft()
                    size = bundle_size(
                        answer.seconds / len(first.calls), (len(arguments) - number) // (AHEAD * threads)
                    )
                    for done, error in answer.calls:
                        if error is not None:
                            raise error
                        yield done
    finally:
        cluster.give_up(bundle.sent for bundle in sent if bundle.sent)


class Cluster:
    """A Dask cluster, of which only those workers are used that may be (`Workers`).

    Parameters
    ----------
    backend : str
        `dask://HOST:PORT` of its scheduler.
    """

    def __init__(self, backend: str) -> None:
        self.backend, self.address, self.patience = backend, check_address(backend), patience()
        self.there: frozenset[str] = frozenset()  # all workers
        self.ready: dict[str, int] = {}  # threads of each worker that may be used
        self.fetched: dict[str, bytes] = {}  # answers that are here, by the keys of their futures
        self.looked, self.seen = -np.inf, time.monotonic()
        self.client = self._connect()
        self.workers = Workers(self.client)

    def _connect(self) -> Any:
        """A client of the scheduler, the same one as long as it is connected."""
        known = _clients.get(self.address)
        if known is not None and known.status == "running":
            return known
        _silence()
        try:
            client = import_module("distributed").Client(self.address, timeout=self.patience, set_as_default=False)
        except (OSError, TimeoutError, ValueError):
            raise RunError(f"there is no Dask scheduler at {self.backend} that answers") from None
        _clients[self.address] = client
        return client

    def threads(self) -> int:
        """Threads of all workers that may be used, looked at anew now and then; waits while there are none."""
        while time.monotonic() - self.looked > LOOK_SECONDS or not self.ready or self.client.status != "running":
            self._look()
        return sum(self.ready.values())

    def _look(self) -> None:
        """Note which workers there are now."""
        if self.client.status not in ("running", "connecting"):
            self._fail(f"there has been no scheduler at {self.backend} for {self.patience:.0f} s")
        there: dict[str, int] = {}
        if self.client.status == "running":
            with contextlib.suppress(OSError, TimeoutError):
                there = self.client.sync(self.client.scheduler.ncores, callback_timeout=self.patience)
        self.there, self.ready = frozenset(there), self.workers.ready(there) if there else {}
        notices.workers = len(self.ready)
        if self.ready or (there and self.workers.warming):
            self.seen = self.looked = time.monotonic()
        elif time.monotonic() - self.seen > self.patience:
            who = "no worker" if self.client.status == "running" else "no scheduler"
            self._fail(f"there has been {who} at {self.backend} for {self.patience:.0f} s")
        if not self.ready:
            time.sleep(WAIT_SECONDS)

    def send(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]], alone: bool = False) -> Sent:
        """Send calls to a worker, by their arguments. alone: to one worker, and no other if that one ends."""
        task = pickle.dumps(Call(perform, cloudpickle.dumps((function, calls))))
        if alone:  # to one that is still there: others were lost just now
            self.looked = -np.inf
            self.threads()
        workers = frozenset([min(self.ready)] if alone else self.ready)
        return Sent(self.client.submit(pickle.loads, task, workers=list(workers), pure=False), workers)

    def is_forgotten(self, sent: Sent) -> bool:
        """Whether calls must be sent again because the scheduler was started anew."""
        return sent.future.key not in self.fetched and bool(sent.future.cancelled())

    def is_lost(self, sent: Sent) -> bool:
        """Whether all workers that might have made some calls have ended, or so many of those that did that the
        scheduler gave up.
        """
        if sent.future.key in self.fetched:
            return False
        if sent.future.status == "error":
            with contextlib.suppress(TimeoutError, OSError, CancelledError, FutureCancelled):
                error = sent.future.exception(timeout=LOOK_SECONDS)
                return isinstance(error, import_module("distributed").scheduler.KilledWorker)
        return not (sent.future.done() or sent.workers & self.there)

    def is_done(self, sent: Sent) -> bool:
        """Whether a call is over, after a little waiting."""
        if sent.future.key in self.fetched:
            return True
        with contextlib.suppress(TimeoutError, OSError, CancelledError, FutureCancelled):
            with self.client.as_current():
                import_module("distributed").wait(sent.future, timeout=WAIT_SECONDS)
        return bool(sent.future.done()) and not (self.is_forgotten(sent) or self.is_lost(sent))

    def fetch(self, calls: Iterable[Sent]) -> None:
        """Bring home the answers of all calls that are over, in one request, so that a slow network delays them once;
        those that cannot be had like this are left to `result`.
        """
        futures = [sent.future for sent in calls]
        over = [each for each in futures if each.status == "finished" and each.key not in self.fetched]
        gather = partial(self.client.gather, over, asynchronous=True)
        with contextlib.suppress(Exception, CancelledError):
            answers = self.client.sync(gather, callback_timeout=LOOK_SECONDS)
            self.fetched |= dict(zip((each.key for each in over), answers, strict=True))

    def result(self, sent: Sent, name: str) -> Answer | None:
        """What comes back of calls that are over; None if it was lost with the worker or the scheduler that had it.
        name: of the part, in errors.
        """
        began, here = time.monotonic(), self.fetched.pop(sent.future.key, None)
        if here is not None:
            return Answer(*pickle.loads(here))
        try:
            while sent.future.done():
                with contextlib.suppress(TimeoutError):
                    return Answer(*pickle.loads(sent.future.result(timeout=LOOK_SECONDS)))
                if time.monotonic() - began > self.patience:
                    self._fail(f"{name} did not come back from the Dask cluster")
            return None
        except RunError:
            raise
        except (Exception, CancelledError) as error:
            if self.is_forgotten(sent) or self.is_lost(sent):
                return None
            self._fail(f"{name} did not come back from the Dask cluster ({type(error).__name__})")

    def _fail(self, what: str) -> NoReturn:
        raise RunError(f"{what}; what was kept with --out is not lost, and the same command goes on from there")

    def give_up(self, calls: Iterable[Sent]) -> None:
        """Drop calls that nobody waits for any more."""
        with contextlib.suppress(Exception):
            self.client.cancel([sent.future for sent in calls], force=True)
        notices.workers = 0


def _silence() -> None:
    """Have Dask write nothing on standard error: what matters is said in one sentence."""
    import_module("distributed")
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@atexit.register
def close() -> None:
    """Take leave of all schedulers."""
    for address in list(_clients):
        with contextlib.suppress(Exception):
            _clients.pop(address).close(timeout=1)
