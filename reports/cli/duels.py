"""The command that settles whether one strategy is better than another."""

from typing import Annotated

import typer

from knotlab.reports.cli.options import (
    Backend,
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
)

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


Field = Annotated[
    str | None,
    typer.Option(
        "--field",
        metavar="NAME",
        help="the other players: simple, strong, mixed, or strategies with spaces between",
        show_default="simple",
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
    from knotlab.reports.cli.commands import duels as commands
    from knotlab.reports.output import workers_of

    wanted = commands.Wanted(design, players, field, metric, margin, level, cap, seed, settings, strategies_from)
    commands.duel(
        commands.question(game, a, b, wanted),
        precision,
        games,
        commands.Way(workers_of(workers), backend, out),
        csv,
        json,
    )
