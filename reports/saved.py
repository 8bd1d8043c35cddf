"""Runs, duels and tournaments read back from their folders, whichever it is."""

import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from knotlab.analysis.claims.evidence.files import TIPS, read_evidence
from knotlab.analysis.claims.evidence.results import ClaimsResult, some_of
from knotlab.analysis.commands import COMMAND, ROOM, TABLES, read_kept
from knotlab.analysis.duels.result import DuelResult
from knotlab.analysis.duels.result import read as read_duel
from knotlab.analysis.result import RESULT
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.play_result import load as load_run
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tournaments.result import read as read_tournament
from knotlab.reports.words.directions import listed
from knotlab.reports.words.numbers import spans
from knotlab.sim.errors import InputError
from knotlab.sim.storage.result_files import check_files, load
from knotlab.sim.storage.run_folder import MANIFEST, is_older

Kept = TypeVar("Kept")
NOT_READ = {
    "tune": "a tuning run: tuned.toml in it holds the result, and the same tune command prints it again",
    "claims": "the deals of a claim: the same claims command prints the results of all",
    "card": "the bids that a bidding card was made from: the same command makes the card from them again",
}


def read_any(
    folder: Path, players: int | None, ids: Sequence[str]
) -> PlayResult | DuelResult | TournamentResult | ClaimsResult:
    """What a folder holds, findings of claims too. players: as `read_games` takes it. ids: of claims, which of them;
    none: all.
    """
    if not (folder / TIPS).is_file():
        if ids:
            raise InputError(f"{folder} holds no findings of claims, so there is none of them to choose")
        return read_games(folder, players)
    kept = read_kept(folder) if (folder / ROOM / COMMAND).exists() else None
    try:
        check_files(folder, TABLES)
        found = read_evidence(folder)
    except (KeyError, ValueError) as error:
        raise InputError(f"the tables of findings in {folder} cannot be read: {error}") from None
    found = some_of(found, ids)
    return replace(found, command=shlex.join(kept.words) if kept else "", stopped=kept.stopped if kept else "")


def read_result(folder: Path) -> PlayResult | DuelResult | TournamentResult:
    """What a folder holds, as far as it has been played; raises InputError if there is no result in it, or it is not
    read from its folder.
    """
    identity = _read(folder / MANIFEST).get("identity")
    command = str(identity.get("command")).partition(":")[0] if isinstance(identity, dict) else ""
    if command in NOT_READ:
        raise InputError(f"{folder} is {NOT_READ[command]}")
    if command == "duel":
        return _result(read_duel, folder)
    if _read(folder / RESULT).get("command") == "tournament" or (folder / "ratings" / MANIFEST).exists():
        return _result(read_tournament, folder)
    if (folder / TIPS).is_file():
        raise InputError(
            f"{folder} holds findings, a page and its tables, and no games; knotlab show {folder} prints them"
        )
    if not (folder / MANIFEST).exists() and any(folder.glob(f"*-C*-*/{MANIFEST}")):
        raise InputError(
            f"{folder} holds claims: the same claims command with --out {folder} prints them, and plays those that are "
            f"missing{_missing(folder)}"
        )
    return load_run(folder)


def read_games(folder: Path, players: int | None) -> PlayResult | DuelResult | TournamentResult:
    """What a folder holds; of a report of one's own, the games at tables of one size.

    players: the size, which may be left out where there is one. Raises InputError as `read_result` does, or if a report
    has no such tables.
    """
    parts = [read_result(part) for part in sorted(folder.glob("kept/t*-*"))]
    if not parts:
        if players is not None:
            raise InputError("a run itself says how many play; --players is for a report at several tables")
        return read_result(folder)
    sizes = [part.conditions.players for part in parts]
    chosen = sizes[0] if players is None and len(parts) == 1 else players
    if chosen is None or sizes.count(chosen) != 1:
        has = listed([str(size) for size in sorted(sizes)])
        raise InputError(f"{folder} has results at tables of {has} players; choose one of them with --players")
    return parts[sizes.index(chosen)]


def _missing(folder: Path) -> str:
    """Which pieces are missing in a folder and in those within it, as the end of a sentence; empty if none is."""
    from knotlab.analysis.audit import audit  # takes a moment to load

    lacking = [each for each in audit(folder) if each.missing]
    named = "; ".join(f"{each.command or each.folder.name}: {spans('piece', each.missing)}" for each in lacking)
    return f"; missing: {named}" if named else ""


def _result(read: Callable[[Path], Kept], folder: Path) -> Kept:
    """A result that is kept; says on standard error if it was made of other pieces than are there now. Raises
    InputError, with the pieces that are missing, if there is none.
    """
    try:
        result = read(folder)
    except InputError as error:
        missing = "" if (folder / RESULT).exists() else _missing(folder)
        if not missing:
            raise
        raise InputError(f"{error}{missing}") from None
    if is_older(_read(folder / RESULT), folder):
        print(
            f"knotlab: this result is older than the pieces in {folder}; the same command with --out {folder} computes "
            "it again",
            file=sys.stderr,
        )
    return result


def _read(file: Path) -> dict[str, Any]:
    """What a JSON file holds, nothing if it is not one: whoever reads it next says what is wrong."""
    try:
        content = load(file)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}
