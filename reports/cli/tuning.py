"""The commands that look for better parameters, and for what to bid: each parses, calls one function and prints."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli.options import (
    Csv,
    From,
    Game,
    Json,
    Out,
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
Players = Annotated[
    str | None,
    typer.Option("--players", metavar="N", help="players at the table", show_default="3, or what the game asks for"),
]
MetricOption = Annotated[
    str | None,
    typer.Option(
        "--metric", metavar="NAME", help="lost, won, place or points: what decides", show_default="lost or points"
    ),
]
Budget = Annotated[str, typer.Option("--budget", metavar="MINUTES", help="time for search, race and confirmation")]
Bidder = Annotated[str, typer.Argument(help="a bidder by thresholds with a player of the cards")]
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
    from knotlab.reports.cli.commands import tune as commands

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
    from knotlab.reports.cli.commands import tune as commands

    wanted = commands.Wanted(dials, field, players, metric, seed, target, settings, strategies_from)
    commands.ablate(game, strategy, wanted, deals, workers, csv, json)


def guide(
    strategy: Bidder = "threshold+solid",
    deals: Annotated[str, typer.Option("--deals", metavar="N", help="deals on which every bid is tried")] = "20000",
    seed: Seed = "20260101",
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="write the guide as Markdown", callback=file_ending_in(".md", ".txt")
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Twyst: try every bid on the same deals, and print what a hand must hold for each, what it scores, and five hands
    to practise on.
    """
    from knotlab.reports.cli.commands import guide as commands

    commands.guide(strategy, deals, seed, settings, strategies_from, workers, out, json)


def guide_changes(
    strategy: Bidder = "threshold+solid",
    targets: Annotated[
        list[str] | None,
        typer.Option(
            "--target", metavar="POINTS", help="a target of matches (repeatable)", show_default="150, 500 and 1,000"
        ),
    ] = None,
    deals: Annotated[str, typer.Option("--deals", metavar="N", help="deals on which every bid is tried")] = "20000",
    matches: Annotated[
        str, typer.Option("--matches", metavar="N", help="deals on which matches begin, in all seats")
    ] = "2000",
    seed: Seed = "20260101",
    strategies_from: From = None,
    workers: Workers = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Twyst: tell how the guide changes when failed contracts are read otherwise, and in matches to a target."""
    from knotlab.reports.cli.commands import guide as commands

    commands.changes(strategy, deals, matches, targets or (), seed, strategies_from or (), workers, csv, json)


def guide_players(
    strategy: Bidder = "threshold+solid",
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="NAME",
            help="compare with this player of the cards (repeatable)",
            show_default="sampler",
        ),
    ] = None,
    deals: Annotated[
        str, typer.Option("--deals", metavar="N", help="deals on which every bid is tried; a good player takes long")
    ] = "2000",
    margin: Annotated[
        str | None,
        typer.Option(
            "--margin",
            metavar="X",
            help="points a deal that matter",
            show_default="three times what matters to the tuner",
        ),
    ] = None,
    seed: Seed = "20260101",
    strategies_from: From = None,
    workers: Workers = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Twyst: tell how the guide changes when somebody else plays the cards, such as the better and slower sampler."""
    from knotlab.reports.cli.commands import guide as commands

    commands.players(strategy, players or ("sampler",), deals, margin, seed, strategies_from or (), workers, csv, json)


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command()(tune)
    app.command()(ablate)
    app.command()(guide)
    app.command()(guide_changes)
    app.command()(guide_players)
