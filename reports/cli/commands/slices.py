"""Runs that are divided among machines: which part a command plays."""

from knotlab.analysis.runs.slices import Slice, SlicePlan
from knotlab.reports.cli.setup import RunOptions
from knotlab.sim.errors import InputError


def slice_plan(how: RunOptions, log: bool = False) -> SlicePlan:
    """The part that a command line names, with the folder that it needs."""
    assert how.part is not None
    if how.out is None:
        raise InputError("--part needs a folder for what it plays; name one with --out")
    return SlicePlan(Slice(how.part.k, how.part.of), how.out, how.workers, how.backend, log)
