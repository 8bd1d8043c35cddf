"""A run of games: what is played, and the playing of some of it. The unit of work is a part: some consecutive deals in all their rotations."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from sim import engine, games, trace
from sim.chance import streams
from sim.errors import StrategyError
from sim.players import Player, player_records
from sim.protocol import ENDS, Game, Match

STREAM_VERSION = 1


@dataclass(frozen=True)
class Job:
    """Which games, or matches, are played: game, rules (every setting by name), players, seed. Small, and fit to be sent to another process."""

    game: str
    rules: Mapping[str, Any]
    players: tuple[Player, ...]
    seed: int
    purpose: str = "play"
    fixed_seats: bool = False
    rollout: int = 0
    match: Match | None = None  # none: each game by itself

    @property
    def rotations(self) -> int:
        """Games played on each deal."""
        return 1 if self.fixed_seats else len(self.players)

    def seats(self, index: int) -> list[int]:
        """The player number on each seat in game `index`."""
        n = len(self.players)
        return [(seat + index % self.rotations) % n for seat in range(n)]


@cache
def batch_kernel(name: str) -> Any:
    """The compiled batch kernel of a game, once a process."""
    return engine.compile_batch(games.find(name))


@cache
def traced_kernel(name: str) -> Any:
    """The compiled tracing kernel of a game, once a process."""
    return engine.compile_traced(games.find(name))


def compile_ahead(job: Job) -> None:
    """Compile all that a job needs, before it is fanned out."""
    batch_kernel(job.game)
    player_records(job.players)


def fresh_tables(game: Game, job: Job) -> engine.Table:
    """Two empty positions with a job's settings and streams: the live one and one for marks."""
    views = np.zeros(2, game.view)
    for view in views:
        game.prepare(view, job.rules)
    chance = streams(job.seed, job.purpose)
    return engine.Table(views, np.zeros(2, game.hidden), np.concatenate([chance, chance]))


def play_games(job: Job, first: int, count: int) -> np.ndarray:
    """Play games first .. first + count - 1, as `play_numbers` does."""
    return play_numbers(job, np.arange(first, first + count))


def play_numbers(job: Job, numbers: np.ndarray) -> np.ndarray:
    """Play the games of some numbers: records of the game's result dtype, of the numbers' shape, fields by seat.

    Raises StrategyError if a strategy raises or gives a score that is no number.
    """
    game = games.find(job.game)
    tables, runs = fresh_tables(game, job), np.zeros(2, engine.RUN)
    runs["limit"], runs["rollout"], runs["players"] = job.rules.get("turn_limit", 2**62), job.rollout, player_records(job.players)
    results = np.zeros(len(numbers), game.result)
    arguments = (tables, np.zeros(1, game.options), runs)
    try:
        with np.errstate(divide="raise"):  # without the compiler NumPy's numbers would divide by zero with a warning only
            batch_kernel(job.game)(*arguments, numbers, results, job.rotations)
    except Exception as error:
        raise _blame(job, tables, runs, int(numbers[runs[0].game]), error) from error
    return results


def _blame(job: Job, tables: engine.Table, runs: np.ndarray, index: int, error: Exception) -> StrategyError:
    """Which strategy failed, in which game and at which decision."""
    player = job.players[int(runs[0].player[tables.views[0].seat])]
    if isinstance(error, FloatingPointError):
        error = ZeroDivisionError("division by zero")
    what = str(error) or type(error).__name__
    if isinstance(error, TypeError) and "got None" in what:
        what = "it returned nothing; a score is a number, whatever the move"
    elif not isinstance(error, ValueError) or "NaN" not in what:
        what = f"{type(error).__name__}: {what}"
    return StrategyError(player.name, index, int(runs[0].decisions), what)


@dataclass(frozen=True, eq=False)
class Played:
    """One game played again and traced: its result and everything that happened, up to a strategy's failure if there is one."""

    job: Job
    index: int
    result: np.record
    trace: trace.Trace
    tables: engine.Table
    failure: StrategyError | None = None

    @property
    def end(self) -> str:
        """How the game ended: finished, stalled or capped."""
        return ENDS[int(self.result.end)]


def play_traced(job: Job, index: int) -> Played:
    """Play game `index` of a job alone, with a trace. It is the same game as in any batch."""
    game = games.find(job.game)
    try:
        result, failure = play_games(job, index, 1)[0], None
    except StrategyError as error:
        result, failure = np.zeros(1, game.result)[0], error
        result.turns = 2**31 - 1
    room = trace.empty()
    while True:
        tables, runs = fresh_tables(game, job), np.zeros(1, engine.RUN)
        run = runs[0]
        run.deal, run.rotation, run.rollout = index // job.rotations, index % job.rotations, job.rollout
        run.player[: len(job.players)] = job.seats(index)
        run.limit, run.players = result.turns, player_records(job.players)
        with contextlib.suppress(Exception) if failure else contextlib.nullcontext():
            traced_kernel(job.game)(tables, np.zeros(1, game.options), runs, room)
        if not trace.overflowed(room):
            return Played(job, index, result, room, tables, failure)
        room = trace.empty(int(room.sizes[0]), int(room.sizes[1]))
