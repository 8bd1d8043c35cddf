"""Compiling what some cells play, before any of it is played."""

from collections.abc import Iterable

from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.model.trial import Trial
from knotlab.sim.playing.job import Job, compile_ahead


def prepare(cells: Iterable[Cell], trial: Trial) -> None:
    """Compile all that some cells play."""
    jobs: dict[bool, list[Job]] = {False: [], True: []}
    for cell in cells:
        jobs[cell.experiment.with_log] += cell.experiment.jobs(cell, trial)
    for with_log, needed in jobs.items():
        compile_ahead(*needed, log=with_log)
