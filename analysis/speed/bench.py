"""How fast the simulator is on this machine: nanoseconds a decision, decisions and games a second; how fast games are
played on from a position, and what players who look ahead cost, in seconds of one core: of the processor's time, so
that other programs count less.
"""

import math
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.defaults import DEFAULT_SEED, Progress, untold
from knotlab.analysis.runs.fields import members, usual_players
from knotlab.analysis.runs.play import make_job, play_job
from knotlab.sim import games
from knotlab.sim.compiling.jit import entry, once
from knotlab.sim.compiling.later import types
from knotlab.sim.compiling.precompile import Kernel, make_ready
from knotlab.sim.kernels.branch_kernels import branch_kernel, stop_kernel
from knotlab.sim.kernels.lookahead import PLAYED_AT
from knotlab.sim.playing import branch
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, FINISHED, OVER, TURN
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.home import module_of
from knotlab.strategies.resolve import player, whole_players

ROUNDS, LOG_ROUNDS = 12, 3
PIECES = 48  # of what each thread plays in a round: with few, one thread would wait long for the other at its end
FEW = 100  # games that show about how long one takes
SPINS = 250_000_000  # turns of the bare loop for each second of `LEAST`: about half as long
LEAST = 1.0  # seconds, about, that a round takes one thread: short rounds would time the dispatch of their pieces


def tables_of(game: str, files: Sequence[Path | str] = ()) -> dict[str, list[str]]:
    """The tables of players that a game is measured with, by a name for each: `BENCHMARKS` of its strategies' package,
    and each strategy of somebody's own.
    """
    tables: dict[str, list[str]] = module_of(game).BENCHMARKS
    return tables | {name: [name] * usual_players(game) for name in whole_players(game, files)}


def measure(n_games: int, on_progress: Progress = untold, files: Sequence[Path | str] = ()) -> pd.DataFrame:
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
        on_progress(100 // len(tables))
    return pd.DataFrame(rows)


def _measure_table(game: str, kind: str, job: Job, n_games: int) -> list[dict[str, Any]]:
    """One table of players with one and two threads, timed in turn so that both meet the same machine."""
    compile_ahead(job)
    numbers = enough(job, n_games)
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


def measure_log(n_games: int, on_progress: Progress = untold) -> pd.DataFrame:
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
            | _measure_log(job, len(enough(job, n_games)))
        )
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


def enough(job: Job, n_games: int) -> np.ndarray:
    """The numbers of as many games as fill a round, at most this many."""
    started = time.perf_counter()
    play_numbers(job, np.arange(FEW))
    per_game = (time.perf_counter() - started) / FEW
    return np.arange(min(n_games, max(FEW, math.ceil(LEAST / per_game))))


# --- rollouts, and players who look ahead ---


FIELDS = ("simple", "strong")
ROLLOUT_ROUNDS = 5  # of each measurement, of which the fastest counts
POSITIONS = 200  # games that are played whole, and played on from a decision somewhere in them
ROLLOUTS = 5  # of each position


def measure_rollouts(on_progress: Progress = untold) -> pd.DataFrame:
    """Measure games that are played whole, and played on from somewhere with hidden cards redealt.

    on_progress: called with 1 after each row. Returns a row for each game and field of players (`simple`, `strong`):
    `games/s` from the deal to the end, `rollouts/s` from decisions with a choice, each equally likely, how many times
    as many these are, and what share of a whole game's decisions is left to be played: if rollouts cost nothing else,
    they would be one over it times as many.
    """
    rows = []
    for game in games.names():
        for field in FIELDS:
            names = (members(game, field, usual_players(game)) * usual_players(game))[: usual_players(game)]
            rows.append({"game": game, "players": field} | _measure_rollouts(make_job(game, names, seed=DEFAULT_SEED)))
            on_progress(1)
    return pd.DataFrame(rows)


def _measure_rollouts(job: Job) -> dict[str, float]:
    """Games and rollouts a second between the same players."""
    compile_ahead(job)
    make_ready([Kernel(make, (job.game, False), job.game) for make in (branch_kernel, stop_kernel)])
    numbers = np.arange(POSITIONS)
    results = play_numbers(job, numbers)
    numbers, results = (each[results["end"] == FINISHED] for each in (numbers, results))
    start = _positions(job, numbers, results["decisions"])
    moves = branch.own_choice(job, len(start.runs))
    whole, on = len(numbers) * ROLLOUTS, len(start.runs) * ROLLOUTS
    many = np.tile(numbers, ROLLOUTS)
    games_a_second = whole / fastest(lambda: play_numbers(job, many))
    rollouts = on / fastest(lambda: branch.play_branches(job, start, moves, ROLLOUTS, unseen=True))
    played = branch.play_branches(job, start, moves, ROLLOUTS, unseen=True)
    left = float(played["decisions"].mean() - start.runs["decisions"].mean())
    return {
        "games/s": games_a_second,
        "rollouts/s": rollouts,
        "times whole games": rollouts / games_a_second,
        "decisions left": left / float(results["decisions"].mean()),
    }


def _positions(job: Job, numbers: np.ndarray, decisions: np.ndarray) -> branch.Positions:
    """A decision of each game, at random, as far as hidden cards can be redealt there."""
    can_redeal = games.find(job.game).can_redeal
    chosen = np.random.default_rng(DEFAULT_SEED).integers(decisions)
    start = branch.positions(job, numbers, chosen)
    able = np.array([can_redeal(view) for view in start.views])
    return branch.Positions(*(part[able] for part in start))


def fastest(work: Callable[[], Any]) -> float:
    """The seconds that some work takes in the fastest of several rounds."""
    seconds = []
    for _ in range(ROLLOUT_ROUNDS):
        started = time.process_time()
        work()
        seconds.append(time.process_time() - started)
    return min(seconds)


def measure_looking_ahead(n_games: int = 1, on_progress: Progress = untold) -> pd.DataFrame:
    """Measure players who look ahead, at a table of their own kind.

    on_progress: called with 1 after each row. Returns a row for each strategy that looks ahead: seconds a game,
    decisions with a choice a game, seconds and rollouts a decision, rollouts/s.
    """
    rows = []
    for game in games.names():
        for name in (name for name, strategy in catalogue(game).items() if strategy.is_slow):
            rows.append({"game": game, "players": name} | _measure_looking_ahead(game, name, n_games))
            on_progress(1)
    return pd.DataFrame(rows)


def _measure_looking_ahead(game: str, name: str, n_games: int) -> dict[str, float]:
    """What one strategy that looks ahead costs."""
    who, job = player(game, name), make_job(game, [name] * usual_players(game), seed=DEFAULT_SEED)
    compile_ahead(job)
    seconds, decisions, rollouts = 0.0, 0, 0
    for number in range(n_games):
        step = Stepper(games.find(game), job.rules)
        step.deal(DEFAULT_SEED, number)
        step.begin()
        uniforms = np.random.default_rng(number)
        while step.status != OVER:
            if step.status in (TURN, CHANCE):
                (step.open_turn if step.status == TURN else step.draw_chance)()
                continue
            moves, chosen = step.moves(), 0
            if len(moves) > 1:
                step.view.decision_uniform = uniforms.random()
                started = time.process_time()
                chosen = int(np.argmax(scores_of(who, step.view, moves)))
                seconds += time.process_time() - started
                decisions += 1
                rollouts += int(step.view.plan[PLAYED_AT])
            step.play(moves[chosen])
    return {
        "seconds a game": seconds / n_games,
        "decisions a game": decisions / n_games,
        "seconds a decision": seconds / decisions,
        "rollouts a decision": rollouts / decisions,
        "rollouts/s": rollouts / seconds,
    }
