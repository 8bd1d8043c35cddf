"""Whether folders that commands write are whole: each file checked, and what the next command would play again."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knotlab.analysis import kept
from knotlab.analysis.claims.run import SLICE_NOTE
from knotlab.analysis.claims.slices import read_note
from knotlab.analysis.duels.saved import RESULT as DUEL_RESULT
from knotlab.analysis.duels.saved import read as read_duel
from knotlab.analysis.runs.slices import ROWS, part_numbers, slice_in
from knotlab.analysis.tournaments.result import RESULT as TOURNAMENT_RESULT
from knotlab.analysis.tournaments.result import read as read_tournament
from knotlab.sim.errors import InputError
from knotlab.sim.storage.manifest import MANIFEST
from knotlab.sim.storage.store import RunFolder

# Files with results that have a checksum: of duels and tournaments, of claims, and in the folder `kept` of a report.
RESULTS = (
    *dict.fromkeys((DUEL_RESULT, TOURNAMENT_RESULT)),
    SLICE_NOTE,
    "*-curve-*.json",
    "*-pilot-*.json",
    "kept/*-*.json",
)


@dataclass(frozen=True)
class FolderAudit:
    """What was found in one folder with parts.

    Attributes
    ----------
    folder : Path
    command : str
        What wrote it; empty where its manifest does not say.
    sound : int
        Parts that are whole.
    missing : tuple of int
        Parts that are not there, or too short, and will be played by the next command.
    unlogged : tuple of int
        Parts that have no event log, in a folder with the log of others.
    faults : tuple of str
        A sentence for each file that is damaged, was edited or belongs elsewhere.
    leftovers : int
        Temporary files of a command that was ended by force; the next one removes them.
    is_adaptive : bool
        Whether the command itself decides how many parts it plays, so that only gaps count as missing.
    """

    folder: Path
    command: str
    sound: int = 0
    missing: tuple[int, ...] = ()
    unlogged: tuple[int, ...] = ()
    faults: tuple[str, ...] = ()
    leftovers: int = 0
    is_adaptive: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing and nothing damaged."""
        return not (self.missing or self.unlogged or self.faults)


def audit(folder: Path) -> list[FolderAudit]:
    """Check a folder of any kind, with all folders in it.

    Parameters
    ----------
    folder
        What `play`, `duel`, `tournament`, `claims`, `tune`, `report`, `card` or `card-schemes` keeps.

    Raises
    ------
    InputError
        If there is nothing in it that these commands write.
    """
    runs = {file.parent for file in folder.rglob(MANIFEST)}
    runs |= {parts.parent for parts in folder.rglob("parts") if any(parts.glob("part-*.parquet"))}
    results = {file for name in RESULTS for file in folder.rglob(name)}
    if not runs and not results:
        raise InputError(f"{folder} holds nothing that knotlab keeps: no {MANIFEST} and no result")
    audits = [_audit_run(RunFolder(run)) for run in sorted(runs)]
    for file in sorted(results):
        fault = _fault_of_result(file)
        if fault:
            audits.append(FolderAudit(file.parent, "result", faults=(fault,)))
    return audits


def _audit_run(run: RunFolder) -> FolderAudit:
    """Check a folder with parts."""
    leftovers = len(run.leftovers())
    try:
        manifest = run.manifest()
    except InputError as error:
        return FolderAudit(run.path, "", faults=(str(error),), leftovers=leftovers)
    identity = manifest["identity"]
    command = str(identity.get("command", ""))
    is_adaptive = not (command in ("play", "card") or command.startswith("tournament") or slice_in(manifest))
    faults: list[str] = []
    heights = dict(_heights(run, faults))
    damaged = {number for number in part_numbers(run) if number not in heights}
    wanted = _wanted(manifest, heights, is_adaptive)
    missing = [k for k, height in wanted.items() if heights.get(k, 0) < height and k not in damaged]
    unlogged = list(_unlogged(run, heights, faults)) if run.log.folder.is_dir() else []
    return FolderAudit(
        run.path,
        command,
        len(heights.keys() - set(missing)),
        tuple(missing),
        tuple(unlogged),
        tuple(faults),
        leftovers,
        is_adaptive,
    )


def _heights(run: RunFolder, faults: list[str]) -> Iterator[tuple[int, int]]:
    """The rows of each part that is sound; adds a sentence for each other one."""
    for number in part_numbers(run):
        try:
            part = run.read_part(number, 0)
        except InputError as error:
            faults.append(str(error))
        else:
            if part is not None:
                yield number, part.height


def _wanted(manifest: dict[str, Any], heights: dict[int, int], is_adaptive: bool) -> dict[int, int]:
    """The parts that there should be, with how many rows each."""
    if is_adaptive:
        return dict.fromkeys(range(max(heights, default=-1) + 1), 1)
    which = slice_in(manifest)
    return {k: rows for k, rows in part_heights(manifest).items() if which is None or k in which}


def part_heights(manifest: dict[str, Any]) -> dict[int, int]:
    """The parts of a run, of a stage of a tournament, of a duel of fixed size, or of a bidding card.

    Parameters
    ----------
    manifest : dict
        Of its folder.

    Returns
    -------
    dict of int to int
        The rows of every part, by its number.
    """
    identity, total = manifest["identity"], manifest.get(ROWS, manifest["games"])
    entrants = len(identity["strategies"])
    if identity["command"] == "tournament: invasions":
        rows = total // (entrants * (entrants - 1))  # a part for each pair
    elif identity["command"].startswith("tournament"):
        rows = identity["part_deals"] * entrants * identity["players"]
    elif identity["command"] in ("duel", "card"):
        rows = identity["part_deals"]
    else:
        rows = identity["part_deals"] * (1 if identity["fixed_seats"] else entrants)
    return {number: min(rows, total - number * rows) for number in range(-(-total // rows))}


def _unlogged(run: RunFolder, heights: dict[int, int], faults: list[str]) -> Iterator[int]:
    """The parts whose event log is not there for all their games; adds a sentence for each that is damaged."""
    for number, height in heights.items():
        try:
            if not run.has_log(number, height):
                yield number
        except InputError as error:
            faults.append(str(error))


def _fault_of_result(file: Path) -> str | None:
    """What is wrong with a kept result, None if nothing is."""
    try:
        if file.name == DUEL_RESULT and (file.parent / MANIFEST).exists():
            read_duel(file.parent)
        elif file.name == TOURNAMENT_RESULT:
            read_tournament(file.parent)
        elif file.name == SLICE_NOTE:
            read_note(file.parent)
        else:
            kept.unsealed(kept.load(file))
    except InputError as error:
        return str(error)
    except (OSError, ValueError) as error:
        return str(kept.damaged(file, error))
    return None
