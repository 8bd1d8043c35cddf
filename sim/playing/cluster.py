"""The pieces of a run on a Dask cluster.

Dask schedules, sends, and moves what a lost worker had to others. What is here is what Dask cannot know: in which
order results are wanted, how many may be on their way, who has been silent for too long, and when to give up; and that
a worker must have the same versions, and compiles before it plays what the sender has compiled.

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
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import takewhile
from statistics import median
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
SILENT, LEAST_SILENT = 5, 5.0  # times of a usual call, and seconds, after which another worker gets a call, too
RECENT = 20  # calls of which the usual time is taken
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

    number: its place among all. futures: what it was sent as, the latest last; none while it waits to be sent. since:
    when it was sent last. is_noted: whether it was seen that its result is there. is_suspect: whether Dask gave it up
    before, maybe because of another one on the same workers.
    """

    number: int
    futures: list[Any] = field(default_factory=list)
    since: float = 0.0
    is_noted: bool = False
    is_suspect: bool = False

    @property
    def over(self) -> Any:
        """The future whose result is there, the latest of several; None if none is."""
        return next((each for each in reversed(self.futures) if each.status == "finished"), None)


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
            if not sent[0].futures:
                cluster.send(sent[0])
            cluster.note_what_is_over(sent)
            cluster.send_to_others_if_silent(sent)
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
        self.looked, self.seen, self.answered = -np.inf, time.monotonic(), time.monotonic()
        self.got_ready, self.ready_since = np.inf, np.inf  # seconds to the first result of all, and when it was there
        self.took: deque[float] = deque(maxlen=RECENT)  # seconds to the result of a call that was sent after that
        self.behind: dict[str, list[Any]] = {}  # by silent worker, its futures of calls that others were given, too
        self.is_one_by_one = False  # whether results are brought home one by one, as some did not come
        self.way = LEAST_SILENT  # seconds for results to come; twice as many after each time they did not
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
            return
        if status not in ("running", "connecting") or time.monotonic() - self.seen > self.patience:
            who = "worker" if status == "running" else "scheduler"
            self._fail(f"there has been no {who} at {self.backend} for {self.patience:.0f} s")
        time.sleep(WAIT_SECONDS)

    def send(self, each: Sent) -> Sent:
        """Send a call to whichever worker the scheduler chooses, to a silent one only if there is no other."""
        call = cloudpickle.dumps((self.function, self.arguments[each.number]))
        task = pickle.dumps(Call(perform, code_versions(), self.kernels, call))
        others = [address for address in self.ready if address not in self.behind] if self.behind else []
        where: dict[str, Any] = {"workers": others, "allow_other_workers": True} if others else {}
        each.futures.append(self.client.submit(pickle.loads, task, pure=False, **where))
        each.since = time.monotonic()
        return each

    def note_what_is_over(self, sent: Sequence[Sent]) -> None:
        """Note how long calls took whose results are there, be it that those before them are not."""
        now = time.monotonic()
        for each in sent:
            if each.over is not None and not each.is_noted:
                each.is_noted = True
                if each.since > self.ready_since:
                    self.took.append(now - each.since)
                elif self.got_ready == np.inf:
                    self.got_ready, self.ready_since = now - each.since, now

    def is_overdue(self, each: Sent) -> bool:
        """Whether a call takes many times as long as others did; the first ones wait until a worker is ready, too."""
        usual = SILENT * median(self.took) if self.took else 0.0
        if not self.took or each.since < self.ready_since:
            usual = max(usual, AHEAD * self.got_ready)
        return time.monotonic() - each.since > usual + LEAST_SILENT

    def send_to_others_if_silent(self, sent: Sequence[Sent]) -> None:
        """Send calls to another worker, too, whose worker is silent, and name it; one that answers is so no more."""
        for address, futures in [*self.behind.items()]:
            if futures and not any(each.status == "pending" for each in futures):
                del self.behind[address]
        overdue = [each for each in sent if each.futures and each.over is None and self.is_overdue(each)]
        if overdue and len(self.ready) > 1:
            where: dict[str, Any] = {}
            with contextlib.suppress(*LOSSES):
                where = self.client.sync(self.client.scheduler.processing, workers=None, callback_timeout=self.patience)
            worker_of = {key: address for address, keys in where.items() for key in keys}
            for each in overdue:  # unless it still waits for a worker
                if worker := worker_of.get(each.futures[-1].key):
                    self._pass_by(worker, each, each.futures[-1])

    def _pass_by(self, address: str, each: Sent, future: Any) -> None:
        """Send a call to another worker than the silent one that has one of its futures."""
        if address not in self.behind:
            seconds = time.monotonic() - each.since
            notices.say(f"the worker {address} has been silent for {seconds:.0f} s; others play its pieces, too")
        self.behind.setdefault(address, [])
        if future.status == "pending":
            self.behind[address].append(future)
        else:  # its result is there, out of reach
            each.futures.remove(future)
        self.send(each)

    def send_again_if_lost(self, each: Sent) -> None:
        """Send a call again that a scheduler which was restarted does not know; have one that Dask gave up wait
        until all before it are done. Raises RunError if it did so before.
        """
        if not each.futures or each.over is not None:
            return
        if each.futures[-1].cancelled():
            self.send(each)
        elif isinstance(error := self._error(each), self.distributed.scheduler.KilledWorker):
            if each.is_suspect:
                raise RunError(
                    f"piece {each.number + 1} of {len(self.arguments)} ended every worker that it was tried on, "
                    f"most recently {error.last_worker.address}; perhaps it needs more memory than they have"
                )
            each.futures, each.is_suspect = [], True

    def _error(self, each: Sent) -> Any:
        """The error with which Dask, not the call itself, ended a call, if it did."""
        with contextlib.suppress(*LOSSES):
            future = each.futures[-1]
            return future.exception(timeout=LOOK_SECONDS) if future.status == "error" else None
        return None

    def results(self, sent: deque[Sent]) -> Iterator[tuple[Any, Exception | None]]:
        """The results and errors of the first calls that are over, after a little waiting, brought home in one request;
        the calls are taken from the queue.
        """
        with contextlib.suppress(*LOSSES), self.client.as_current():
            self.distributed.wait(sent[0].futures, timeout=WAIT_SECONDS, return_when="FIRST_COMPLETED")
        error = None if sent[0].over is not None else self._error(sent[0])
        if error is not None and not isinstance(error, self.distributed.scheduler.KilledWorker):
            raise InputError(f"a worker of {self.backend} cannot be used: {type(error).__name__}: {error}")
        over, answers = list(takewhile(lambda each: each.over is not None, sent)), list[bytes]()
        futures = [each.over for each in (over[:1] if self.is_one_by_one else over)]
        try:
            if over:
                answers = self.client.sync(self._gather, futures, callback_timeout=min(self.patience, self.way))
                self.is_one_by_one = bool(self.behind)
        except TimeoutError:
            self.way = min(2 * self.way, max(self.patience / 4, LEAST_SILENT))
            self._find_holder(sent, futures)
        except (Exception, CancelledError):  # lost with a worker: Dask has them made again
            pass
        if answers or not over:
            self.answered = time.monotonic()
        elif time.monotonic() - self.answered > self.patience:
            self._fail(f"piece {sent[0].number + 1} did not come back from the Dask cluster")
        for answer in answers:
            sent.popleft()
            yield pickle.loads(answer)

    def _find_holder(self, sent: Sequence[Sent], futures: Sequence[Any]) -> None:
        """Some results do not come: bring them one by one, and pass by who has one that does not, with all he has."""
        self.is_one_by_one, (future, *others) = True, futures
        if others or len(self.ready) < 2:
            return
        with contextlib.suppress(*LOSSES):
            over = {each.over.key: each for each in sent if each.over is not None}
            held = self.client.sync(self.client.scheduler.who_has, keys=[*over], callback_timeout=self.patience)
            silent = held.get(future.key)
            for key in filter(lambda key: silent and held[key] == silent, over):
                self._pass_by(silent[0], over[key], over[key].over)

    async def _gather(self, futures: list[Any]) -> list[bytes]:
        """The results of some futures."""
        answers: list[bytes] = await self.client.gather(futures, asynchronous=True)
        return answers

    def _fail(self, what: str) -> NoReturn:
        raise RunError(f"{what}; what was kept with --out is not lost, and the same command continues from there")

    def give_up(self, calls: Sequence[Sent]) -> None:
        """Drop calls that nobody waits for any more."""
        with contextlib.suppress(Exception):
            behind = [each for futures in self.behind.values() for each in futures]
            self.client.cancel([*behind, *(each for call in calls for each in call.futures)], force=True)
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
