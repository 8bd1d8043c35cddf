"""Running a job: part after part, from the run folder where they are there, else played; in order, with progress."""

from collections.abc import Callable, Iterator

import numpy as np
import polars as pl

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.fanout import THREADS, check_backend, cores, fan_out
from knotlab.sim.job import Job, compile_ahead, play_games, play_logged
from knotlab.sim.match import play_matches
from knotlab.sim.store import RunFolder

PART_DEALS = 4096
WINDOW = 1024  # parts that are given out at a time, so that memory does not grow with a run


def run(
    job: Job,
    n_deals: int,
    *,
    folder: RunFolder | None = None,
    log: bool = False,
    workers: int | None = None,
    backend: str = THREADS,
    on_progress: Callable[[int], None] | None = None,
) -> Iterator[pl.DataFrame]:
    """Play a job's first `n_deals` deals, in all rotations: frames of consecutive games (`frame_of`), in order.

    folder: where parts are kept and found again, if anywhere. log: write the event log (sim/eventlog.py) into the
    folder, too. workers: threads or processes (default: all cores). on_progress: called with the number of games of
    each part. Raises StrategyError if a strategy fails; the parts before it have been given out and kept.
    """
    check_backend(backend)
    if workers is not None and workers < 1:
        raise InputError(f"the number of workers is 1 or more, not {workers}")
    if log and folder is None:
        raise InputError("an event log is written into a run folder; name one with --out")
    if log and job.match is not None:
        raise InputError("an event log is kept of single games, not of matches; leave out the one or the other")
    compile_ahead(job, log=log)
    n_parts = -(-n_deals // PART_DEALS)
    for first in range(0, n_parts, WINDOW):
        sizes = {
            number: job.games_on(min(PART_DEALS, n_deals - number * PART_DEALS))
            for number in range(first, min(first + WINDOW, n_parts))
        }
        for size, frame in _parts(job, sizes, folder, log, workers or cores(), backend):
            if on_progress is not None:
                on_progress(size)
            yield frame


def _parts(
    job: Job, sizes: dict[int, int], folder: RunFolder | None, log: bool, workers: int, backend: str
) -> Iterator[tuple[int, pl.DataFrame]]:
    """Some parts by number, each with so many games: their sizes and frames, in order."""
    kept = {number: _is_kept(folder, number, size, log) for number, size in sizes.items()}
    to_play = [(job, number, size, folder if log else None) for number, size in sizes.items() if not kept[number]]
    played = fan_out(_play_part, to_play, workers, backend)
    for number, size in sizes.items():
        if kept[number]:
            assert folder is not None
            frame = folder.read_part(number, size)
            assert frame is not None
            frame = frame.head(size)
        else:
            frame = next(played)
            if folder is not None:
                folder.write_part(number, frame)
        yield size, frame


def _is_kept(folder: RunFolder | None, number: int, n_games: int, log: bool) -> bool:
    return (
        folder is not None
        and folder.read_part(number, n_games) is not None
        and (not log or folder.has_log(number, n_games))
    )


def _play_part(job: Job, number: int, n_games: int, log_to: RunFolder | None) -> pl.DataFrame:
    """Play a part of games, or matches, into a frame, with its event log if there is a folder for it."""
    first = job.game_of(number * PART_DEALS)
    if job.match is not None:
        return play_matches(job, first, n_games)
    if log_to is None:
        return frame_of(job, first, play_games(job, first, n_games))
    frames = []
    for piece, (results, rows) in enumerate(play_logged(job, first, n_games)):
        frames.append(frame_of(job, first, results))
        first += len(results)
        log_to.write_log(
            number, piece, pl.DataFrame({name: np.ascontiguousarray(rows[name]) for name in rows.dtype.names or ()})
        )
    log_to.close_log(number, len(frames), n_games)
    return pl.concat(frames)


def frame_of(job: Job, first: int, results: np.ndarray) -> pl.DataFrame:
    """Results as a frame, a row a game: `game` (its number), `end` (0 finished, 1 stalled, 2 capped), `turns`,
    `decisions`, `free`, `scored`, and for each player number p the game's result fields as `place_0` ... (by player,
    not by seat)."""
    index = np.arange(first, first + len(results))
    columns: dict[str, np.ndarray] = {"game": index}
    columns |= {name: np.ascontiguousarray(results[name]) for name in ("end", "turns", "decisions", "free", "scored")}
    rows = np.arange(len(results))
    for name, _ in games.find(job.game).result_fields:
        for player in range(job.n_players):
            columns[f"{name}_{player}"] = results[name][rows, job.seat_of(player, index)]
    return pl.DataFrame(columns)
