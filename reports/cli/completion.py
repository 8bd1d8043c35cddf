"""What the shell can complete: looked up in files as text, since importing a game takes too long for a key press."""

from pathlib import Path

import typer

ROOT = Path(__file__).parents[2]


def _folders(parent: str) -> list[Path]:
    return sorted(path.parent for path in (ROOT / parent).glob("*/__init__.py"))


def complete_game() -> list[str]:
    """The games."""
    return [folder.name.replace("_", "-") for folder in _folders("sim/games")]


def complete_strategy(ctx: typer.Context) -> list[str]:
    """The shipped strategies of the game named before."""
    wanted = str(ctx.params.get("game")).replace("-", "_")
    files = [file for folder in _folders("strategies") if folder.name == wanted for file in folder.glob("[a-z]*.py")]
    return sorted(file.stem.replace("_", "-") for file in files)
