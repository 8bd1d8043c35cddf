"""The commands that list what there is: strategies, rule settings, a game's view."""

from knotlab.reports.cli.options import From, Game, Json, MaybeGame


def strategies(game: MaybeGame = None, strategies_from: From = None, json: Json = False) -> None:
    """List the strategies of a game, or of all, with their parameters."""
    from knotlab.reports.cli.commands import lookups as commands

    commands.strategies(game, strategies_from, json)


def rules(game: MaybeGame = None, json: Json = False) -> None:
    """List a game's rule settings, with defaults, meaning and presets."""
    from knotlab.reports.cli.commands import lookups as commands

    commands.rules(game, json)


def view(game: Game, json: Json = False) -> None:
    """List every field of the view that a strategy gets, and every kind of move."""
    from knotlab.reports.cli.commands import lookups as commands

    commands.view(game, json)
