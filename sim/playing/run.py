"""Running a job: piece after piece, from the run folder where they are there, else played; in order, with progress."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import tee
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.eventlog import HOLDS
from knotlab.sim.playing.batches import play_games, play_logged
from knotlab.sim.playing.cluster import SCHEME
from knotlab.sim.playing.delivery import CHOICES, Piece, Summary, play_pieces
from knotlab.sim.playing.fanout import THREADS, check_backend, worker_count
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.playing.match import play_matches
from knotlab.sim.playing.parts import WHOLE, Part
from knotlab.sim.storage.pieces import Pieces
from knotlab.sim.storage.run_folder import RunFolder

PIECE_DEALS = 4096


def piece_deals(job: Job) -> int:
    """How many deals make a piece: those of players who need not repeat are kept at once, as they never come back."""
    return 1 if job.unrepeatable else PIECE_DEALS


def pieces_of(job: Job, n_deals: int) -> Pieces:
    """The pieces of a run of this many deals."""
    return Pieces(job.games_on(n_deals), job.games_on(piece_deals(job)))


@dataclass(frozen=True)
class KeptChoices:
    """What players who need not repeat chose in the games of a run, in its folder."""

    folder: Path

    def of(self, job: Job, index: int) -> list[int]:
        """Their choices in one game, as numbers of moves, in order; raises InputError if the game is not there."""
        number = int(job.deal_of(index)) // piece_deals(job)
        rows = RunFolder(self.folder).read_piece(number)
        found = [] if rows is None else rows.filter(pl.col("game") == index)[CHOICES].to_list()
        if not found:
            raise InputError(f"{self.folder} has no game {index}, and nobody can play it again")
        return list(found[0])


def run(
    job: Job,
    n_deals: int,
    *,
    folder: RunFolder | None = None,
    log: bool = False,
    workers: int | None = None,
    backend: str = THREADS,
    on_progress: Callable[[int], object] = lambda games: None,
    summary: Summary | None = None,
    part: Part = WHOLE,
) -> Iterator[Any]:
    """Play a job's first deals, in all their rotations.

    folder: where pieces are kept, and taken from if they are already there. log: whether to write the event log
    (sim/kernels/eventlog.py) into the folder too. workers: threads or processes; all cores by default. backend: one of
    joblib's, or `threads` or `processes`, or `dask://HOST:PORT`. on_progress: called with the number of games of each
    piece. summary: what is wanted of each piece's games: called with a frame of them by whoever plays them, and fit to
    be sent there; by default the frame. part: which pieces are played; by default all. Yields consecutive games, as
    `frame_of` has them, or their summary. Raises InputError if a log is asked for without a folder, of matches or on a
    cluster, or if there is no such backend, or no worker; StrategyError if a strategy fails: the pieces before it have
    been yielded and kept.
    """
    check_backend(backend)
    n_workers = worker_count(workers, backend)
    if log and folder is None:
        raise InputError("an event log needs a run folder; name one with --out")
    if log and backend.startswith(SCHEME):
        raise InputError("an event log is written by this machine's own workers; leave out the log or the Dask cluster")
    if log and job.match is not None:
        raise InputError("event logs are for single games, not for matches; leave out either the log or the match")
    compile_ahead(job, log=log)
    pieces, log_to = pieces_of(job, n_deals), folder if log else None
    sizes = ((number, pieces.height(number)) for number in part.of_first(len(pieces)))
    wanted, counted = tee(Piece(*each, (job, *each, log_to)) for each in sizes)
    contents = play_pieces(
        _play_piece, wanted, folder=folder, workers=n_workers, backend=backend, summary=summary, log=log
    )
    for piece, content in zip(counted, contents, strict=True):
        on_progress(piece.rows)
        yield content


def _play_piece(job: Job, number: int, n_games: int, log_to: RunFolder | None) -> pl.DataFrame:
    """Play a piece of games, or matches, into a frame, with its event log if there is a folder for it."""
    first = job.game_of(number * piece_deals(job))
    if job.match is not None:
        return play_matches(job, first, n_games)
    if log_to is None:
        return frame_of(job, first, play_games(job, first, n_games))
    frames: list[pl.DataFrame] = []

    def logged() -> Iterator[pl.DataFrame]:
        index = first
        for results, rows in play_logged(job, first, n_games):
            frames.append(frame_of(job, index, results))
            index += len(results)
            yield log_frame(job, rows)

    log_to.write_log(number, n_games, logged())
    return pl.concat(frames)


def log_frame(job: Job, rows: np.ndarray) -> pl.DataFrame:
    """Rows of an event log (`play_logged`) as a frame: its columns, then true or false for each of the job's
    conditions.
    """
    columns = {name: np.ascontiguousarray(rows[name]) for name in rows.dtype.names or () if name != HOLDS}
    for bit, name in enumerate(job.conditions.columns if job.conditions else ()):
        columns[name] = (rows[HOLDS] >> bit & 1).astype(bool)
    return pl.DataFrame(columns)


def frame_of(job: Job, first: int, results: np.ndarray) -> pl.DataFrame:
    """Results as a frame.

    first: the number of the first game. results (record array of shape (games,)): results of consecutive games, with
    fields by seat. Returns one row per game: `game` (its number), `end` (0 finished, 1 stalled, 2 capped), `turns`,
    `decisions`, `free`, `scored`, and the game's result fields for each player number, such as `place_0`: by player,
    not by seat.
    """
    index = np.arange(first, first + len(results))
    columns: dict[str, np.ndarray] = {"game": index}
    columns |= {name: np.ascontiguousarray(results[name]) for name in ("end", "turns", "decisions", "free", "scored")}
    rows = np.arange(len(results))
    for name, _ in games.find(job.game).result_fields:
        for player in range(job.n_players):
            columns[f"{name}_{player}"] = results[name][rows, job.seat_of(player, index)]
    return pl.DataFrame(columns)
