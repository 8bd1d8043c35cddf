"""Games of a job by their numbers, many at a time, of which some are refereed if users' strategies play."""

import time
from collections.abc import Iterator

import numpy as np

from knotlab.sim import games
from knotlab.sim.kernels.eventlog import row_dtype
from knotlab.sim.playing.job import (
    NO_MATCH,
    Job,
    Tables,
    all_players,
    batch_kernel,
    logged_kernel,
    play_batch,
    table_by_table,
)
from knotlab.sim.playing.players import is_users
from knotlab.sim.playing.refereed import referee_some

LOG_ROOM = 1 << 16  # rows of the event log that are kept in memory at a time, unless one game alone has more


def play_games(job: Job, first: int, count: int) -> np.ndarray:
    """Play games first .. first + count - 1, as `play_numbers` does."""
    return play_numbers(job, np.arange(first, first + count))


def play_numbers(
    job: Job, numbers: np.ndarray, totals: np.ndarray = NO_MATCH, tables: Tables | None = None
) -> np.ndarray:
    """Play the games of some numbers.

    job: the run that the games belong to. numbers (int array of shape (games,)): their numbers. totals (int array of
    shape (games, seats)): what each seat has won in the match before each game; without rows for games by themselves.
    tables: who plays each game, if not the job's players: one call for many tables is much faster than a call for each.
    Returns an array of shape (games,) of the game's result dtype, fields by seat. Raises StrategyError if a strategy
    raises or gives a score that is no number; RunError if one that is refereed breaks a rule.
    """
    if tables and tables.asks:  # objects are asked one after another anyway
        return table_by_table(play_numbers, job, numbers, tables)
    results, started = np.zeros(len(numbers), games.find(job.game).result), time.perf_counter()
    play_batch(batch_kernel, job, numbers, results, totals=totals, tables=tables)
    _have_some_refereed(job, numbers, results, totals, started, tables)
    return results


def _have_some_refereed(
    job: Job,
    numbers: np.ndarray,
    results: np.ndarray,
    totals: np.ndarray,
    started: float,
    tables: Tables | None = None,
) -> None:
    """Have some of the games that were played since then refereed, if a user's strategy is among the players."""
    if any(map(is_users, all_players(job, tables))) and not job.unrepeatable:
        referee_some(job, numbers, results, totals, time.perf_counter() - started, tables)


def play_logged(job: Job, first: int, count: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Play games first .. first + count - 1 with their event log, some games at a time: their results, and a row a
    decision (sim/kernels/eventlog.py).

    The rows are overwritten by those of the next games.
    """
    game = games.find(job.game)
    numbers, results = np.arange(first, first + count), np.zeros(count, game.result)
    log, done = np.zeros(LOG_ROOM, row_dtype(game)), 0
    while done < count:
        used, started = np.zeros(1, np.int64), time.perf_counter()
        played = play_batch(logged_kernel, job, numbers[done:], results[done:], log, used)
        if played == 0:
            log = np.zeros(2 * len(log), log.dtype)
            continue
        chosen = slice(done, done + played)
        _have_some_refereed(job, numbers[chosen], results[chosen], NO_MATCH, started)
        yield results[done : done + played], log[: int(used[0])]
        done += played
