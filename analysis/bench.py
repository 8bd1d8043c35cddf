"""How fast the simulator is on this machine: nanoseconds a decision, decisions and games a second."""

import statistics
import time
from collections.abc import Callable

import numpy as np
import pandas as pd

from analysis.play import DEFAULT_SEED, make_job
from sim import games
from sim.fanout import fan_out
from sim.job import Job, compile_ahead, play_numbers
from sim.protocol import FINISHED

REPEATS = 5

# By game: what is measured, and the players of a table.
KINDS = {
    "twisted-knot": {
        "simple scripts": ["shed", "hoard-nines", "hoard-aces"],
        "simple scripts, tremble 2 %": ["shed:tremble=0.02", "hoard-nines:tremble=0.02", "hoard-aces:tremble=0.02"],
        "shed, tremble 2 %": ["shed:tremble=0.02"] * 3,
        "random": ["random"] * 3,
    },
}


def measure(n_games: int, on_progress: Callable[[int], None] | None = None) -> pd.DataFrame:
    """A row for each game, kind of player and number of threads; only games that finish are timed. Median of several rounds in turn.

    on_progress: called with the per cent done since the last call.
    """
    kinds = [(game, kind, players) for game in games.names() for kind, players in KINDS.get(game, {}).items()]
    rows = []
    for game, kind, players in kinds:
        rows += _measure_kind(game, kind, make_job(game, players, seed=DEFAULT_SEED), n_games)
        if on_progress is not None:
            on_progress(100 // len(kinds))
    return pd.DataFrame(rows)


def _measure_kind(game: str, kind: str, job: Job, n_games: int) -> list[dict]:
    """One kind of player with one and two threads, timed in turn so that both meet the same machine."""
    compile_ahead(job)
    numbers = np.arange(n_games)
    results = play_numbers(job, numbers)
    finished = results["end"] == FINISHED
    numbers, results = numbers[finished], results[finished]
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(REPEATS):
        for threads, times in seconds.items():
            started = time.perf_counter()
            for _done in fan_out(play_numbers, [(job, numbers)] * threads, threads):
                pass
            times.append((time.perf_counter() - started) / threads)
    decisions, n = int(results["decisions"].sum()), len(numbers)
    one = statistics.median(seconds[1])
    rows = []
    for threads, times in seconds.items():
        median = statistics.median(times)
        rows.append(
            {
                "game": game,
                "players of three": kind,
                "threads": threads,
                "ns a decision": 1e9 * median / decisions,
                "decisions/s": decisions / median,
                "games/s": n / median,
                "times one thread": one / median,
                "decisions a game": decisions / n,
                "unfinished left out": 1 - n / n_games,
            }
        )
    return rows
