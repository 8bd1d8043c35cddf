"""Games with their event log, some deals at a time, with the result of each game next to its decisions."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl

from knotlab.analysis.runs.conditions import asking
from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.kernels.eventlog import columns
from knotlab.sim.playing.batches import play_games, play_logged
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import COUNTS, play_matches
from knotlab.sim.playing.run import frame_of, log_frame
from knotlab.sim.storage.pieces import widened

BLOCK = 50  # deals that a line-up plays before the next one's turn


class Seeded(Protocol):
    """What deals are drawn by: a seed, and the files with the user's own strategies."""

    @property
    def seed(self) -> int: ...

    @property
    def strategies_from(self) -> tuple[Path, ...]: ...


def job_asking(measures: Iterable[pl.Expr], game: str, strategies: Sequence[str], drawn: Seeded, **options: Any) -> Job:
    """The games of a line-up, of which some measures are asked; options: as `make_job` takes them."""
    job = make_job(game, strategies, seed=drawn.seed, strategies_from=drawn.strategies_from, **options)
    return asking(job, measures)


def round_of(line_ups: Sequence[Job]) -> int:
    """After how many deals all line-ups have played as many."""
    return 1 if len(line_ups) == 1 else len(line_ups) * BLOCK


def spans(line_ups: Sequence[Job], first: int, count: int) -> Iterator[tuple[Job, int, int]]:
    """Which line-up plays which of some consecutive deals, as first deal and number: in blocks by turns, whatever the
    deals are cut into.
    """
    end = first + count
    while first < end:
        stop = end if len(line_ups) == 1 else min((first // BLOCK + 1) * BLOCK, end)
        yield line_ups[first // BLOCK % len(line_ups)], first, stop - first
        first = stop


def logged(job: Job, first: int, count: int) -> Iterator[pl.DataFrame]:
    """The event log of games first .. first + count - 1, whole games at a time.

    Beside the log's columns: `final_turns`, `final_end` of the game, and for each field of its result `final_<field>`
    of the player who decides.
    """
    fields = [name for name, _ in games.find(job.game).result_fields]
    for results, rows in play_logged(job, first, count):
        at = (rows["game"] - first).astype(np.int64)
        results_there = {"final_turns": results["turns"][at], "final_end": results["end"][at]}
        results_there |= {f"final_{name}": results[name][at, rows["seat"]] for name in fields}
        first += len(results)
        yield widened(log_frame(job, rows).with_columns(**results_there))


def columns_of(game: str, n_players: int, by_games: bool = False, is_match: bool = False) -> list[str]:
    """The columns of `frames`."""
    rules = games.find(game)
    fields = [name for name, _ in rules.result_fields]
    if not (by_games or is_match):
        return [
            *(name for name, *_ in columns(rules)),
            "final_turns",
            "final_end",
            *(f"final_{name}" for name in fields),
        ]
    by_player = [
        f"{name}_{number}" for name in (("place", "total") if is_match else fields) for number in range(n_players)
    ]
    return ["game", "end", *COUNTS, *(["games"] if is_match else []), *by_player]


def frames(job: Job, first: int, count: int, by_games: bool) -> Iterator[pl.DataFrame]:
    """Rows of games: one a decision, or one a game with its columns by player (`frame_of`), or one a match if the job
    plays those.

    first: the number of the first deal. by_games: whether rows are games in place of decisions. Returns some deals at a
    time.
    """
    if job.match:
        yield widened(play_matches(job, first, count))
    elif by_games:
        yield widened(frame_of(job, first, play_games(job, first, count)))
    else:
        yield from logged(job, first, count)
