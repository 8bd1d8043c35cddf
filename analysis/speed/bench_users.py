"""What it costs that strategies are somebody's own: that array bounds are checked in all that they compute, and that
players in plain Python are asked from within a game, next to how long the same function takes on objects at hand.
"""

import time
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.defaults import DEFAULT_SEED, Progress, untold
from knotlab.analysis.runs.fields import usual_players
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.speed.bench import LOG_ROUNDS, enough, fastest, tables_of
from knotlab.sim import games
from knotlab.sim.playing.asked import Scorer
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.job import Job, batch_kernel, compile_ahead, play_batch
from knotlab.sim.playing.players import Functions, Player


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
                play_batch(batch_kernel, replace(job, players=players), numbers, results)
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


# --- in plain Python ---


GAMES = 12
READ = ("seat", "players", "decision_uniform", "hand_sizes")  # of the view


def weigh(view: Any, move: Any) -> Any:
    """The score of a move, in as few lines as a hunch may have: all but random, so that games are varied."""
    total = view.seat / view.players + view.decision_uniform
    for number in move:
        total = total * 3.7 + number
    few = view.hand_sizes[view.seat] < 4
    return total % 1 + few


class _Keeping(Scorer):
    """Keeps what it is asked about, as objects with the fields that are read."""

    def __init__(self, kept: list[tuple[Any, tuple[Any, ...]]]) -> None:
        super().__init__(weigh)
        self.kept = kept

    def scores(self, view: Any, moves: tuple[Any, ...]) -> list[Any]:
        """The score of each move."""
        self.kept.append((SimpleNamespace(**{name: getattr(view, name) for name in READ}), moves))
        return super().scores(view, moves)


def measure_plain(on_progress: Progress = untold) -> pd.DataFrame:
    """Measure players in plain Python.

    on_progress: called with 1 after each row. Returns a row for each game: legal moves a decision, microseconds of
    processor time for a decision within games, and for scoring the same moves on objects that are at hand, and how many
    times as long the first takes.
    """
    rows = []
    for game in games.names():
        job, kept = _job(game, "weighing", partial(Scorer, weigh)), list[tuple[Any, tuple[Any, ...]]]()
        playing = fastest(partial(play_numbers, job, np.arange(GAMES)))  # before there is much in memory
        play_numbers(_job(game, "keeping", partial(_Keeping, kept)), np.arange(GAMES))
        within, alone = playing / len(kept), fastest(partial(_score_all, kept)) / len(kept)
        rows.append(
            {
                "game": game,
                "moves": sum(len(moves) for _, moves in kept) / len(kept),
                "us a decision": within * 1e6,
                "us on objects at hand": alone * 1e6,
                "times": within / alone,
            }
        )
        on_progress(1)
    return pd.DataFrame(rows)


def _score_all(kept: list[tuple[Any, tuple[Any, ...]]]) -> None:
    """Score all moves of decisions that are kept."""
    for view, moves in kept:
        for move in moves:
            weigh(view, move)


def _job(game: str, name: str, score: Any) -> Job:
    """Games in which all players score moves in plain Python."""
    usual = make_job(game, ["random"] * usual_players(game), seed=DEFAULT_SEED)
    functions = Functions(game, name, score, None, "", asks=True)
    job = replace(usual, players=(Player(name, functions, reads=frozenset(["decision"])),) * usual.n_players)
    compile_ahead(job)
    return job
