"""Games of a run that was kept, played again by the rules, and their rows compared."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from knotlab.analysis.runs.play import load_job
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.playing.match import games_of, play_matches, single_games
from knotlab.sim.playing.refereed import referee
from knotlab.sim.playing.run import frame_of, piece_deals
from knotlab.sim.storage.run_folder import RunFolder

SOME = 2  # games of each piece, unless it is said how many


def replay_some(
    run: RunFolder, pieces: Sequence[int], n_games: int | None, strategies_from: Sequence[Path | str]
) -> tuple[int, list[str]]:
    """Play some games, or matches, of a run again.

    pieces: the numbers of those that are whole. n_games: how many games, spread over them; two of each unless given.
    strategies_from: files with users' strategies. Returns how many were played, and a sentence for each that breaks a
    rule, or whose row says something else. Raises InputError if they cannot be played any more.
    """
    job, faults, played = load_job(run.path, strategies_from), list[str](), 0
    if n_games is None and any(player.assumed for player in job.players):
        raise InputError("a player looks ahead, which takes long; --games N plays N games all the same")
    compile_ahead(job, traced=True)
    for number, row in _drawn(run, job, pieces, n_games):
        index, played = job.game_of(number * piece_deals(job)) + row.pop("place"), played + 1
        try:
            again = _row_of(job, index)
        except RunError as error:
            faults.append(str(error))
            continue
        if wrong := [name for name in again if row.get(name) != again[name]]:
            name = wrong[0]
            what = f"game {index}, played again, has {name} {again[name]} in place of {row.get(name)}"
            faults.append(f"{run.piece_path(number)}: {what}")
    return played, faults


def _drawn(
    run: RunFolder, job: Job, pieces: Sequence[int], n_games: int | None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Rows of some games, each with the number of its piece and its `place` there, drawn from the run's seed."""
    for k, number in enumerate(pieces):
        wanted = SOME if n_games is None else n_games // len(pieces) + (k < n_games % len(pieces))
        rows = run.read_piece(number) if wanted else None
        if rows is not None:
            for place in np.random.default_rng([job.seed, number]).permutation(len(rows))[:wanted]:
                yield number, rows.row(int(place), named=True) | {"place": int(place)}


def _row_of(job: Job, index: int) -> dict[str, Any]:
    """The row of a game, or of a match, that is played by the rules; raises RunError if they are broken."""
    if job.match is None:
        return frame_of(job, index, np.array([referee(job, index)])).row(0, named=True)
    for number, totals in games_of(job, index):
        referee(single_games(job), number, totals)
    return play_matches(job, index, 1).row(0, named=True)
