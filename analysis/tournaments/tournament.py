"""A tournament: every strategy in the same chairs of the same deals, against others drawn at random, and each alone
among every other. A deal is one row of payoffs by strategy, and deals are independent.
"""

import contextlib
import itertools
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from knotlab.analysis.runs.play import provenance
from knotlab.analysis.stats.variance import Shares, shares
from knotlab.analysis.tournaments.assess import assess
from knotlab.analysis.tournaments.result import RESULT, Played, Playing, TournamentResult, keep, seconds_of
from knotlab.analysis.tournaments.setup import STAGES, Setup, TournamentStage, identity, opponents, plan
from knotlab.sim.compiling.precompile import Kernel, compiling, make_ready
from knotlab.sim.playing.fanout import THREADS, check_backend, worker_count
from knotlab.sim.playing.job import kernels_of as kernels_of_job
from knotlab.sim.playing.job import kernels_of_branches
from knotlab.sim.playing.parts import WHOLE, Part, PartPlayed
from knotlab.sim.storage.result_files import check_own
from knotlab.sim.storage.run_folder import RunFolder, mixed_versions


def kernels_of(setup: Setup) -> list[Kernel]:
    """The compiled functions that the tables of a tournament need."""
    jobs = (replace(setup.base, players=(entrant,) * setup.n_players) for entrant in setup.entrants)
    return list(dict.fromkeys(kernel for job in jobs for kernel in kernels_of_job(job)))


def tournament(
    setup: Setup,
    games_wanted: int,
    *,
    workers: int | None = None,
    backend: str = THREADS,
    out: Path | str | None = None,
    on_progress: Callable[[int], None] | None = None,
    part: Part = WHOLE,
) -> TournamentResult:
    """Play a tournament of at least this many games, and as many again in which each strategy is alone among players of
    one other.

    Some deals are played once more, to see what chance of play does.

    games_wanted: the least number of games. out: a folder that keeps what is played; the same tournament goes on from
    there. part: which pieces of each stage are played. Raises PartPlayed once the pieces of a part are in the folder,
    which alone rate nobody.
    """
    started, path = time.perf_counter(), Path(out) if out else None
    check_backend(backend)
    n_workers = worker_count(workers, backend)
    if path:
        check_own(path, ("ratings", RESULT))
    planned, first, later = plan(setup, games_wanted), kernels_of(setup), kernels_of_branches(setup.base.game)
    with compiling([*first, *later]):
        make_ready(first)
        ratings = _play(setup, planned[0], path, n_workers, backend, on_progress, part)
        make_ready(later)
        again, invasions = (_play(setup, stage, path, n_workers, backend, on_progress, part) for stage in planned[1:])
    if part != WHOLE:
        raise PartPlayed
    effect = dict(
        zip(
            itertools.permutations(range(len(setup.entrants)), 2),
            invasions["effect"].to_numpy().reshape(planned[2].units, -1),
            strict=True,
        )
    )
    played = _played(setup, planned[0], ratings, again)
    seconds = seconds_of(path) if path else time.perf_counter() - started
    result = assess(played, effect, Playing(setup.base.rules, setup.base.seed, seconds))
    result = replace(result, mixed=mixed_versions(path))
    if path:
        keep(result, path)
    return result


def play_for_shares(setup: Setup, deals: int, workers: int | None = None) -> Shares:
    """Play a tournament's tables: the shares of the variance of their results."""
    planned = plan(setup, deals * setup.games)[:2]
    ratings, again = (_play(setup, stage, None, worker_count(workers), THREADS, None) for stage in planned)
    played = _played(setup, planned[0], ratings, again)
    return shares(played.payoffs(played.results), played.payoffs(played.again), played.others)


def _played(setup: Setup, stage: TournamentStage, ratings: pl.DataFrame, again: pl.DataFrame) -> Played:
    """The tables that were played, as arrays."""
    names = tuple(entrant.name for entrant in setup.entrants)
    results, unfinished = _by_table(setup, ratings), int((ratings["end"] != 0).sum())
    others = opponents(setup, stage.units)
    return Played(setup.base.game, names, setup.metric, results, _by_table(setup, again), others, unfinished)


def _play(
    setup: Setup,
    stage: TournamentStage,
    path: Path | None,
    workers: int,
    backend: str,
    on_progress: Callable[[int], None] | None,
    part: Part = WHOLE,
) -> pl.DataFrame:
    """All rows of a stage, or of a part of it; those already in its folder are loaded."""
    started = time.perf_counter()
    frames: list[pl.DataFrame] = []
    folder = RunFolder(path / stage.name) if path else None
    with folder.locked() if folder else contextlib.nullcontext():
        is_resumed = folder is not None and folder.n_pieces > 0
        if folder:
            others = [f"../{name}" for name in (*STAGES, RESULT)]
            made_with, pieces = provenance(setup.base), stage.pieces
            folder.open(identity(setup, stage), made_with, pieces.rows, pieces, needs=others)
        for frame in stage.played(folder, workers, backend, part):
            frames.append(frame)
            if on_progress:
                on_progress(frame.height * stage.games_per_row)
        if folder:
            folder.finish(None if is_resumed or part != WHOLE else time.perf_counter() - started)
    return pl.concat(frames) if frames else pl.DataFrame()  # a part may have none of a few batches


def _by_table(setup: Setup, frame: pl.DataFrame) -> np.ndarray:
    """Results of a stage's tables by deal, strategy, rotation and player, shape (deals, m, n, n)."""
    n = setup.n_players
    return np.column_stack([frame[f"result_{player}"].to_numpy() for player in range(n)]).reshape(
        -1, len(setup.entrants), n, n
    )
