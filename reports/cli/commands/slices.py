"""Runs that are divided among machines: which part a command plays."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from knotlab.analysis.runs.slices import Slice, SlicePlan
from knotlab.reports.cli.setup import RunOptions
from knotlab.reports.progress import interrupted, progress
from knotlab.sim.errors import InputError


def slice_plan(how: RunOptions) -> SlicePlan:
    """The part that a command line names, with the folder that it needs."""
    assert how.part is not None
    if how.out is None:
        raise InputError("--part needs a folder for what it plays; name one with --out")
    return SlicePlan(Slice(how.part.k, how.part.of), how.out, how.workers, how.backend)


@contextmanager
def playing_part(what: str, games: int, plan: SlicePlan) -> Iterator[SlicePlan]:
    """A part of a run of so many games, with its progress shown and an interruption told."""
    with progress(f"{what}, part {plan.which}", games // plan.which.of) as advance:
        try:
            yield replace(plan, on_progress=advance)
        except KeyboardInterrupt:
            interrupted(advance, plan.out)
