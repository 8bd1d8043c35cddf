"""Settling cells, each in a folder of its own if its deals are kept."""

from collections.abc import Callable, Iterable
from pathlib import Path

from knotlab.analysis import kept
from knotlab.analysis.claims.cells import Cell
from knotlab.analysis.claims.experiment import Sitting
from knotlab.analysis.claims.finding import Finding, about_tip
from knotlab.analysis.claims.registration import name_of
from knotlab.analysis.claims.trial import Trial
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.storage.store import RunFolder

FINDING = "finding.json"


def prepare(cells: Iterable[Cell], trial: Trial) -> None:
    """Compile all that some cells play."""
    jobs: dict[bool, list[Job]] = {False: [], True: []}
    for cell in cells:
        jobs[cell.experiment.with_log] += cell.experiment.jobs(cell, trial)
    for with_log, needed in jobs.items():
        compile_ahead(*needed, log=with_log)


def settle(
    cell: Cell,
    trial: Trial,
    out: Path | None = None,
    *,
    pause_after: int | None = None,
    workers: int = 1,
    on_look: Callable[[], object] = lambda: None,
) -> Finding:
    """Play a cell until its verdict or its cap.

    Parameters
    ----------
    cell, trial
        What is played.
    out
        A folder that keeps the deals of every cell in a folder of its own, and its finding once it is settled.
    pause_after
        Deals after which to stop for now.
    workers
        How many batches are played at a time.
    on_look
        Called at each look.

    Returns
    -------
    Finding
        What it came to so far; from the folder, if it was settled before.

    Raises
    ------
    InputError
        If the folder holds something damaged.
    """
    folder = None if out is None else folder_of(cell, trial, out)
    if folder and (finding := read(folder, cell, trial)):
        return finding
    finding = cell.experiment.settle(cell, trial, Sitting(folder, pause_after, workers, on_look))
    if folder and finding.is_settled:
        run = RunFolder(folder)
        with run.locked(), run.writing():
            kept.write(folder / FINDING, kept.sealed(finding))
    return finding


def settled(cell: Cell, trial: Trial, out: Path) -> Finding | None:
    """The finding of a cell that was settled before, if a folder holds one."""
    return read(folder_of(cell, trial, out), cell, trial)


def kept_deals(cell: Cell, trial: Trial, out: Path) -> int:
    """About how many deals a folder holds of a cell."""
    run = RunFolder(folder_of(cell, trial, out))
    return run.n_parts * int(run.manifest()["identity"].get("part_deals", 0)) if run.n_parts else 0


def folder_of(cell: Cell, trial: Trial, out: Path) -> Path:
    """A cell's own folder in one for all."""
    return out / f"{cell.tip.id}-{name_of(cell, trial)}"


def read(folder: Path, cell: Cell, trial: Trial) -> Finding | None:
    """A settled cell's finding from its folder, if it is there; raises InputError if it was damaged or edited, or is
    another cell's.
    """
    file = folder / FINDING
    if not file.exists():
        return None
    try:
        finding = kept.from_plain(Finding, kept.unsealed(kept.load(file)))
        if finding.cell != cell.name or finding.hash != name_of(cell, trial):
            raise ValueError("it is of another cell")
        if finding.about_tip != about_tip(cell, finding.verdict):
            raise ValueError("its verdict says something else about the tip")
    except ValueError as error:
        raise kept.damaged(file, error) from None
    return finding
