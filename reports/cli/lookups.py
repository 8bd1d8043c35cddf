"""The commands that list what there is: strategies, rule settings, a game's view."""

from typing import Annotated

import typer

from knotlab.reports.cli.options import From, Game, Json, MaybeGame


def strategies(game: MaybeGame = None, strategies_from: From = None, json: Json = False) -> None:
    """List the strategies of a game, or of all, with their parameters."""
    from knotlab.reports.cli.commands import lookups as commands

    commands.strategies(game, strategies_from, json)


def rules(
    game: MaybeGame = None,
    rulings: Annotated[
        list[str] | None,
        typer.Argument(metavar="RULING", help="rulings to print, such as TK-14", show_default=False),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="print the rules of the game, ruling by ruling, instead of its settings")
    ] = False,
    json: Json = False,
) -> None:
    """List a game's rule settings, or print how it is played."""
    from knotlab.reports.cli.commands import lookups as commands

    commands.rules(game, rulings or (), text, json)


def view(game: Game, json: Json = False) -> None:
    """List every field of the view that a strategy gets, and every kind of move."""
    from knotlab.reports.cli.commands import lookups as commands

    commands.view(game, json)
