"""The command that prepares an installation."""

from typing import Annotated

import typer

from knotlab.reports.cli.completion import complete_game
from knotlab.reports.cli.options import From, Json, Workers


def compile(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="the games to compile", show_default="all", autocompletion=complete_game),
    ] = None,
    strategies_from: From = None,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Compile everything that a game ships, so that later commands start at once. Without this, each command compiles
    what it needs when it first needs it.
    """
    from knotlab.reports.cli.commands import installation as commands

    commands.compile_games(games or (), strategies_from or (), workers, json)
