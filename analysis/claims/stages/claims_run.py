"""What all tips of a run share while they are played: the folder, and compiling before any is played."""

import contextlib
import math
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import Precision
from knotlab.analysis.claims.model.registration import digits, name_of
from knotlab.analysis.claims.rulebooks.selection import OWN_FILES
from knotlab.analysis.defaults import BATCH_GAMES
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.runs.code import code_hash
from knotlab.analysis.runs.play import named, provenance
from knotlab.sim import budget
from knotlab.sim.compiling.precompile import Kernel, make_ready
from knotlab.sim.errors import InputError
from knotlab.sim.machine import cores
from knotlab.sim.playing.delivery import in_batches, in_columns
from knotlab.sim.settings import plain_rules
from knotlab.sim.storage import result_files
from knotlab.sim.storage.pieces import Pieces
from knotlab.sim.storage.result_files import check_own
from knotlab.sim.storage.run_folder import RunFolder

FEWEST_PARTS = 16  # so that several workers have about as much to do where few games take long


@dataclass(frozen=True, eq=False)
class ClaimsRun:
    """What all tips share."""

    inquiry: Inquiry
    folder: Path
    workers: int
    precision: Precision | None
    on_step: Callable[[str], object]

    def pilot(self, cell: Cell) -> Pilot:
        """A cell's pilot: kept from before, or played."""
        path = self.folder / f"{cell.tip.id}-pilot-{name_of(cell, self.inquiry)}.json"
        if path.exists():
            try:
                return result_files.read_as(Pilot, path)
            except ValueError as error:
                raise result_files.damaged(path, error) from None
        budget.check()
        pilot = cell.experiment.pilot(cell, self.inquiry, self.workers)
        with RunFolder(self.folder).writing():
            self.folder.mkdir(parents=True, exist_ok=True)
            result_files.write(path, result_files.sealed(pilot))
        return pilot

    def frames(
        self,
        name: str,
        cells: Sequence[Cell],
        play: Any,
        units: int,
        games: int,
        module: str,
        columns: Sequence[str],
        is_enough: Callable[[], bool] | None = None,
    ) -> Generator[pl.DataFrame, None, None]:
        """So many rounds or deals, batch by batch, from a folder of their own as far as they are there.

        cells: the cells that are played. play: what plays some of the units: called with the number of the first, and
        how many. units: how many rounds or deals. games: games in each of them. module: the one with the code of
        `play`. columns: of the frames, all with whole numbers. is_enough: says when no more are wanted, where that is
        not known beforehand.
        """
        experiment, job = cells[0].experiment, cells[0].experiment.jobs(cells[0], self.inquiry)[0]
        batch = max(min(BATCH_GAMES // games, units // FEWEST_PARTS), 1)
        question = {
            "cells": [name_of(cell, self.inquiry) for cell in cells],
            "code": code_hash(job.game, module, experiment.functions()),
            "units": units,
            "part_deals": batch,
        }
        folder = RunFolder(self.folder / f"{cells[0].tip.id}-{name}-{digits(question)}")
        identity = {
            "command": f"claims: {name}",
            "game": job.game,
            "rules": plain_rules(job.rules),
            **named(job.players),
            "seed": job.seed,
            "fixed_seats": job.fixed_seats,
        } | question
        with folder.locked():
            made_with, done = provenance(job, self.inquiry.strategies_from), 0
            folder.open(identity, made_with, units, None if is_enough else Pieces(units, batch))
            played = in_batches(
                play,
                lambda first, count: (first, count),
                units,
                batch,
                1,
                folder=folder,
                workers=self.workers,
                summary=partial(in_columns, dict.fromkeys(columns, pl.Int64)),
            )
            try:
                for frame in played:
                    done += frame.height
                    yield frame
                    budget.check()
            finally:
                if is_enough is not None and is_enough():
                    folder.finish(None, Pieces(done, batch))


@contextlib.contextmanager
def opened(
    inquiry: Inquiry,
    out: Path | str | None,
    minutes: float | None,
    workers: int | None,
    precision: Precision | None,
    on_step: Callable[[str], object],
) -> Iterator[ClaimsRun]:
    """What all tips share while they are played, in a folder that is kept or in one for the time being; raises
    InputError if the budget makes no sense, or the folder is another's.
    """
    if minutes is not None and not 0 < minutes < math.inf:
        raise InputError(f"the budget is a number of minutes above 0, not {minutes:g}")
    with contextlib.ExitStack() as stack:
        stack.enter_context(budget.within(minutes))
        folder = Path(out) if out else Path(stack.enter_context(tempfile.TemporaryDirectory()))
        check_own(folder, OWN_FILES)
        yield ClaimsRun(inquiry, folder, workers or cores(), precision, on_step)


def kernels_of(cells: Iterable[Cell], inquiry: Inquiry) -> list[Kernel]:
    """All compiled functions that some cells need, each once."""
    return list(dict.fromkeys(kernel for cell in cells for kernel in cell.experiment.kernels(cell, inquiry)))


def prepare(cells: Iterable[Cell], inquiry: Inquiry) -> None:
    """Compile all that some cells play, before any of it is played."""
    make_ready(kernels_of(cells, inquiry))
