"""A run divided among machines that know nothing of each other: of N slices, slice K is every N-th part from the K-th
on, played into a run folder of its own. `knotlab.analysis.merge` makes one run of them.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Any

import polars as pl

from knotlab.analysis.runs.play import new_tally
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.provenance import identity, provenance
from knotlab.analysis.runs.saved import match_of
from knotlab.sim.errors import InputError
from knotlab.sim.playing.fanout import THREADS
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.run import run
from knotlab.sim.storage.store import RunFolder

rows_of = attrgetter("height")  # what is wanted of a part that is kept
ROWS = "rows"  # the manifest's entry for the rows of the run as a whole, where they are not its games
SLICE = "slice"  # the manifest's entry that says which slice of a run its folder holds


@dataclass(frozen=True)
class Slice:
    """Every `of`-th part of a run, from number `k` on, counted from 1.

    Parameters
    ----------
    k : int
        Which slice, from 1 to `of`.
    of : int
        How many slices there are.

    Examples
    --------
    >>> 1 in Slice(2, 3), 2 in Slice(2, 3), 4 in Slice(2, 3)
    (True, False, True)
    >>> str(Slice(2, 3))
    '2/3'
    """

    k: int
    of: int

    def __contains__(self, number: int) -> bool:
        return number % self.of == self.k - 1

    def __str__(self) -> str:
        return f"{self.k}/{self.of}"


def slice_in(manifest: dict[str, Any]) -> Slice | None:
    """Which slice of a run a manifest is of; None where it is of the run as a whole."""
    return Slice(*manifest[SLICE]) if SLICE in manifest else None


class SliceFolder(RunFolder):
    """A run folder that holds one slice. Parts of other slices count as kept and have no rows.

    Parameters
    ----------
    path : Path
    which : Slice
    rows : int, optional
        Rows of all parts of the run together, where they are not its games.
    """

    def __init__(self, path: Path, which: Slice, rows: int | None = None) -> None:
        super().__init__(path)
        self.which, self.rows = which, rows

    def _check_same(self, kept: dict[str, Any], identity: dict[str, Any], n_games: int) -> None:
        super()._check_same(kept, identity, n_games)
        there = slice_in(kept)
        if there != self.which:
            held = "the run as a whole" if there is None else f"part {there}"
            raise InputError(f"{self.path} holds {held}, not part {self.which}; give each part a folder of its own")

    def _write_manifest(self, manifest: dict[str, Any]) -> None:
        rows = {} if self.rows is None else {ROWS: self.rows}
        super()._write_manifest(manifest | {SLICE: [self.which.k, self.which.of]} | rows)

    def read_part(self, number: int, n_games: int) -> pl.DataFrame | None:
        """A part, as `RunFolder` has it."""
        return super().read_part(number, n_games) if number in self.which else pl.DataFrame()

    def has_part(self, number: int, n_games: int) -> bool:
        """Whether there is nothing more to play of a part."""
        return number not in self.which or super().has_part(number, n_games)

    def has_log(self, number: int, n_games: int) -> bool:
        """Whether there is nothing more to write in the event log of a part."""
        return number not in self.which or super().has_log(number, n_games)


@dataclass(frozen=True)
class SlicePlan:
    """Which slice is played, where to, and by what.

    Attributes
    ----------
    which : Slice
    out : Path
        A folder for this slice alone.
    workers : int, optional
        One for each core by default.
    backend : str
    log : bool
        Whether to write the event log, too.
    """

    which: Slice
    out: Path
    workers: int | None = None
    backend: str = THREADS
    log: bool = False
    on_progress: Callable[[int], None] = field(default=lambda games: None)


def play_slice(
    job: Job, games_wanted: int, plan: SlicePlan, *, strategies_from: Sequence[Path | str] = ()
) -> PlayResult:
    """Play one slice of a run.

    Parameters
    ----------
    job : Job
        What is played.
    games_wanted : int
        Games of the run as a whole, rounded up to whole deals.
    plan : SlicePlan
    strategies_from : sequence of path, optional
        Files that strategies come from, noted in the manifest.

    Returns
    -------
    PlayResult
        The results of this slice's deals.

    Raises
    ------
    InputError
        If the folder holds something else.
    StrategyError, RunError
        As `play_job`.
    """
    if games_wanted < 1:
        raise InputError(f"the number of games is 1 or more, not {games_wanted}")
    deals, folder = job.deals_for(games_wanted), SliceFolder(plan.out, plan.which)
    with folder.locked():
        is_resumed, started = folder.n_parts > 0, time.perf_counter()
        folder.open(identity(job), provenance(job, strategies_from), job.games_on(deals))
        played = run(
            job,
            deals,
            folder=folder,
            log=plan.log,
            workers=plan.workers,
            backend=plan.backend,
            summary=rows_of,
        )
        for games in played:
            plan.on_progress(games)
        folder.finish(None if is_resumed else time.perf_counter() - started)
    return load_slice(plan.out)


def load_slice(folder: Path) -> PlayResult:
    """The results of a slice's deals, from its parts.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    PlayResult
        Its `planned` games are those of the run as a whole.

    Raises
    ------
    InputError
        If the folder is damaged.
    """
    kept = RunFolder(folder)
    manifest = kept.manifest()
    about = manifest["identity"]
    names, match = tuple(about["strategies"]), match_of(about)
    tally = new_tally(about["game"], names, 1 if about["fixed_seats"] else len(names), match)
    for number in part_numbers(kept):
        frame = kept.read_part(number, 0)
        assert frame is not None
        tally.add(frame)
    return PlayResult(
        about["game"],
        names,
        about["rules"],
        about["seed"],
        about["fixed_seats"],
        tally,
        float(manifest["times"].get("seconds", "nan")),
        folder=folder,
        match=match,
        planned=manifest["games"],
    )


def part_numbers(folder: RunFolder) -> list[int]:
    """The numbers of the parts that a folder has a file of."""
    return sorted(int(file.stem.removeprefix("part-")) for file in folder.parts.glob("part-[0-9]*.parquet"))
