"""A result that somebody else can play again: next to what is kept lie the command that plays it and the files of the
user that it reads (`commands.py`), and from these alone it is played again and compared.

Running them may do anything, so it is only done when somebody asks for it.
"""

import contextlib
import math
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from typing import Any

import polars as pl

from knotlab.analysis.audit import VerifiedFolders, audit
from knotlab.analysis.claims.evidence.files import TIPS
from knotlab.analysis.claims.evidence.rows import rows_in
from knotlab.analysis.commands import FILES, PROOF, ROOM, TABLES, is_search, read_kept
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.storage.result_files import checksums
from knotlab.sim.storage.run_folder import MANIFEST, RunFolder

OF_DUELS = ("_a", "_b", "_least", "_most")  # how columns of a duel's pieces end that hold its numbers
TOLD = ("progress: ", "knotlab: compiling ")  # how lines of a command begin that tell how far it is
PROGRAM = """
from pathlib import Path
from knotlab.reports.cli.app import main
from knotlab.sim.playing.delivery import following
with following(Path({before!r}), Path({again!r})):
    main()
"""


@dataclass(frozen=True)
class PlayedAgain:
    """What came of playing the result in a folder again.

    files: what was found in the folder before. command: the words. compared: how many tables and pieces were compared.
    unequal: how many of them are not the same. differences: a sentence for each of these, or for several at once.
    """

    folder: Path
    files: VerifiedFolders
    command: str
    compared: int
    unequal: int
    differences: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every file is as it was written, and everything the same."""
        return self.files.is_whole and not self.differences

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for each file that is not as it was written, and for each difference."""
        return self.files.faults + self.differences

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "folder": str(self.folder),
            "files": self.files.facts(),
            "command": self.command,
            "compared": self.compared,
            "differences": list(self.differences),
            "same": not self.differences,
        }


def play_again(folder: Path, on_line: Callable[[str], None] | None = None) -> PlayedAgain:
    """Check the files of a folder, play what it keeps once more, from these alone and elsewhere, and compare; players
    who need not repeat choose what they chose. Of a search the duel is played that proves what was found. Raises
    InputError if it does not keep its command, RunError if the command fails now, or ends by its budget. on_line:
    called with each line that tells how far the command is.
    """
    if is_search(folder) and (folder / PROOF).is_dir():
        folder = folder / PROOF
    kept = read_kept(folder)
    if kept.stopped:
        raise InputError(
            f"{folder} was not played to its end ({kept.stopped}), so a result played again may know more; whoever "
            "made it can make it whole by the same command with a longer --budget, or none"
        )
    files = VerifiedFolders(tuple(audit(folder)))
    if not any(folder.rglob(MANIFEST)) and not any((folder / name).is_file() for name in _names(folder)):
        raise InputError(f"{folder} has no games and no tables of findings with which a new result could be compared")
    told_first = on_line and _after(f"knotlab: to be played again: {_amount(folder)}", on_line)
    with tempfile.TemporaryDirectory() as scratch:
        here, out = Path(scratch) / FILES, Path(scratch) / "out"
        here.mkdir()
        if (folder / ROOM / FILES).is_dir():
            copytree(folder / ROOM / FILES, here, dirs_exist_ok=True)
        program = PROGRAM.format(before=str(folder.resolve()), again=str(out))
        words = [*kept.words, f"{kept.out}={out}"]
        status, said = _carried_out([sys.executable, "-P", "-c", program, *words], here, told_first)
        if status != 0:
            raise RunError(f"the command of {folder} cannot be carried out here: {said.removeprefix('knotlab: ')}")
        if stopped := read_kept(out).stopped:
            raise RunError(f"the command of {folder} was not played to its end here: {stopped}")
        told = list(_compared(folder, out))
    unequal = [*filter(None, told)]
    return PlayedAgain(folder, files, shlex.join(kept.words), len(told), len(unequal), tuple(dict.fromkeys(unequal)))


def _after(first: str, on_line: Callable[[str], None]) -> Callable[[str], None]:
    """Says a line before the first that there is to say, as what takes a moment says nothing."""
    waiting = [first]

    def say(line: str) -> None:
        while waiting:
            on_line(waiting.pop())
        on_line(line)

    return say


def _amount(folder: Path) -> str:
    claims = rows_in(folder / TIPS) if (folder / TIPS).is_file() else []
    if claims:
        return f"{sum(int(row['games']) for row in claims):,} games, of {len(claims)} claim{'s' * (len(claims) != 1)}"
    pieces = sum(len(RunFolder(file.parent).numbers()) for file in folder.rglob(MANIFEST))
    return f"{pieces:,} piece{'s' * (pieces != 1)} of games"


def _carried_out(words: list[str], here: Path, on_line: Callable[[str], None] | None) -> tuple[int, str]:
    """Carry out a command: its exit status, and the last line that it said on standard error."""
    with subprocess.Popen(
        words, cwd=here, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as done:
        assert done.stderr is not None
        said = ""
        for line in map(str.rstrip, done.stderr):
            said = line or said
            if on_line and line.startswith(TOLD):
                on_line(line)
    return done.returncode, said or f"it ended with status {done.returncode}"


def _compared(folder: Path, other: Path) -> Iterator[str]:
    """For each table and each piece of a folder how it differs in the other one; empty where it does not."""
    for file in sorted(folder.rglob(MANIFEST)):
        run = file.parent.relative_to(folder)
        yield from _pieces(RunFolder(folder / run), other / run, "" if run == Path() else f"{run.as_posix()}, ")
    for name in _names(folder):
        if (folder / name).is_file():
            yield _tables(folder, other, name)


def _names(folder: Path) -> list[str]:
    """What tables in a folder are called: those of findings, and those that commands wrote there."""
    listed: Iterable[str] = ()
    with contextlib.suppress(ValueError):
        listed = checksums(folder) or ()
    return sorted({*TABLES, *(name for name in listed if name.endswith(".csv") and not name.startswith(ROOM))})


def _pieces(run: RunFolder, other: Path, where: str) -> Iterator[str]:
    """The same of each piece of a run."""
    again = RunFolder(other)
    if not again.exists():
        yield from [f"{where}all pieces: they were not played again"] * len(run.numbers())
        return
    for number in run.numbers():
        place = f"{where}piece {number}"
        try:
            before, after = run.read_piece(number), again.read_piece(number)
        except InputError as error:
            yield error.typed
            continue
        if before is None or after is None:
            yield f"{place}: it was not played again"
        else:
            yield _frames(before, after, place)


def _frames(before: pl.DataFrame, after: pl.DataFrame, place: str) -> str:
    """The first cell in which two frames differ; how long something took is none."""
    before, after = (frame.drop("seconds", strict=False) for frame in (before, after))
    if before.equals(after):
        return ""
    if before.shape != after.shape or before.columns != after.columns:
        return f"{place}: {before.height:,} rows, and {after.height:,} when played again"
    name = next(name for name in before.columns if not before[name].equals(after[name]))
    row = int((before[name] != after[name]).arg_max() or 0)
    unit = f" (of a deal's games together, in parts of 1/{UNIT})" if name.endswith(OF_DUELS) else ""
    return f"{place}, row {row}: {name} is {before[name][row]}, and {after[name][row]} when played again{unit}"


def _tables(folder: Path, other: Path, name: str) -> str:
    """The first cell in which two tables differ; which version made them is none."""
    before, after = (rows_in(each / name) if (each / name).is_file() else [] for each in (folder, other))
    if len(before) != len(after):
        return f"{name}: {len(before)} row{'s' * (len(before) != 1)}, and {len(after)} when played again"
    for line, (old, new) in enumerate(zip(before, after, strict=True), 2):
        for column, value in old.items():
            if column == "record" and value != new.get(column):
                return f"the record {value} is {new.get(column)} when played again: another question is asked now"
            if column != "found_by" and not _is_same(value, new.get(column)):
                return f"{name}, line {line}: {column} is {value}, and {new.get(column)} when played again"
    return ""


def _is_same(old: str, new: str | None) -> bool:
    """Whether two cells hold the same, numbers but for the last digits of what is fitted on another machine."""
    try:
        return old == new or math.isclose(float(old), float(new or ""), rel_tol=1e-6, abs_tol=1e-9)
    except ValueError:
        return False
