"""Duels and tournaments that were kept, printed again without playing."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from knotlab.analysis.runs.parts import is_older
from knotlab.reports.cli.setup import Output
from knotlab.reports.words.numbers import spans
from knotlab.sim.errors import InputError
from knotlab.sim.storage.manifest import MANIFEST

Kept = TypeVar("Kept")
RESULT = "result.json"

NOT_PRINTED = {
    "tune": "a tuning run: tuned.toml in it holds the result, and the same tune command prints it again",
    "claims": "one cell of claims: finding.json in it holds the result, and the same claims command prints all of them "
    "again",
    "card": "the bids that a bidding card was made from: the same command makes the card of them again",
}


def show_kept(folder: Path, output: Output) -> bool:
    """Print what a folder holds if that is a duel or a tournament; whether it was. Raises InputError on what is not
    printed from its folder.
    """
    identity = _read(folder / MANIFEST).get("identity")
    command = identity.get("command") if isinstance(identity, dict) else None
    if command == "duel":
        from knotlab.analysis.duels.saved import read as read_duel
        from knotlab.reports.cli.commands.duels import print_duel

        print_duel(_result(read_duel, folder), output)
        return True
    if command in NOT_PRINTED:
        raise InputError(f"{folder} is {NOT_PRINTED[command]}")
    if _read(folder / RESULT).get("command") == "tournament" or (folder / "ratings" / MANIFEST).exists():
        from knotlab.analysis.tournaments.result import read as read_tournament
        from knotlab.reports.cli.commands.tournaments import print_tournament

        print_tournament(_result(read_tournament, folder), output)
        return True
    return False


def _result(read: Callable[[Path], Kept], folder: Path) -> Kept:
    """A result that is kept; says on standard error if it was made of other pieces than are there now. Raises
    InputError, with the pieces that are missing, if there is none.
    """
    try:
        result = read(folder)
    except InputError as error:
        from knotlab.analysis.audit import audit  # takes a moment to load

        lacking = [each for each in audit(folder) if each.missing]
        if (folder / RESULT).exists() or not lacking:
            raise
        named = "; ".join(f"{each.command}: {spans('piece', each.missing)}" for each in lacking)
        raise InputError(f"{error}; missing: {named}") from None
    if is_older(_read(folder / RESULT), folder):
        print(
            f"knotlab: this result is older than the pieces beside it in {folder}; the same command with --out "
            f"{folder} makes it again",
            file=sys.stderr,
        )
    return result


def _read(file: Path) -> dict[str, Any]:
    """What a JSON file holds, nothing if it is not one: whoever reads it next says what is wrong."""
    try:
        content = json.loads(file.read_text())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
