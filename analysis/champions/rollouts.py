"""The data that a champion learns from: decisions of whole games, at which every legal move was played on many times.

A row is a legal move of a decision: the number of the game, of the decision in it, the move, and the share of rollouts
that its player lost. Positions are not kept, since a game's number brings them back.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl

from knotlab.analysis.runs.backends import fan_out
from knotlab.analysis.stats.payoffs import UNIT, payoffs_by_metric
from knotlab.sim import branch, games
from knotlab.sim.branch_kernels import ABSENT, branch_kernel, stop_kernel
from knotlab.sim.job import Job, compile_ahead, play_numbers
from knotlab.sim.precompile import Kernel, make_ready
from knotlab.sim.protocol import FINISHED
from knotlab.sim.stepper import legal_moves

CHUNK = 2_000  # games of one piece of work
MOST_MOVES = 24  # of a decision that is looked at
MOST_DECISIONS = 2_000  # of a game that is


def play_rollouts(job: Job, n_games: int, n_rollouts: int, folder: Path, workers: int) -> Iterator[int]:
    """Look at one decision of each of some games, and keep what its moves came to.

    Parameters
    ----------
    job : Job
        Who plays the games, and the rollouts.
    n_games : int
        How many games; those that do not finish, or have one legal move there, are left out.
    n_rollouts : int
        How often each move is played on, with hidden cards dealt anew.
    folder : Path
        Where pieces are kept as Parquet; those that are there already are not played again.
    workers : int
        How many pieces at a time.

    Yields
    ------
    int
        The number of each piece when it is there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    compile_ahead(job)
    make_ready([Kernel(make, (job.game,)) for make in (branch_kernel, stop_kernel)])
    pieces = [number for number in range(-(-n_games // CHUNK)) if not _file(folder, number).is_file()]
    for number, rows in zip(
        pieces, fan_out(look_at, [(job, number, n_rollouts) for number in pieces], workers), strict=True
    ):
        unfinished = _file(folder, number).with_suffix(".part")
        rows.write_parquet(unfinished)
        unfinished.replace(_file(folder, number))
        yield number


def _file(folder: Path, number: int) -> Path:
    return folder / f"rollouts-{number:04}.parquet"


def read_rollouts(folder: Path) -> pl.DataFrame:
    """All rows of a folder, in order of games."""
    return pl.read_parquet(sorted(folder.glob("rollouts-*.parquet")))


def look_at(job: Job, piece: int, n_rollouts: int) -> pl.DataFrame:
    """The rows of one piece: games `piece * CHUNK` and on, each at a decision drawn by lot."""
    numbers = np.arange(piece * CHUNK, (piece + 1) * CHUNK)
    results = play_numbers(job, numbers)
    fit = (results["end"] == FINISHED) & (results["decisions"] < MOST_DECISIONS)
    numbers, lengths = numbers[fit], results["decisions"][fit]
    decisions = np.random.default_rng([job.seed, piece]).integers(lengths)
    start = branch.positions(job, numbers, decisions)
    game = games.find(job.game)
    listed = [legal_moves(game, view) for view in start.views]
    chosen = np.array([1 < len(moves) <= MOST_MOVES for moves in listed])
    start = branch.Positions(*(part[chosen] for part in start))
    numbers, decisions = numbers[chosen], decisions[chosen]
    moves = np.full((len(numbers), MOST_MOVES, len(game.move._fields)), ABSENT, np.int64)
    for i, each in enumerate(moves_of for moves_of, use in zip(listed, chosen, strict=True) if use):
        moves[i, : len(each)] = each
    lost = _lost(job, start, moves, n_rollouts)
    there = moves[:, :, 0] != ABSENT
    rows = np.nonzero(there)
    return pl.DataFrame(
        {
            "game": numbers[rows[0]],
            "decision": decisions[rows[0]],
            "move": moves[there],
            "lost": lost[there].astype(np.float32),
        },
        schema_overrides={"move": pl.Array(pl.Int16, moves.shape[2])},
    )


def _lost(job: Job, start: branch.Positions, moves: np.ndarray, n_rollouts: int) -> np.ndarray:
    """The share of rollouts that the player to move lost, by game and move."""
    players, seats = len(job.players), start.views["seat"]
    results = branch.play_branches(job, start, moves, n_rollouts, unseen=True)
    field, payoff = payoffs_by_metric(games.find(job.game))["loss_rate"]
    by_seat = results[field][..., :players].astype(np.int64).reshape(-1, players)
    lost = payoff(by_seat).value.reshape(*results.shape, players) / UNIT
    own = np.take_along_axis(lost, seats[:, None, None, None].astype(np.int64), axis=3)[..., 0]
    means: np.ndarray = own.mean(axis=2)
    return means
