"""Runs that are divided among machines: which part a command plays, and what `merge` does."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.merge import merge as merge_folders
from knotlab.analysis.runs.slices import Slice, SlicePlan
from knotlab.reports.cli.setup import RunOptions
from knotlab.sim.errors import InputError


def slice_plan(how: RunOptions, log: bool = False) -> SlicePlan:
    """The part that a command line names, with the folder that it needs."""
    assert how.part is not None
    if how.out is None:
        raise InputError("--part needs a folder for what it plays; name one with --out")
    return SlicePlan(Slice(how.part.k, how.part.of), how.out, how.workers, how.backend, log)


def merge(folders: Sequence[Path], out: Path) -> None:
    """Put the parts of a run together, and say how its results are printed."""
    merged = merge_folders(folders, out)
    print(f"{merged.folder}: whole, {merged.parts} parts from {len(set(folders))} folders")
    print(f"its tables: knotlab {shlex.join(merged.argv)}")
