"""How fast games are played on from a position, and what players who look ahead cost, in seconds of one core of this
machine: of the processor's time, so that other programs count less.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.fields import members, usual_players
from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.compiling.precompile import Kernel, make_ready
from knotlab.sim.kernels.branch_kernels import branch_kernel, stop_kernel
from knotlab.sim.kernels.lookahead import PLAYED_AT
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job, compile_ahead, play_numbers
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, FINISHED, OVER, TURN
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import player

FIELDS = ("simple", "strong")
ROUNDS = 5  # of each measurement, of which the fastest counts
POSITIONS = 200  # games that are played whole, and played on from a decision somewhere in them
ROLLOUTS = 5  # of each position


def measure_rollouts(on_progress: Callable[[int], None] | None = None) -> pd.DataFrame:
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
            if on_progress is not None:
                on_progress(1)
    return pd.DataFrame(rows)


def _measure_rollouts(job: Job) -> dict[str, float]:
    """Games and rollouts a second between the same players."""
    compile_ahead(job)
    make_ready([Kernel(make, (job.game,), job.game) for make in (branch_kernel, stop_kernel)])
    numbers = np.arange(POSITIONS)
    results = play_numbers(job, numbers)
    numbers, results = (each[results["end"] == FINISHED] for each in (numbers, results))
    start = _positions(job, numbers, results["decisions"])
    moves = branch.own_choice(job, len(start.runs))
    whole, on = len(numbers) * ROLLOUTS, len(start.runs) * ROLLOUTS
    many = np.tile(numbers, ROLLOUTS)
    games_a_second = whole / _fastest(lambda: play_numbers(job, many))
    rollouts = on / _fastest(lambda: branch.play_branches(job, start, moves, ROLLOUTS, unseen=True))
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


def _fastest(work: Callable[[], Any]) -> float:
    """The seconds that some work takes in the fastest of several rounds."""
    seconds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        seconds.append(time.process_time() - started)
    return min(seconds)


def measure_looking_ahead(n_games: int = 1, on_progress: Callable[[int], None] | None = None) -> pd.DataFrame:
    """Measure players who look ahead, at a table of their own kind.

    on_progress: called with 1 after each row. Returns a row for each strategy that looks ahead: seconds a game,
    decisions with a choice a game, seconds and rollouts a decision, rollouts/s.
    """
    rows = []
    for game in games.names():
        for name in (name for name, strategy in catalogue(game).items() if strategy.is_slow):
            rows.append({"game": game, "players": name} | _measure_looking_ahead(game, name, n_games))
            if on_progress is not None:
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
