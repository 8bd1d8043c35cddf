"""Duels and tournaments that were kept, printed again without playing."""

import json
from pathlib import Path
from typing import Any

from knotlab.reports.cli.setup import Output
from knotlab.sim.errors import InputError

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
    identity = _read(folder / "manifest.json").get("identity")
    command = identity.get("command") if isinstance(identity, dict) else None
    if command == "duel":
        from knotlab.analysis.duels.saved import read as read_duel
        from knotlab.reports.cli.commands.duels import print_duel

        print_duel(read_duel(folder), output)
        return True
    if command in NOT_PRINTED:
        raise InputError(f"{folder} is {NOT_PRINTED[command]}")
    if _read(folder / "result.json").get("command") == "tournament":
        from knotlab.analysis.tournaments.result import read as read_tournament
        from knotlab.reports.cli.commands.tournaments import print_tournament

        print_tournament(read_tournament(folder), output)
        return True
    return False


def _read(file: Path) -> dict[str, Any]:
    """What a JSON file holds, nothing if it is not one: whoever reads it next says what is wrong."""
    try:
        content = json.loads(file.read_text())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
