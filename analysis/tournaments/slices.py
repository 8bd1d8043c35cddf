"""One slice of a tournament: of each of its stages every N-th part, in a folder of its own."""

from dataclasses import replace

from knotlab.analysis.runs.provenance import provenance
from knotlab.analysis.runs.slices import SliceFolder, SlicePlan, rows_of
from knotlab.analysis.tournaments.result import RESULT
from knotlab.analysis.tournaments.setup import Setup
from knotlab.analysis.tournaments.stages import identity, plan
from knotlab.sim.errors import InputError
from knotlab.sim.playing.fanout import check_backend, worker_count
from knotlab.sim.playing.job import compile_ahead
from knotlab.sim.storage.files import check_own


def play_tournament_slice(setup: Setup, games_wanted: int, how: SlicePlan) -> None:
    """Play one slice of a tournament.

    Parameters
    ----------
    setup : Setup
        Who plays.
    games_wanted : int
        Games of the tournament as a whole.
    how : SlicePlan

    Raises
    ------
    InputError
        If the folder holds something else, or the tournament as a whole.
    StrategyError, RunError
        If a strategy fails, or the folder cannot be written.
    """
    workers = worker_count(how.workers, check_backend(how.backend))
    check_own(how.out, ("ratings",))
    if (how.out / RESULT).exists():
        raise InputError(f"{how.out} holds the tournament as a whole; give each part a folder of its own")
    compile_ahead(*(replace(setup.base, players=(entrant,) * setup.n_players) for entrant in setup.entrants))
    for stage in plan(setup, games_wanted):
        folder = SliceFolder(how.out / stage.name, how.which)
        with folder.locked():
            folder.open(identity(setup, stage), provenance(setup.base), stage.units * stage.rows)
            for rows in stage.played(folder, workers, how.backend, summary=rows_of):
                how.on_progress(rows * stage.games_per_row)
            folder.finish(None)
