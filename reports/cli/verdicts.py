"""The commands that turn games into verdicts: each parses, calls one function and prints."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli.options import Backend, Csv, From, Game, Json, Out, Seed, Settings, Workers, complete_strategy

One = Annotated[
    str, typer.Argument(help="the strategy that is to be better", show_default=False, autocompletion=complete_strategy)
]
Other = Annotated[
    str,
    typer.Argument(help="the strategy that it is compared with", show_default=False, autocompletion=complete_strategy),
]
DesignOption = Annotated[
    str,
    typer.Option(
        "--design", metavar="NAME", help="field, invader, resident, points or partners: who else is at the table"
    ),
]
Players = Annotated[
    str | None,
    typer.Option(
        "--players", metavar="N", help="players at the table", show_default="3, or what the game or the field asks for"
    ),
]
Field = Annotated[
    str | None,
    typer.Option(
        "--field",
        metavar="NAME",
        help="the other players: simple, strong, mixed, or strategies with spaces between",
        show_default="simple",
    ),
]
MetricOption = Annotated[
    str | None,
    typer.Option(
        "--metric", metavar="NAME", help="lost, won, place or points: what decides", show_default="lost or points"
    ),
]
Margin = Annotated[
    str | None,
    typer.Option(
        "--margin",
        metavar="X",
        help="the smallest effect that matters",
        show_default="0.005 of games, 0.01 of places, 0.02 SD of points",
    ),
]
Level = Annotated[str, typer.Option("--level", metavar="P", help="the chance of a wrong verdict that is allowed")]
Cap = Annotated[
    str | None, typer.Option("--cap", metavar="N", help="deals at most", show_default="10 times those planned")
]
Precision = Annotated[
    str | None,
    typer.Option("--precision", metavar="X", help="go on until the effect is known to +- this, whatever the verdict"),
]
AtLeast = Annotated[
    str, typer.Option("--games", metavar="N", help="play at least so many games, even if the verdict is clear before")
]


def duel(
    game: Game,
    a: One,
    b: Other,
    design: DesignOption = "field",
    players: Players = None,
    field: Field = None,
    metric: MetricOption = None,
    margin: Margin = None,
    level: Level = "0.05",
    cap: Cap = None,
    precision: Precision = None,
    games: AtLeast = "0",
    seed: Seed = "20260101",
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    backend: Backend = "threads",
    out: Out = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Settle whether one strategy is better than another: play until the answer is clear."""
    from knotlab.reports.cli.commands import duel as commands
    from knotlab.reports.output import workers_of

    wanted = commands.Wanted(design, players, field, metric, margin, level, cap, seed, settings, strategies_from)
    commands.duel(
        commands.claim(game, a, b, wanted), precision, games, commands.Way(workers_of(workers), backend, out), csv, json
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
            "--metric", metavar="NAME", help="place, lost, won or points: what rates", show_default="place or points"
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
    from knotlab.reports.cli.commands import tournament as commands
    from knotlab.reports.output import workers_of

    setup = commands.setup(game, strategies, players, metric, seed, settings, strategies_from)
    commands.tournament(setup, games, commands.Way(workers_of(workers), backend, out), csv, json)


def selfcheck(workers: Workers = None, csv: Csv = None, json: Json = False) -> None:
    """Check the statistics on this installation: mirror matches, a strategy that must lose, intervals that cover what
    they claim.
    """
    from knotlab.reports.cli.commands import tournament as commands

    commands.selfcheck(workers, csv, json)


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    for command in (duel, tournament, selfcheck):
        app.command()(command)
