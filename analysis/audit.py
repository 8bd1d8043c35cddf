"""Folders that commands keep, checked: whether they are whole, and what the next command would play again."""

import contextlib
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from knotlab.analysis.commands import TABLES
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.duels.result import read as read_duel
from knotlab.analysis.result import RESULT
from knotlab.analysis.runs.replaying import replay_some
from knotlab.analysis.tournaments.result import read as read_tournament
from knotlab.sim.errors import InputError
from knotlab.sim.storage import result_files
from knotlab.sim.storage.pieces import PARTS, Span, gaps, piece_files, spans_of, strays
from knotlab.sim.storage.result_files import shown
from knotlab.sim.storage.run_folder import MANIFEST, RunFolder, is_older

# Files with results that have a checksum: of duels and tournaments, of claims, and in the folder `kept` of a report.
RESULTS = (RESULT, "*-curve-*.json", "*-pilot-*.json", "kept/*-*.json")


Answer = TypeVar("Answer")


@dataclass(frozen=True)
class FolderAudit:
    """What was found in one folder with pieces, or of all the files of a folder.

    command: what wrote it, or `files`; empty where its manifest does not say. sound: pieces, or files, that are whole.
    missing: pieces that are not there, or too short, and will be played by the next command, as numbers from, to.
    unlogged: pieces that have no event log, in a run that has one. absent: what else there must be, and is not. faults:
    a sentence for each file that is damaged, was edited or belongs elsewhere. strays: what lies among the pieces and is
    none; it is not read. leftovers: temporary files of a command that was ended by force; the next one removes them.
    is_older: whether its result was made of other pieces than are there now, and will be made again by the next
    command. is_open: whether how many pieces there must be is not known yet. is_unlisted: whether there is no list of
    the files' checksums. replayed: games of a run that were played again by the rules; unplayed: why none could be.
    """

    folder: Path
    command: str
    sound: int = 0
    missing: tuple[Span, ...] = ()
    unlogged: tuple[Span, ...] = ()
    absent: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()
    leftovers: int = 0
    is_older: bool = False
    is_open: bool = False
    is_unlisted: bool = False
    replayed: int = 0
    unplayed: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing and nothing damaged."""
        return not (self.missing or self.unlogged or self.absent or self.faults or self.is_older or self.is_open)


@dataclass(frozen=True)
class VerifiedFolders:
    """What was found in some folders and in those within them."""

    folders: tuple[FolderAudit, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing and nothing damaged."""
        return all(each.is_whole for each in self.folders)

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for each file that is damaged, was edited or belongs elsewhere."""
        return tuple(fault for each in self.folders for fault in each.faults)

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        folders = [asdict(each) | {"folder": str(each.folder), "whole": each.is_whole} for each in self.folders]
        return {"folders": folders, "whole": self.is_whole}

    def to_pandas(self) -> pd.DataFrame:
        """One row per folder: the command that wrote it, how much of it is there, and what is wrong."""
        return pd.DataFrame(self.facts()["folders"])


def verify_folders(
    folders: Sequence[Path], n_games: int | None = None, strategies_from: Sequence[Path | str] = ()
) -> VerifiedFolders:
    """Check folders, and play some games of their runs again.

    n_games, strategies_from: as `replay_some` takes them. Raises InputError if a folder holds nothing that a command
    keeps, or games are asked for and cannot be played again.
    """
    audits = [each for folder in folders for each in audit(folder)]
    if all(each.is_unlisted and (each.folder / TABLES[0]).is_file() for each in audits):  # findings, and nothing else
        raise InputError(
            f"{audits[0].folder} has no {result_files.SUMS} to check its files by, as an earlier version wrote it; "
            f"knotlab verify {audits[0].folder} --play plays it again"
        )
    if n_games and not any(map(_is_run, audits)):
        raise InputError("there is no run of knotlab play whose games could be played again")
    return VerifiedFolders(
        tuple(_replayed(each, n_games, strategies_from) if _is_run(each) else each for each in audits)
    )


def _is_run(found: FolderAudit) -> bool:
    """Whether a folder holds games of a run."""
    return found.command == "play" and found.sound > 0


def _replayed(found: FolderAudit, n_games: int | None, strategies_from: Sequence[Path | str]) -> FolderAudit:
    """What was found in a run, with what comes of playing some of its games again."""
    run, pieces = RunFolder(found.folder), list[int]()
    for number in run.numbers() if n_games != 0 else ():
        with contextlib.suppress(InputError):
            pieces += [number] * (run.height(number) > 0)
    try:
        played, faults = replay_some(run, pieces, n_games, strategies_from)
    except InputError as error:
        if n_games:
            raise
        return replace(found, unplayed=shown(error.typed, 1000))
    return replace(found, replayed=played, faults=(*found.faults, *faults))


def audit(folder: Path) -> list[FolderAudit]:
    """Check a folder of any kind, with all folders in it.

    folder: what `play`, `duel`, `tournament`, `claims`, `tune`, `report` or `card` keeps. Raises InputError if there is
    nothing in it that these commands write, or no command that findings in it are of.
    """
    runs = {file.parent for file in folder.rglob(MANIFEST)}
    runs |= {parts.parent for parts in folder.rglob(PARTS) if piece_files(parts)}
    results = {file for file in folder.rglob("*") if any(map(file.match, RESULTS))}  # dangling links, too
    has_files = any((folder / name).is_file() for name in (TABLES[0], result_files.SUMS))
    if not runs and not results and not has_files:
        raise InputError(f"{folder} holds nothing that knotlab keeps: no {MANIFEST} and no result")
    audits = [_audit_run(RunFolder(run)) for run in sorted(runs)]
    checked = (_audit_result(file) for file in sorted(results))
    audits += [each for each in checked if not each.is_whole]
    return [*audits, _audit_files(folder, [fault for each in audits for fault in each.faults])]


def _audit_files(folder: Path, told: Sequence[str]) -> FolderAudit:
    """Check all the files that commands wrote into a folder by their checksums; told: what is said of some already."""
    try:
        listed = result_files.checksums(folder)
    except ValueError as error:
        return FolderAudit(folder, "files", faults=(f"{folder / result_files.SUMS} is damaged ({error})",))
    if listed is None:
        return FolderAudit(folder, "files", is_unlisted=True)
    absent = tuple(name for name in listed if not os.path.lexists(folder / name))
    wrong = [folder / name for name in listed if name not in absent]
    wrong = [
        file for file in wrong if not result_files.is_as_written(file, listed[file.relative_to(folder).as_posix()])
    ]
    new = tuple(f"{file} is not as it was written" for file in wrong if not any(str(file) in each for each in told))
    return FolderAudit(folder, "files", len(listed) - len(absent) - len(wrong), absent=absent, faults=new)


def _audit_run(run: RunFolder) -> FolderAudit:
    """Check a folder with pieces; where its manifest does not say how many there are, those up to the last."""
    leftovers, faults = len(run.leftovers()), list[str]()
    try:
        manifest, pieces = run.manifest(), run.pieces()
    except InputError as error:
        return FolderAudit(run.path, "", faults=(error.typed,), leftovers=leftovers)
    there = run.numbers()
    heights = _answers(there, run.height, faults)
    damaged = dict.fromkeys(set(there) - heights.keys(), 2**62)  # which have a sentence, and are not missing
    missing = pieces.missing(heights | damaged) if pieces else gaps(there, max(there, default=-1) + 1)
    is_logged = manifest.get("log", False) or run.log.is_dir()
    logged = _answers(heights if is_logged else (), lambda number: run.has_log(number, heights[number]), faults)
    return FolderAudit(
        run.path,
        str(manifest["identity"].get("command", "")),
        sound=sum(not any(low <= number <= high for low, high in missing) for number in heights),
        missing=missing,
        unlogged=spans_of(number for number, is_there in logged.items() if not is_there),
        absent=tuple(name for name in manifest.get("needs", ()) if not os.path.lexists(run.path / name)),
        faults=tuple(faults),
        strays=tuple(path.name for path in strays(run.parts)),
        leftovers=leftovers,
        is_open=pieces is None and not manifest.get("needs"),
    )


def _answers(numbers: Iterable[int], ask: Callable[[int], Answer], faults: list[str]) -> dict[int, Answer]:
    """What is answered about each piece; adds a sentence for each that is damaged or does not fit."""
    answers: dict[int, Answer] = {}
    for number in numbers:
        try:
            answers[number] = ask(number)
        except InputError as error:
            faults.append(error.typed)
    return answers


def _audit_result(file: Path) -> FolderAudit:
    """Check a kept result: whether it is as it was written, and made of the pieces next to it."""
    folder = file.parent
    try:
        if file.name == RESULT and RunFolder(folder).exists():
            read_duel(folder)
        elif file.name == RESULT:
            read_tournament(folder)
        else:
            content = result_files.unsealed(result_files.load(file))
            if "-pilot-" in file.name:
                result_files.from_plain(Pilot, content)
            return FolderAudit(folder, "result")
        return FolderAudit(folder, "result", is_older=is_older(result_files.load(file), folder))
    except InputError as error:
        return FolderAudit(folder, "result", faults=(error.typed,))
    except ValueError as error:
        return FolderAudit(folder, "result", faults=(result_files.damaged(file, error).typed,))
