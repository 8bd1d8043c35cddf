"""A tournament: every strategy in the same chairs of the same deals, against others drawn at random, and each alone
among every other.

On each deal the other players are drawn with equal chances from all strategies (one may come twice, so there may be
more chairs than strategies, or fewer); every strategy plays that deal against the same others in every seat. A deal is
one row of payoffs by strategy, and deals are independent.
"""

import contextlib
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.duels.designs import Design, effect_unit, effects, make_design, play_deals
from knotlab.analysis.runs.batches import in_batches
from knotlab.analysis.runs.provenance import identity as run_identity
from knotlab.analysis.runs.provenance import provenance
from knotlab.analysis.stats.variance import Shares, shares
from knotlab.analysis.tournaments.assess import assess
from knotlab.analysis.tournaments.result import RESULT, Played, Playing, TournamentResult, keep
from knotlab.analysis.tournaments.setup import Setup, usual_tremble
from knotlab.sim.branch import play_again
from knotlab.sim.delivery import Summary
from knotlab.sim.fanout import THREADS, check_backend, worker_count
from knotlab.sim.files import check_own
from knotlab.sim.job import Job, compile_ahead, play_numbers
from knotlab.sim.players import Player
from knotlab.sim.store import RunFolder

BATCH_DEALS = 500
DEALS_AGAIN = 1000  # played once more for the share of chance of play
DRAW_PURPOSE = 2**32  # key of the stream that draws tables, beyond those of the games' purposes


def opponents(setup: Setup, deals: int) -> np.ndarray:
    """The other players of each deal; the same for the first deals however many there are.

    Parameters
    ----------
    setup : Setup
    deals : int

    Returns
    -------
    ndarray of int
        Numbers of entrants, shape (deals, players - 1).
    """
    generator = np.random.Generator(np.random.Philox(key=[setup.base.seed, DRAW_PURPOSE]))
    return generator.integers(len(setup.entrants), size=(deals, setup.n_players - 1))


def play_tables(
    setup: Setup, chosen: np.ndarray, play: Callable[[Job, np.ndarray], np.ndarray], first: int
) -> pl.DataFrame:
    """Play consecutive deals: one row per game, by deal, strategy and rotation, with how it ended and the metric's
    field of each player (`result_0` ...).

    Parameters
    ----------
    setup
        The tournament.
    chosen
        The other players of each deal, shape (deals, players - 1).
    play
        `play_numbers`, or `play_again` for another chance of play.
    first
        The number of the first deal.

    Returns
    -------
    polars.DataFrame
        The rows.
    """
    m, n, field, count = len(setup.entrants), setup.n_players, setup.metric.field, len(chosen)
    results = np.zeros((count, m, n, n), np.int64)
    ends = np.zeros((count, m, n), np.int8)
    groups, which = np.unique(chosen, axis=0, return_inverse=True)
    rotations = np.arange(n)
    seats = setup.base.seat_of(np.arange(n), rotations[:, None])  # of each player, by rotation
    for number, group in enumerate(groups):
        rows = np.flatnonzero(which.ravel() == number)
        index = setup.base.game_of((first + rows)[:, None], rotations).ravel()
        for i in range(m):
            job = replace(setup.base, players=tuple(setup.entrants[k] for k in (i, *group)))
            played = play(job, index).reshape(len(rows), n)
            by_seat = played[field][..., :n].astype(np.int64)
            results[rows, i] = np.take_along_axis(by_seat, np.broadcast_to(seats, by_seat.shape), axis=2)
            ends[rows, i] = played["end"]
    flat = results.reshape(-1, n)
    return pl.DataFrame({"end": ends.ravel()} | {f"result_{player}": flat[:, player] for player in range(n)})


class TournamentStage(NamedTuple):
    """One of the stages in which a tournament is played.

    Attributes
    ----------
    name : str
        The name of its run folder.
    play : callable
        `play(*share(first, count))` plays a batch of units and returns a frame.
    share : callable
        What is needed for the `count` units from number `first` on.
    units, batch : int
        All units, and how many are played in one batch.
    rows : int
        Rows of the frame for each unit.
    games_per_row : int
    """

    name: str
    play: Callable[..., pl.DataFrame]
    share: Callable[[int, int], tuple[Any, ...]]
    units: int
    batch: int
    rows: int
    games_per_row: int = 1

    @property
    def games(self) -> int:
        """Games in all."""
        return self.units * self.rows * self.games_per_row

    def played(
        self, folder: RunFolder | None, workers: int, backend: str, summary: Summary | None = None
    ) -> Iterator[Any]:
        """Each batch, or a summary of it, in order, as `in_batches` has them.

        Parameters
        ----------
        folder
            Keeps the batches; None to keep nothing.
        workers
            How many play at a time.
        backend
            What plays: threads, processes or a cluster.
        summary
            What is made of a batch where it is played.

        Returns
        -------
        iterator
            The batches, or their summaries.
        """
        return in_batches(
            self.play,
            self.share,
            self.units,
            self.batch,
            self.rows,
            folder=folder,
            workers=workers,
            backend=backend,
            summary=summary,
        )


def plan(setup: Setup, games_wanted: int) -> tuple[TournamentStage, TournamentStage, TournamentStage]:
    """The stages of a tournament.

    Parameters
    ----------
    setup : Setup
    games_wanted : int
        The minimum number of games for the ratings.

    Returns
    -------
    tuple of TournamentStage
        The tables for the ratings, some of them again, and the invasions.
    """
    deals = max(-(-games_wanted // setup.games), 2)
    others, pairs = opponents(setup, deals), list(itertools.permutations(setup.entrants, 2))
    games_alone = _invader(setup, pairs[0]).games
    alone = max(-(-games_wanted // (len(pairs) * games_alone)), 2)

    def tables(play: Callable[[Job, np.ndarray], np.ndarray]) -> Callable[[int, int], tuple[Any, ...]]:
        return lambda first, count: (setup, others[first : first + count], play, first)

    return (
        TournamentStage("ratings", play_tables, tables(play_numbers), deals, BATCH_DEALS, setup.games),
        TournamentStage("again", play_tables, tables(play_again), min(deals, DEALS_AGAIN), BATCH_DEALS, setup.games),
        TournamentStage(
            "invasions",
            play_invasions,
            lambda first, count: (setup, pairs[first : first + count], alone),
            len(pairs),
            1,
            alone,
            games_alone,
        ),
    )


def tournament(
    setup: Setup,
    games_wanted: int,
    *,
    workers: int | None = None,
    backend: str = THREADS,
    out: Path | str | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> TournamentResult:
    """Play a tournament of at least so many games, and as many again in which each strategy is alone among players of
    one other.

    Some deals are played once more, to see what chance of play does.

    Parameters
    ----------
    setup
        Who plays, where.
    games_wanted
        The least number of games.
    workers
        None for one per core.
    backend
        What plays: threads, processes or a cluster.
    out
        A folder that keeps what is played; the same tournament goes on from there.
    on_progress
        Called with the number of further games that are done.

    Returns
    -------
    TournamentResult
        Ratings, pairs and invasions.
    """
    started, path = time.perf_counter(), Path(out) if out else None
    check_backend(backend)
    n_workers = worker_count(workers, backend)
    if path:
        check_own(path, ("ratings", RESULT))
    compile_ahead(*(replace(setup.base, players=(entrant,) * setup.n_players) for entrant in setup.entrants))
    planned = plan(setup, games_wanted)
    ratings, again, invasions = (_play(setup, stage, path, n_workers, backend, on_progress) for stage in planned)
    effect = dict(
        zip(
            itertools.permutations(range(len(setup.entrants)), 2),
            invasions["effect"].to_numpy().reshape(planned[2].units, -1),
            strict=True,
        )
    )
    played = _played(setup, planned[0], ratings, again)
    seconds = time.perf_counter() - started
    result = assess(played, effect, Playing(setup.base.rules, setup.base.seed, seconds, usual_tremble(setup.base.game)))
    if path:
        keep(result, path)
    return result


def sources(setup: Setup, deals: int, workers: int | None = None) -> Shares:
    """The shares of the variance of results at a tournament's tables.

    Parameters
    ----------
    setup : Setup
    deals : int
    workers : int or None
        None for one per core.

    Returns
    -------
    Shares
    """
    planned = plan(setup, deals * setup.games)[:2]
    ratings, again = (_play(setup, stage, None, worker_count(workers), THREADS, None) for stage in planned)
    played = _played(setup, planned[0], ratings, again)
    return shares(played.payoffs(played.results), played.payoffs(played.again))


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
) -> pl.DataFrame:
    """All rows of a stage; those already in its folder are loaded."""
    started = time.perf_counter()
    frames: list[pl.DataFrame] = []
    folder = RunFolder(path / stage.name) if path else None
    with folder.locked() if folder else contextlib.nullcontext():
        is_resumed = folder is not None and folder.n_parts > 0
        if folder:
            folder.open(identity(setup, stage), provenance(setup.base), stage.units * stage.rows)
        for frame in stage.played(folder, workers, backend):
            frames.append(frame)
            if on_progress:
                on_progress(frame.height * stage.games_per_row)
        if folder:
            folder.finish(None if is_resumed else time.perf_counter() - started)
    return pl.concat(frames)


def identity(setup: Setup, stage: TournamentStage) -> dict[str, Any]:
    """Everything on which the rows of a stage depend."""
    return run_identity(replace(setup.base, players=setup.entrants)) | {
        "command": f"tournament: {stage.name}",
        "players": setup.n_players,
        "metric": setup.metric.name,
        "part_deals": stage.batch,
    }


def _by_table(setup: Setup, frame: pl.DataFrame) -> np.ndarray:
    """Results of a stage's tables by deal, strategy, rotation and player, shape (deals, m, n, n)."""
    n = setup.n_players
    return np.column_stack([frame[f"result_{player}"].to_numpy() for player in range(n)]).reshape(
        -1, len(setup.entrants), n, n
    )


def play_invasions(setup: Setup, pairs: Sequence[tuple[Player, Player]], deals: int) -> pl.DataFrame:
    """How much more the first player of each pair gets, alone among players like the second, than they do: one
    row per deal.
    """
    gains = []
    for pair in pairs:
        design = _invader(setup, pair)
        gains.append(
            effects(play_deals(design, (setup.metric,), 0, deals), setup.metric) / effect_unit(design, setup.metric)
        )
    return pl.DataFrame({"effect": np.concatenate(gains)})


def _invader(setup: Setup, pair: tuple[Player, Player]) -> Design:
    """The design in which the first of two players is alone among players like the second."""
    return make_design("invader" if setup.metric.field == "place" else "points", *pair, (), setup.base)
