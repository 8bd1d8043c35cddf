"""The command that rates strategies against each other."""

from typing import Annotated

import typer

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.reports.cli import values
from knotlab.reports.cli.completion import complete_strategy
from knotlab.reports.cli.options import (
    Backend,
    Csv,
    From,
    Game,
    Json,
    Out,
    Part,
    Players,
    Seed,
    Settings,
    Workers,
)
from knotlab.reports.cli.setup import Output, RunOptions, game_options


def tournament(
    game: Game,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="STRATEGY",
            help="the strategies that take part",
            show_default="all",
            autocompletion=complete_strategy,
        ),
    ] = None,
    players: Players = None,
    metric: Annotated[
        str | None,
        typer.Option(
            "--metric",
            metavar="NAME",
            help="what the ratings measure: mean_place, loss_rate, win_rate or mean_score",
            show_default="mean_place or mean_score",
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            parser=values.whole("--games", 1),
            help="games for the ratings, and as many again for the invasions, rounded up to whole deals",
        ),
    ] = 100_000,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    backend: Backend = "threads",
    out: Out = None,
    part: Part = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Rate strategies against each other: win and loss rates, ratings with ranks, who finishes ahead of whom, and who
    does well alone among players of another strategy.
    """
    from knotlab.reports.cli.commands import tournaments as commands

    options = game_options(game, settings, seed, strategies_from)
    setup = commands.setup(options, strategies or (), players, metric)
    commands.tournament(setup, games, RunOptions(workers, backend, out, part), Output(csv, json))
