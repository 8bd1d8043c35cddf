"""The command that rates strategies against each other."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli.options import (
    Backend,
    Csv,
    From,
    Game,
    Json,
    Players,
    Seed,
    Settings,
    Workers,
    complete_strategy,
)


def tournament(
    game: Game,
    strategies: Annotated[
        list[str] | None, typer.Argument(help="who takes part", show_default="all", autocompletion=complete_strategy)
    ] = None,
    players: Players = None,
    metric: Annotated[
        str | None,
        typer.Option(
            "--metric",
            metavar="NAME",
            help="mean_place, loss_rate, win_rate or mean_score: what rates",
            show_default="mean_place or mean_score",
        ),
    ] = None,
    games: Annotated[
        str,
        typer.Option("--games", metavar="N", help="games for the ratings, and as many for the invasions; whole deals"),
    ] = "100000",
    seed: Seed = "20260101",
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    backend: Backend = "threads",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="keep games, tables and plots in this folder; the same command goes on from there",
        ),
    ] = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Rate strategies against each other: ratings with ranks, who finishes ahead of whom, who can invade whom."""
    from knotlab.reports.cli.commands import tournaments as commands
    from knotlab.reports.output import workers_of

    setup = commands.setup(game, strategies, players, metric, seed, settings, strategies_from)
    commands.tournament(setup, games, commands.Way(workers_of(workers), backend, out), csv, json)
