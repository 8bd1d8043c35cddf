"""How fast the simulator is on this machine: nanoseconds a decision, decisions and games a second."""

import math
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.fields import usual_players
from knotlab.analysis.runs.play import make_job, play_job
from knotlab.sim import games
from knotlab.sim.compiling.jit import entry, once
from knotlab.sim.compiling.later import types
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.job import Job, compile_ahead, play_numbers
from knotlab.sim.protocol import FINISHED
from knotlab.strategies.resolve import whole_players

ROUNDS, LOG_ROUNDS = 12, 3
PIECES = 48  # of what each thread plays in a round: with few, one thread would wait long for the other at its end
FEW = 100  # games that show about how long one takes
SPINS = 250_000_000  # turns of the bare loop for each second of `LEAST`: about half as long
LEAST = 1.0  # seconds, about, that a round takes one thread: short rounds would time the dispatch of their pieces


def tables_of(game: str, files: Sequence[Path | str] = ()) -> dict[str, list[str]]:
    """The tables of players that a game is measured with, by a name for each: `BENCHMARKS` of its strategies' package,
    and each strategy of somebody's own.
    """
    tables: dict[str, list[str]] = import_module(f"knotlab.strategies.{game.replace('-', '_')}").BENCHMARKS
    return tables | {name: [name] * usual_players(game) for name in whole_players(game, files)}


def measure(
    n_games: int, on_progress: Callable[[int], None] | None = None, files: Sequence[Path | str] = ()
) -> pd.DataFrame:
    """A row for each game, table of players and number of threads; only games that finish are timed, and of a table
    where none does there are no times.

    n_games: different ones at most, played over and over in a round. Times are of the fastest of several rounds, which
    is what the machine can do when nothing else runs on it, and so is `times one thread`; next to it stands what
    threads of a bare loop reach, which share nothing. `slowest round` is the slowest over the fastest. on_progress:
    called with the per cent done since the last call. files: with strategies of somebody's own, which are measured next
    to those that ship.
    """
    tables = [(game, kind, players) for game in games.names() for kind, players in tables_of(game, files).items()]
    rows = []
    for game, kind, players in tables:
        rows += _measure_table(game, kind, make_job(game, players, seed=DEFAULT_SEED, strategies_from=files), n_games)
        if on_progress is not None:
            on_progress(100 // len(tables))
    return pd.DataFrame(rows)


def _measure_table(game: str, kind: str, job: Job, n_games: int) -> list[dict[str, Any]]:
    """One table of players with one and two threads, timed in turn so that both meet the same machine."""
    compile_ahead(job)
    numbers = _enough(job, n_games)
    results = play_numbers(job, numbers)
    finished = results["end"] == FINISHED
    if not finished.any():
        return [{"game": game, "players": kind, "unfinished left out": 1.0}]
    numbers, results = numbers[finished], results[finished]
    started = time.perf_counter()
    play_numbers(job, numbers)
    times_over = max(1, round(LEAST / (time.perf_counter() - started)))
    pieces = [(job, piece) for piece in np.array_split(np.tile(numbers, times_over), PIECES)]
    spins = [(int(LEAST * SPINS) // PIECES, piece) for piece in range(PIECES)]
    seconds: dict[int, list[float]] = {1: [], 2: []}
    spinning: dict[int, list[float]] = {1: [], 2: []}
    spin_kernel()
    for _ in range(ROUNDS):
        for threads, times in seconds.items():
            times.append(_seconds(play_numbers, pieces, threads) / times_over)
            spinning[threads].append(_seconds(_spin, spins, threads))
    decisions, n = int(results["decisions"].sum()), len(numbers)
    rows, alone = [], min(seconds[1])
    for threads, times in seconds.items():
        fastest = min(times)
        rows.append(
            {
                "game": game,
                "players": kind,
                "threads": threads,
                "ns a decision": 1e9 * fastest / decisions,
                "decisions/s": decisions / fastest,
                "turns/s": int(results["turns"].sum()) / fastest,
                "games/s": n / fastest,
                "slowest round": max(times) / fastest,
                "times one thread": alone / fastest,
                "bare loop, times one thread": min(spinning[1]) / min(spinning[threads]),
                "decisions a game": decisions / n,
                "unfinished left out": 1 - n / len(finished),
            }
        )
    return rows


def _seconds(function: Callable[..., Any], pieces: list[tuple[Any, ...]], threads: int) -> float:
    """Seconds of some threads, each with this many pieces, over their number."""
    started = time.perf_counter()
    for _done in fan_out(function, pieces * threads, threads):
        pass
    return (time.perf_counter() - started) / threads


@once
def spin_kernel() -> Any:
    """A compiled loop that touches no memory, once a process: what threads of this machine can do at best."""

    def spin(n: int, start: int) -> int:
        x = start
        for _ in range(n):
            x = (x * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        return x

    return entry(spin, types.int64(types.int64, types.int64), "bench.spin")


def _spin(n: int, start: int) -> int:
    """So many turns of the bare loop."""
    return int(spin_kernel()(n, start))


def measure_log(n_games: int, on_progress: Callable[[int], None] | None = None) -> pd.DataFrame:
    """A row for each game with the event log on, one core: the same games without a folder, with one, and with the log
    in it, all by one script.

    n_games: played at most in each of several rounds, of which the fastest counts. on_progress: called after each game
    with 1.
    """
    rows = []
    for game in games.names():
        job = make_job(game, list(tables_of(game).values())[1], seed=DEFAULT_SEED)
        compile_ahead(job, log=True)
        rows.append(
            {"game": game, "players": ", ".join(dict.fromkeys(player.name for player in job.players))}
            | _measure_log(job, len(_enough(job, n_games)))
        )
        if on_progress is not None:
            on_progress(1)
    return pd.DataFrame(rows)


def _measure_log(job: Job, n_games: int) -> dict[str, float]:
    """Decisions a second of one core in each way of keeping games, and the bytes of the log."""
    seconds: dict[str, list[float]] = {}
    for _ in range(LOG_ROUNDS):
        with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as logged:
            for way, folder in (
                ("nothing kept", None),
                ("games kept", Path(kept, "run")),
                ("event log kept", Path(logged, "run")),
            ):
                result = play_job(job, n_games, workers=1, out=folder, log=way == "event log kept")
                seconds.setdefault(way, []).append(result.seconds)
            size = sum(file.stat().st_size for file in Path(logged).rglob("log-*.parquet"))
    decisions = result.tally.decisions
    return {f"decisions/s, {way}": decisions / min(times) for way, times in seconds.items()} | {
        "bytes a decision": size / decisions
    }


def _enough(job: Job, n_games: int) -> np.ndarray:
    """The numbers of as many games as fill a round, at most this many."""
    started = time.perf_counter()
    play_numbers(job, np.arange(FEW))
    per_game = (time.perf_counter() - started) / FEW
    return np.arange(min(n_games, max(FEW, math.ceil(LEAST / per_game))))
