"""Whether folders that commands write are whole: each file checked, and what the next command would play again."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from knotlab.analysis.duels.result import RESULT as DUEL_RESULT
from knotlab.analysis.duels.result import read as read_duel
from knotlab.analysis.runs.parts import is_older, pieces_wanted
from knotlab.analysis.tournaments.result import RESULT as TOURNAMENT_RESULT
from knotlab.analysis.tournaments.result import read as read_tournament
from knotlab.sim.errors import InputError
from knotlab.sim.storage import result_files
from knotlab.sim.storage.run_folder import MANIFEST, ROWS, RunFolder

# Files with results that have a checksum: of duels and tournaments, of claims, and in the folder `kept` of a report.
RESULTS = (
    *dict.fromkeys((DUEL_RESULT, TOURNAMENT_RESULT)),
    "*-curve-*.json",
    "*-pilot-*.json",
    "kept/*-*.json",
)


Answer = TypeVar("Answer")


@dataclass(frozen=True)
class FolderAudit:
    """What was found in one folder with parts.

    command: what wrote it; empty where its manifest does not say. sound: pieces that are whole. missing: pieces that
    are not there, or too short, and will be played by the next command. unlogged: pieces that have no event log, in a
    folder with the log of others. faults: a sentence for each file that is damaged, was edited or belongs elsewhere.
    leftovers: temporary files of a command that was ended by force; the next one removes them. is_adaptive: whether the
    command itself decides how many pieces it plays, so that only gaps count as missing. is_older: whether its result
    was made of other pieces than are there now, and will be made again by the next command.
    """

    folder: Path
    command: str
    sound: int = 0
    missing: tuple[int, ...] = ()
    unlogged: tuple[int, ...] = ()
    faults: tuple[str, ...] = ()
    leftovers: int = 0
    is_adaptive: bool = False
    is_older: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing and nothing damaged."""
        return not (self.missing or self.unlogged or self.faults or self.is_older)


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


def verify_folders(folders: Sequence[Path]) -> VerifiedFolders:
    """Check folders; raises InputError if one holds nothing that a command keeps."""
    return VerifiedFolders(tuple(each for folder in folders for each in audit(folder)))


def audit(folder: Path) -> list[FolderAudit]:
    """Check a folder of any kind, with all folders in it.

    folder: what `play`, `duel`, `tournament`, `claims`, `tune`, `report` or `card` keeps. Raises InputError if there is
    nothing in it that these commands write.
    """
    runs = {file.parent for file in folder.rglob(MANIFEST)}
    runs |= {parts.parent for parts in folder.rglob("parts") if any(parts.glob("part-*.parquet"))}
    results = {file for name in RESULTS for file in folder.rglob(name)}
    if not runs and not results:
        raise InputError(f"{folder} holds nothing that knotlab keeps: no {MANIFEST} and no result")
    audits = [_audit_run(RunFolder(run)) for run in sorted(runs)]
    checked = (_audit_result(file) for file in sorted(results))
    return audits + [each for each in checked if not each.is_whole]


def _audit_run(run: RunFolder) -> FolderAudit:
    """Check a folder with pieces."""
    leftovers, faults = len(run.leftovers()), list[str]()
    try:
        manifest = run.manifest()
    except InputError as error:
        return FolderAudit(run.path, "", faults=(str(error),), leftovers=leftovers)
    command, there = str(manifest["identity"].get("command", "")), run.numbers()
    is_adaptive = not (command in ("play", "card") or command.startswith("tournament") or ROWS in manifest)
    heights = _answers(there, run.rows, faults)
    wanted = dict.fromkeys(range(max(heights, default=-1) + 1), 1) if is_adaptive else pieces_wanted(manifest)
    missing = [k for k, rows in wanted.items() if heights.get(k, 0) < rows and (k in heights or k not in there)]
    logged = (
        _answers(heights, lambda number: run.has_log(number, heights[number]), faults)
        if run.log.folder.is_dir()
        else {}
    )
    return FolderAudit(
        run.path,
        command,
        len(heights.keys() - set(missing)),
        tuple(missing),
        tuple(number for number, is_there in logged.items() if not is_there),
        tuple(faults),
        leftovers,
        is_adaptive,
    )


def _answers(numbers: Iterable[int], ask: Callable[[int], Answer], faults: list[str]) -> dict[int, Answer]:
    """What is answered about each piece; adds a sentence for each that is damaged or does not fit."""
    answers: dict[int, Answer] = {}
    for number in numbers:
        try:
            answers[number] = ask(number)
        except InputError as error:
            faults.append(str(error))
    return answers


def _audit_result(file: Path) -> FolderAudit:
    """Check a kept result: whether it is as it was written, and made of the pieces beside it."""
    try:
        if file.name == DUEL_RESULT and (file.parent / MANIFEST).exists():
            read_duel(file.parent)
        elif file.name == TOURNAMENT_RESULT:
            read_tournament(file.parent)
        else:
            result_files.unsealed(result_files.load(file))
            return FolderAudit(file.parent, "result")
        return FolderAudit(file.parent, "result", is_older=is_older(result_files.load(file), file.parent))
    except InputError as error:
        return FolderAudit(file.parent, "result", faults=(str(error),))
    except (OSError, ValueError) as error:
        return FolderAudit(file.parent, "result", faults=(str(result_files.damaged(file, error)),))
