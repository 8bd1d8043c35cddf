"""The commands for strategies of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli.options import Json


def new(
    file: Annotated[Path, typer.Argument(help="the Python file to write", show_default=False)],
    game: Annotated[str, typer.Option("--game", help="which game")] = "twisted-knot",
) -> None:
    """Write a commented first strategy to start from."""
    from knotlab.reports.cli.commands import own_strategies as commands

    commands.new(file, game)


def check(
    file: Annotated[Path, typer.Argument(help="your strategy file", show_default=False)],
    debug: Annotated[
        bool, typer.Option("--debug", help="without the compiler, so that print and pdb work; fewer games")
    ] = False,
    games: Annotated[
        str | None, typer.Option("--games", metavar="N", help="games to play", show_default="1000, with --debug 20")
    ] = None,
    json: Json = False,
) -> None:
    """Compile a strategy file, play a thousand games with each strategy and say what was seen."""
    if debug:
        import os

        os.environ["NUMBA_DISABLE_JIT"] = "1"
    from knotlab.reports.cli.commands import own_strategies as commands

    commands.check(file, games or ("20" if debug else "1000"), json)
