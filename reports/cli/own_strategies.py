"""The commands for strategies of your own."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli import values
from knotlab.reports.cli.completion import complete_game
from knotlab.reports.cli.options import Json, Settings


def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the Python file to write", show_default=False)],
    game: Annotated[
        str,
        typer.Option(
            "--game",
            metavar="NAME",
            help="the game",
            autocompletion=complete_game,
        ),
    ] = "twisted-knot",
) -> None:
    """Write a commented first strategy to start from."""
    from knotlab.reports.cli.commands import own_strategies as commands

    commands.new(file, game)


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="your strategy file", show_default=False)],
    debug: Annotated[
        bool, typer.Option("--debug", help="run without the compiler, so that print and pdb work")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            parser=values.whole("--games", 1),
            help="games to play",
            show_default="1,000, or 20 with --debug",
        ),
    ] = None,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Compile a strategy file, play some games with each of its strategies and report what happened.

    It stops after a minute, or when one decision takes ten seconds, and names the line in which a strategy fails.
    """
    if debug:
        import os

        os.environ["NUMBA_DISABLE_JIT"] = "1"
    from knotlab.reports.cli.commands import own_strategies as commands

    commands.check(file, games or (20 if debug else 1000), settings or (), json)
