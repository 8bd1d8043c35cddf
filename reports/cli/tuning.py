"""The commands that look for better parameters."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.reports.cli import values
from knotlab.reports.cli.completion import complete_field, complete_strategy
from knotlab.reports.cli.files import file_ending_in
from knotlab.reports.cli.options import Backend, Csv, From, Game, Json, Metric, Out, Players, Seed, Settings, Workers
from knotlab.reports.cli.setup import Output, RunOptions, game_options

Tunable = Annotated[
    str | None,
    typer.Argument(
        metavar="STRATEGY",
        help="the strategy whose parameters are tuned",
        show_default="the game's strongest",
        autocompletion=complete_strategy,
    ),
]
Tuned = Annotated[
    list[str] | None,
    typer.Option(
        "--parameter",
        metavar="NAME",
        help="tune this parameter (repeatable), or NAME=LOW..HIGH",
        show_default="all, within their bounds",
    ),
]
Removed = Annotated[
    list[str] | None,
    typer.Option(
        "--parameter",
        metavar="NAME",
        help="remove this parameter, or several separated by commas (repeatable)",
        show_default="each tip or parameter in turn",
    ),
]
MatchTarget = Annotated[
    int | None,
    typer.Option(
        "--target",
        metavar="POINTS",
        parser=values.whole("--target", 1),
        help="go by the share of matches won, each played until someone's total reaches this many points",
        show_default="single games",
    ),
]
Field = Annotated[
    str,
    typer.Option(
        "--field",
        metavar="NAME",
        help="the other players: simple, strong, mixed, or strategies separated by spaces",
        autocompletion=complete_field,
    ),
]


def tune(
    game: Game,
    strategy: Tunable = None,
    parameters: Tuned = None,
    field: Field = "strong",
    players: Players = None,
    metric: Metric = None,
    alike: Annotated[
        bool, typer.Option("--alike", help="then let everybody play the winner and tune again, until nobody gains")
    ] = False,
    target: MatchTarget = None,
    budget: Annotated[
        float,
        typer.Option(
            "--budget",
            metavar="MINUTES",
            parser=values.minutes("--budget"),
            help="time for the search, the race and the confirmation",
        ),
    ] = 3,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    backend: Backend = "threads",
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help="write the values here; every command then accepts NAME@FILE as a strategy",
            callback=file_ending_in(".toml"),
        ),
    ] = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Search for the parameter values with which a strategy does best, race them against the starting values, and
    confirm the winner on fresh deals.
    """
    from knotlab.reports.cli.commands import tuning as commands

    options = game_options(game, settings, seed, strategies_from)
    question = commands.TuningOptions(strategy, tuple(parameters or ()), field, players, metric, target)
    commands.tune(question, options, alike, budget, RunOptions(workers, backend, out), save, json)


def ablate(
    game: Game,
    strategy: Tunable = None,
    parameters: Removed = None,
    field: Field = "strong",
    players: Players = None,
    metric: Metric = None,
    target: MatchTarget = None,
    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            metavar="N",
            parser=values.whole("--deals", 100),
            help="deals, the same for every variant",
        ),
    ] = 10_000,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Measure what each tip in a strategy is worth: remove its parameters (set them to 0) and play the same deals
    again.
    """
    from knotlab.reports.cli.commands import tuning as commands

    options = game_options(game, settings, seed, strategies_from)
    question = commands.TuningOptions(strategy, (), field, players, metric, target)
    commands.ablate(question, tuple(parameters or ()), options, deals, workers, Output(csv, json))
