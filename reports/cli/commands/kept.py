"""Kept duels and tournaments, printed again without playing."""

import json as json_text
from pathlib import Path
from typing import Any

from knotlab.sim.errors import InputError


def show_kept(folder: Path, csv: Path | None, json: bool) -> bool:
    """Print what a folder holds if that is a duel or a tournament; whether it was. Raises InputError on a tuning run,
    which is not printed.
    """
    identity = _told(folder / "manifest.json").get("identity")
    if isinstance(identity, dict) and identity.get("command") == "duel":
        from knotlab.analysis.duels.result import read as read_duel
        from knotlab.reports.cli.commands.duels import print_duel

        print_duel(read_duel(folder), csv, json)
        return True
    if isinstance(identity, dict) and identity.get("command") == "tune":
        raise InputError(
            f"{folder} is a tuning run: tuned.toml in it holds what was found, and the same tune command prints it "
            f"again"
        )
    if isinstance(identity, dict) and identity.get("command") == "claims":
        raise InputError(
            f"{folder} is one cell of claims: finding.json in it holds what was found, and the same claims command "
            f"prints all of them again"
        )
    if _told(folder / "result.json").get("command") == "tournament":
        from knotlab.analysis.tournaments.result import read as read_tournament
        from knotlab.reports.cli.commands.tournaments import print_tournament

        print_tournament(read_tournament(folder), csv, json)
        return True
    return False


def _told(file: Path) -> dict[str, Any]:
    """What a JSON file holds, nothing if it is none: who reads it next says what is wrong."""
    try:
        found = json_text.loads(file.read_text())
    except (OSError, UnicodeDecodeError, json_text.JSONDecodeError):
        return {}
    return found if isinstance(found, dict) else {}
