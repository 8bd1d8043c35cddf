"""What a Dask cluster costs next to the threads of one machine.

A scheduler and two workers of one thread each run on this machine. Threads and cluster play the same games in turns
(threads, cluster, cluster, threads).

Command: python -m knotlab.studies.cluster (make cluster)
Result: a table in Markdown, printed
Page: docs/machines.md
"""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import distributed

import knotlab
from knotlab.sim.playing import cluster as ours
from knotlab.studies.command import on_linux, parser, run

GAME, SEED = "twisted-knot", 11
TABLE = ["shed", "random:tremble=0"]
GAMES = 1_000_000
STRONG = ["all-round"] * 4  # whose parts take about a second each
STRONG_GAMES = 250_000
ROUNDS = 3
WORKERS = 2
HOST = "127.0.0.1"


@dataclass(frozen=True)
class Spent:
    """Of a run: seconds of the clock, of this process, and of scheduler and workers."""

    clock: float
    driver: float
    others: float

    @property
    def processor(self) -> float:
        """Seconds of the processor in all."""
        return self.driver + self.others


@dataclass(frozen=True)
class Processes:
    """A scheduler with two workers."""

    backend: str
    pids: tuple[int, ...]

    def seconds(self) -> float:
        """Seconds of the processor that they have taken."""
        stats = [Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split() for pid in self.pids]
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def started() -> Iterator[Processes]:
    """A scheduler and its workers, once they answer."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    dask = [sys.executable, "-P", "-m", "dask"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = [*dask, "scheduler", "--host", HOST, "--port", str(port), "--no-dashboard"]
    options = f"worker tcp://{HOST}:{port} --host {HOST} --nthreads 1 --no-nanny --no-dashboard"
    worker = [*dask, *options.split()]
    processes: list[Any] = [subprocess.Popen(scheduler, **quiet)]  # type: ignore[call-overload]
    processes += [subprocess.Popen(worker, **quiet) for _ in range(WORKERS)]  # type: ignore[call-overload]
    try:
        with distributed.Client(f"tcp://{HOST}:{port}", timeout=60, set_as_default=False) as client:
            client.wait_for_workers(WORKERS)
        yield Processes(f"dask://{HOST}:{port}", tuple(process.pid for process in processes))
    finally:
        ours.close()
        for process in reversed(processes):  # a worker without a scheduler would wait for one
            process.kill()
            process.wait()


def cost_of(play: Callable[[], Any], others: Callable[[], float] = lambda: 0.0) -> Spent:
    """What a call costs."""
    clock, driver, before = time.perf_counter(), time.process_time(), others()
    play()
    return Spent(time.perf_counter() - clock, time.process_time() - driver, others() - before)


def play(backend: str, table: Sequence[str] = TABLE, games: int = GAMES) -> None:
    """Games without a folder."""
    knotlab.play(GAME, table, games=games, backend=backend, **_options(backend))


def duel(backend: str) -> None:
    """A duel of a million games."""
    knotlab.duel(GAME, *TABLE, games=GAMES, players=2, backend=backend, **_options(backend))


def _options(backend: str) -> dict[str, Any]:
    return {"seed": SEED, "workers": WORKERS if backend == "threads" else None, "progress": False}


def compare(name: str, games: int, play: Callable[[str], None], there: Processes) -> str:
    """A line of the table: threads and cluster side by side."""
    for backend in ("threads", there.backend):
        play(backend)
    threads: list[Spent] = []
    cluster: list[Spent] = []
    for _ in range(ROUNDS):
        threads.append(cost_of(lambda: play("threads")))
        cluster += [cost_of(lambda: play(there.backend), there.seconds) for _ in range(2)]
        threads.append(cost_of(lambda: play("threads")))
    speed = median(each.clock for each in threads) / median(each.clock for each in cluster)
    cost = median(each.processor for each in cluster) / median(each.processor for each in threads)
    driver = median(each.driver / each.processor for each in cluster)
    return f"| {name} | {games:,} | {speed:.2f} | {cost:.2f} | {driver:.1%} |"


def main(words: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser(__doc__).parse_args(words)
    on_linux()
    print("| | games | speed, over two threads | processor time, over two threads | driver's share of it |")
    print("|---|---|---|---|---|")
    strong = partial(play, table=STRONG, games=STRONG_GAMES)
    with started() as there:
        for name, games, play_on in (
            ("play", GAMES, play),
            ("duel", GAMES, duel),
            ("play, strong", STRONG_GAMES, strong),
        ):
            print(compare(name, games, play_on, there), flush=True)


if __name__ == "__main__":
    run(main)
