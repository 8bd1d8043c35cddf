"""What it costs that array bounds are checked in all that users' strategies compute."""

import time
from dataclasses import replace

import numpy as np
import pandas as pd

from knotlab.analysis.defaults import DEFAULT_SEED, Progress, untold
from knotlab.analysis.runs.bench import LOG_ROUNDS, enough, tables_of
from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.playing.job import batch_kernel, play_batch


def measure_bounds(n_games: int, on_progress: Progress = untold) -> pd.DataFrame:
    """A row for each game: what it costs that array bounds are checked in users' strategies. The same games of the same
    players, one core, with bounds checked in what these compute, as if they did not ship, and without.

    n_games: played at most in each of several rounds, of which the fastest counts. on_progress: called after each game
    with 1.
    """
    rows = []
    for game in games.names():
        job = make_job(game, list(tables_of(game).values())[1], seed=DEFAULT_SEED)
        checked = tuple(replace(each, functions=replace(each.functions, bounds=True)) for each in job.players)
        numbers, seconds = enough(job, n_games), dict[str, list[float]]()
        results = np.zeros(len(numbers), games.find(game).result)
        for _ in range(1 + LOG_ROUNDS):
            for way, players in (("unchecked", job.players), ("checked", checked)):
                started = time.perf_counter()
                play_batch(batch_kernel(game), replace(job, players=players), numbers, results)
                seconds.setdefault(way, []).append(time.perf_counter() - started)
        unchecked, with_checks = (min(times[1:]) for times in seconds.values())  # the first round compiles
        rows.append(
            {
                "game": game,
                "players": ", ".join(dict.fromkeys(player.name for player in job.players)),
                "decisions/s, bounds unchecked": int(results["decisions"].sum()) / unchecked,
                "decisions/s, bounds checked": int(results["decisions"].sum()) / with_checks,
                "times as long": with_checks / unchecked,
            }
        )
        on_progress(1)
    return pd.DataFrame(rows)
