"""A tournament: every strategy in the same chairs of the same deals, against others drawn at random, and each alone
among every other. A deal is one row of payoffs by strategy, and deals are independent.
"""

import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from knotlab.analysis.defaults import Progress, untold
from knotlab.analysis.result import RECORD, RESULT, Conditions
from knotlab.analysis.runs.play import provenance
from knotlab.analysis.speed.cost import Playable
from knotlab.analysis.stats.estimate import DealSums
from knotlab.analysis.stats.variance import Shares
from knotlab.analysis.tournaments.assess import assess
from knotlab.analysis.tournaments.counts import Batch, Passes, Played
from knotlab.analysis.tournaments.result import Playing, TournamentResult, keep, seconds_of
from knotlab.analysis.tournaments.setup import (
    BATCH_DEALS,
    RATINGS,
    STAGES,
    Setup,
    TournamentStage,
    identity,
    invasion_unit,
    plan,
)
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
    on_progress: Progress = untold,
    part: Part = WHOLE,
    batch: int = BATCH_DEALS,
) -> TournamentResult:
    """Play a tournament of at least this many games, and as many again in which each strategy is alone among players of
    one other.

    Some deals are played once more, to see what chance of play does.

    games_wanted: the least number of games. out: a folder that keeps what is played; the same tournament goes on from
    there. part: which pieces of each stage are played. batch: deals in a piece. Raises PartPlayed once the pieces of a
    part are in the folder, which alone rate nobody.
    """
    check_backend(backend)
    worker_count(workers, backend)
    if out:
        check_own(Path(out), ("ratings", RESULT))
    with tempfile.TemporaryDirectory() as temporary:
        path, planned = Path(out or temporary), plan(setup, games_wanted, batch)
        _play_all(setup, planned, path, workers, backend, on_progress, part)
        if part != WHOLE:
            raise PartPlayed
        ratings, again, invasions = (Passes(partial(stage.kept, RunFolder(path / stage.name))) for stage in planned)
        played, gains = _played(setup, planned[0], ratings, again), DealSums()
        for frame in invasions:
            gains.add(frame["effect"].to_numpy().reshape(-1, planned[2].rows))
        gained = [gains.mean(pair, invasion_unit(setup)) for pair in range(planned[2].rows)]
        result = assess(played, gained, Playing(setup.base.rules, setup.base.seed, seconds_of(path), setup.base.match))
        result = replace(
            result,
            mixed=mixed_versions(path),
            unrepeatable=setup.unrepeatable,
            record=RunFolder(path / RATINGS).identity_hash[:RECORD],
        )
        if out:
            result = replace(result, folder=path)
            keep(result, path)
    return result


def playing_of(setup: Setup, workers: int | None = None, *, keep: bool = False) -> Playable:
    """Tournaments of any number of games, to see what they take; small ones in as many pieces as there are workers, as
    large ones have for each of them.
    """
    crew = worker_count(workers, THREADS)

    def ready() -> None:
        make_ready([*kernels_of(setup), *kernels_of_branches(setup.base.game)])

    def play(games: int, out: Path | None) -> int:
        batch = min(-(-games // (setup.games * crew)), BATCH_DEALS)
        return int(tournament(setup, games, workers=workers, out=out, batch=batch).facts["games"])

    def in_all(games: int) -> int:
        return sum(stage.games for stage in plan(setup, games))

    base = setup.base
    conditions = Conditions(base.game, setup.n_players, base.rules, base.seed, match=base.match)
    return Playable(conditions, ready, play, keep, unit=conditions.played, in_all=in_all)


def _play_all(
    setup: Setup,
    planned: Sequence[TournamentStage],
    path: Path,
    workers: int | None,
    backend: str,
    on_progress: Progress,
    part: Part,
) -> None:
    """Play all stages into a folder, or a part of each."""
    first, later = kernels_of(setup), kernels_of_branches(setup.base.game)
    n_workers = worker_count(workers, backend)
    with compiling([*first, *later]):
        for stage, kernels in zip(planned, (first, later, ()), strict=True):
            make_ready(kernels)
            _play(setup, stage, path, n_workers, backend, on_progress, part)


def play_for_shares(setup: Setup, deals: int, workers: int | None = None) -> Shares:
    """Play a tournament's tables: the shares of the variance of their results."""
    planned = plan(setup, deals * setup.games)[:2]
    ratings, again = (list(stage.played(None, worker_count(workers), THREADS)) for stage in planned)
    return _played(setup, planned[0], ratings, again).shares()


def _played(
    setup: Setup, stage: TournamentStage, ratings: Iterable[pl.DataFrame], again: Iterable[pl.DataFrame]
) -> Played:
    """The tables that were played. ratings, again: their frames, which may be gone through several times."""

    def batches() -> Iterator[Batch]:
        others, first = setup.opponents, 0
        for frame in ratings:
            results = _by_table(setup, frame)
            yield Batch(results, others.of(first, len(results)), int((frame["end"] != 0).sum()))
            first += len(results)

    return Played(
        setup.base.game,
        tuple(entrant.name for entrant in setup.entrants),
        setup.metric,
        setup.n_players,
        stage.units,
        Passes(batches),
        Passes(lambda: (_by_table(setup, frame) for frame in again)),
    )


def _play(
    setup: Setup,
    stage: TournamentStage,
    path: Path,
    workers: int,
    backend: str,
    on_progress: Progress,
    part: Part,
) -> None:
    """Play a stage into its folder, or a part of it, as far as it is not there."""
    started, folder, pieces = time.perf_counter(), RunFolder(path / stage.name), stage.pieces
    with folder.locked():
        is_resumed = folder.n_pieces > 0
        others = [f"../{name}" for name in (*STAGES, RESULT)]
        folder.open(identity(setup, stage), provenance(setup.base), pieces.rows, pieces, needs=others)
        for frame in stage.played(folder, workers, backend, part):
            on_progress(frame.height * stage.games_per_row)
        folder.finish(None if is_resumed or part != WHOLE else time.perf_counter() - started)


def _by_table(setup: Setup, frame: pl.DataFrame) -> np.ndarray:
    """Results of a stage's tables by deal, strategy, rotation and player, shape (deals, m, n, n)."""
    n = setup.n_players
    return np.column_stack([frame[f"result_{player}"].to_numpy() for player in range(n)]).reshape(
        -1, len(setup.entrants), n, n
    )
