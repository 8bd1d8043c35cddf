"""The command that plays a result again, kept next to it: as it was typed, or the one that does the same as a call from
Python; with the user's own files that it reads.

The folder `command` holds `command.json` (the words of the command without those that say how much is played at a time
or where it is kept, and the versions), and in `files` the files, laid out as they were. Nothing is kept of a call that
no command can repeat, such as one with a strategy declared in a notebook.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from knotlab.analysis.stats.metrics import metric_named
from knotlab.sim import games
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.machine import library_versions
from knotlab.sim.settings import spelt
from knotlab.sim.storage import result_files
from knotlab.sim.storage.result_files import write_whole
from knotlab.sim.storage.run_folder import RunFolder
from knotlab.strategies.catalogue import strategy_of
from knotlab.strategies.fingerprints import source_files
from knotlab.strategies.home import is_shipped
from knotlab.strategies.inspection import python_function

ROOM, COMMAND, FILES = "command", "command.json", "files"
PROOF = "proof"  # in the folder of a search, that of the duel that proves what was found
NAMED = re.compile(r"[^\s,=@]+?\.(?:py|toml)(?![\w.])")  # a file in a word of a command
PLAYED_AGAIN = ("play", "duel", "tournament", "report", "report_game", "claims")  # whose folders keep their command
NOT_KEPT = ("out", "findings", "workers", "backend", "budget", "mixed_versions", "progress")  # what changes no number
FOLDERS = ("out", "findings")
TABLES = ("tips.csv", "cells.csv", "curves.csv", "readings.csv")  # of findings
RULES = ("forbid", "oblige")


@dataclass(frozen=True)
class Kept:
    """What a folder keeps of its command.

    words: the command as it was typed. out: the option that named the folder. versions: what it was played with.
    stopped: at the end of a budget, what the time went into; what was not known by then the folder calls open.
    """

    words: list[str]
    out: str
    versions: dict[str, str]
    stopped: str = ""


def keep(folder: Path, words: Sequence[str], out: str, stopped: str = "") -> None:
    """Write the command and the user's files that its words name into a folder.

    words: of the command, without the option that names the folder. out: that option. stopped: as in `Kept`. Raises
    RunError if they cannot be written.
    """
    files = {word: Path(word).resolve() for text in words for word in NAMED.findall(text) if Path(word).is_file()}
    reached = sorted({each for file in files.values() for each in _behind(file)})
    top = Path(os.path.commonpath([file.parent for file in reached])) if reached else Path()
    to = folder / ROOM
    try:
        for leftover in to.rglob(".*"):  # of a command that was ended by force
            leftover.unlink()
        for file in reached:
            target = to / FILES / file.relative_to(top)
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, file.read_bytes())
        to.mkdir(parents=True, exist_ok=True)
        moved = {word: file.relative_to(top).as_posix() for word, file in files.items()}
        typed = [NAMED.sub(lambda found: moved.get(found[0], found[0]), text) for text in words]
        result_files.write(to / COMMAND, result_files.sealed(Kept(typed, out, library_versions(), stopped)))
    except OSError as error:
        raise RunError(f"cannot write to {to}: {error.strerror or error}") from None


def _behind(file: Path) -> list[Path]:
    """A file, and whatever else of the user's it reads."""
    return [each for each in source_files(file) if not is_shipped(each)] if file.suffix == ".py" else [file]


def read_kept(folder: Path) -> Kept:
    """The command that a folder keeps; raises InputError if it does not, or it was edited."""
    file = folder / ROOM / COMMAND
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder}")
    if not file.is_file() and is_search(folder):
        raise InputError(
            f"{folder} holds a search by knotlab tune, which ends by the clock and cannot be repeated; what it found "
            f"is checked by the duel that tune prints at its end; once that is in {folder / PROOF}, it is played again"
        )
    if not file.is_file():
        raise InputError(
            f"{folder} does not keep the command that wrote it: it is no folder of knotlab play, duel, tournament, "
            "report or claims, or was made with what no file holds, or an earlier version wrote it"
        )
    try:
        return result_files.read_as(Kept, file)
    except ValueError as error:
        raise InputError(f"{file} is damaged ({error})") from None


def is_search(folder: Path) -> bool:
    """Whether a folder is one of `tune`, or of its rounds."""
    runs = [each for each in (RunFolder(folder), RunFolder(folder / "round-1")) if each.exists()]
    return any(str(each.manifest()["identity"].get("command")) == "tune" for each in runs)


# --- the command of a call ---


class OptionOfCall(Protocol):
    """An option of a public function, as the functions declare it."""

    @property
    def spelling(self) -> str:
        """As it stands on the command line."""

    @property
    def default(self) -> Any:
        """What counts if it is not given."""

    @property
    def is_for_python(self) -> bool:
        """Whether the command line does not have it."""


class NoCommand(Exception):
    """No command does the same."""


def keep_call(name: str, options: Mapping[str, OptionOfCall], given: Mapping[str, Any], stopped: str = "") -> None:
    """Keep a call of a public function in the folders that it named, with the user's files.

    options: of the function. given: its arguments as they were given, on the command line or in Python. stopped: as in
    `Kept`.
    """
    folders = {options[each].spelling: Path(given[each]) for each in FOLDERS if given.get(each)}
    if name not in PLAYED_AGAIN or not folders or given.get("plan"):
        return
    try:
        words = words_of(name, options, given)
    except NoCommand:
        return
    for spelling, folder in folders.items():
        keep(folder, words, spelling, stopped)


def words_of(name: str, options: Mapping[str, OptionOfCall], given: Mapping[str, Any]) -> list[str]:
    """The command of a call, without what changes no number; raises NoCommand if none does the same."""
    words, files = [name.partition("_")[0]], dict[str, None]()
    for option, known in options.items():
        value = given[option]
        is_kept = option not in NOT_KEPT or (name, option) == ("report", "budget")  # what it plays depends on it
        is_usual = value is None or value is False or value in ([], (), known.default)
        if not is_kept or (is_usual and option != "seed"):
            continue
        if known.is_for_python:
            raise NoCommand
        for text in _texts(option, value, given, files):
            words.append(_word(known, text))
    known_files = given.get("strategies_from") or ()
    named = {Path(each).resolve() for each in ([known_files] if isinstance(known_files, str | Path) else known_files)}
    return [*words, *(f"--strategies-from={file}" for file in files if Path(file).resolve() not in named)]


def _word(known: OptionOfCall, text: str) -> str:
    """A value as a word of a command."""
    if not known.spelling.startswith("--"):
        return text
    return f"{known.spelling}={text}" if text else known.spelling


def _texts(option: str, value: Any, given: Mapping[str, Any], files: dict[str, None]) -> Iterator[str]:
    """An option's values as they are typed, each for a word of its own; empty for a switch.

    files: takes those with strategies that are given as functions.
    """
    if value is True:
        yield ""
    elif isinstance(value, Mapping):
        yield from (f"{key}={spelt(each)}" for key, each in value.items())
    elif isinstance(value, list | tuple):
        each = [_text(option, one, given, files) for one in value]
        yield from [" ".join(each)] if option == "field" else each
    else:
        yield _text(option, value, given, files)


def _text(option: str, value: Any, given: Mapping[str, Any], files: dict[str, None]) -> str:
    """One value as it is typed."""
    if callable(value):
        return _function(option, value, given, files)
    if isinstance(value, float) and (option == "level" or (option in ("margin", "precision") and _is_of_shares(given))):
        return f"{100 * value:.15g}%"
    return str(value)


def _function(option: str, function: Callable[..., Any], given: Mapping[str, Any], files: dict[str, None]) -> str:
    """A strategy or a rule that is given as a function, by its name and its file."""
    file = python_function(function).__code__.co_filename
    if not Path(file).is_file():
        raise NoCommand
    if option in RULES:
        return f"{file}:{function.__name__}"
    files[file] = None
    return strategy_of(given["game"], function).name


def _is_of_shares(given: Mapping[str, Any]) -> bool:
    """Whether sizes are shares: those of games, unless the metric says otherwise."""
    if "game" not in given:
        return True
    in_matches = given.get("target") is not None or given.get("rounds") is not None
    return metric_named(games.find(given["game"]), given.get("metric"), in_matches).is_share
