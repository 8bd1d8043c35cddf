"""The commands that look for better parameters."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli.options import (
    Csv,
    From,
    Game,
    Json,
    MetricOption,
    Out,
    Players,
    Seed,
    Settings,
    Workers,
    complete_strategy,
    file_ending_in,
)

Tunable = Annotated[
    str | None,
    typer.Argument(
        help="the strategy whose parameters are tuned",
        show_default="the game's strongest",
        autocompletion=complete_strategy,
    ),
]


Dials = Annotated[
    list[str] | None,
    typer.Option(
        "--parameter",
        metavar="NAME",
        help="tune this parameter (repeatable), or NAME=LOW..HIGH",
        show_default="all, between their bounds",
    ),
]


Taken = Annotated[
    list[str] | None,
    typer.Option(
        "--parameter",
        metavar="NAME",
        help="take out this parameter, or several with commas between (repeatable)",
        show_default="every tip or parameter, one at a time",
    ),
]


TargetOption = Annotated[
    str | None,
    typer.Option(
        "--target",
        metavar="POINTS",
        help="what decides: matches won that are played until a total reaches so many points",
        show_default="single games",
    ),
]


Field = Annotated[
    str | None,
    typer.Option(
        "--field",
        metavar="NAME",
        help="the other players: simple, strong, mixed, or strategies with spaces between",
        show_default="strong",
    ),
]


Budget = Annotated[str, typer.Option("--budget", metavar="MINUTES", help="time for search, race and confirmation")]


SAVE_HELP = "write the settings here; every command then takes NAME@FILE as a strategy"


Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help=SAVE_HELP, callback=file_ending_in(".toml")),
]


def tune(
    game: Game,
    strategy: Tunable = None,
    dials: Dials = None,
    field: Field = None,
    players: Players = None,
    metric: MetricOption = None,
    alike: Annotated[
        bool, typer.Option("--alike", help="seat the winner in all chairs and tune again, until nobody gains")
    ] = False,
    target: TargetOption = None,
    budget: Budget = "3",
    seed: Seed = "20260101",
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    save: Save = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Find the parameters with which a strategy does best, race them with what there was, and confirm the winner on
    deals not used before.
    """
    from knotlab.reports.cli.commands import tuning as commands

    wanted = commands.Wanted(dials, field, players, metric, seed, target, settings, strategies_from)
    commands.tune(game, strategy, wanted, alike, budget, workers, commands.Kept(save, out), json)


def ablate(
    game: Game,
    strategy: Tunable = None,
    dials: Taken = None,
    field: Field = None,
    players: Players = None,
    metric: MetricOption = None,
    target: TargetOption = None,
    deals: Annotated[str, typer.Option("--deals", metavar="N", help="deals that all play")] = "10000",
    seed: Seed = "20260101",
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Tell what each tip that a strategy weighs is worth: take its parameters out (set them to 0) and play the same
    deals again.
    """
    from knotlab.reports.cli.commands import tuning as commands

    wanted = commands.Wanted(dials, field, players, metric, seed, target, settings, strategies_from)
    commands.ablate(game, strategy, wanted, deals, workers, csv, json)
