"""Runs that are divided among machines: which part a command plays, and what is said of it."""

from pathlib import Path

from knotlab.reports.cli.setup import RunOptions
from knotlab.sim.errors import InputError
from knotlab.sim.playing.delivery import WHOLE, Part


def part_of(how: RunOptions) -> Part:
    """The part that a command line names, all of it unless it names one; raises InputError if a folder is needed."""
    if how.part is None:
        return WHOLE
    if how.out is None:
        raise InputError("--part needs a folder for what it plays; name one with --out")
    return Part(how.part.k, how.part.of)


def after_part(folder: Path) -> str:
    """How a part's folder becomes one with the others."""
    return (
        f"copy the files of all parts into one folder (cp -rn {folder}/. FOLDER/); the same command without --part and "
        f"with --out FOLDER prints the whole"
    )
