"""The command that settles whether one strategy is better than another."""

from typing import Annotated

import typer

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.reports.cli import values
from knotlab.reports.cli.completion import complete_field, complete_strategy
from knotlab.reports.cli.options import (
    Backend,
    Csv,
    From,
    Game,
    Json,
    Metric,
    Out,
    Part,
    Players,
    Seed,
    Settings,
    Workers,
)
from knotlab.reports.cli.setup import Output, RunOptions, game_options

First = Annotated[
    str,
    typer.Argument(
        metavar="A", help="the strategy claimed to be better", show_default=False, autocompletion=complete_strategy
    ),
]
Second = Annotated[
    str,
    typer.Argument(
        metavar="B", help="the strategy to compare it with", show_default=False, autocompletion=complete_strategy
    ),
]
Design = Annotated[
    str,
    typer.Option(
        "--design", metavar="NAME", help="who else is at the table: field, invader, resident, points or partners"
    ),
]
Field = Annotated[
    str | None,
    typer.Option(
        "--field",
        metavar="NAME",
        help="the other players: simple, mixed, strong, expert (slow), or strategies separated by spaces",
        autocompletion=complete_field,
        show_default="simple",
    ),
]
Margin = Annotated[
    values.Amount | None,
    typer.Option(
        "--margin",
        metavar="SIZE",
        parser=values.amount("--margin"),
        help="the smallest difference that matters: 0.5% of games, or a number for places and points",
        show_default="0.5% of games, 0.01 for places, 0.02 standard deviations of points",
    ),
]
Level = Annotated[
    float,
    typer.Option(
        "--level",
        metavar="P%",
        parser=values.probability("--level"),
        help="the probability of a wrong verdict that you accept",
        show_default="5%",
    ),
]
Cap = Annotated[
    int | None,
    typer.Option(
        "--cap",
        metavar="N",
        parser=values.whole("--cap", 1),
        help="maximum number of deals",
        show_default="10 times as many as planned",
    ),
]
Precision = Annotated[
    values.Amount | None,
    typer.Option(
        "--precision",
        metavar="SIZE",
        parser=values.amount("--precision"),
        help="play until the difference is known to within +-SIZE, whatever the verdict; units as for --margin",
    ),
]
AtLeast = Annotated[
    int,
    typer.Option(
        "--games",
        metavar="N",
        parser=values.whole("--games"),
        help="play at least this many games, even if the verdict is clear sooner",
    ),
]


def duel(
    game: Game,
    a: First,
    b: Second,
    design: Design = "field",
    players: Players = None,
    field: Field = None,
    metric: Metric = None,
    margin: Margin = None,
    level: Level = 0.05,
    cap: Cap = None,
    precision: Precision = None,
    games: AtLeast = 0,
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
    """Settle whether one strategy is better than another: play until the answer is clear."""
    from knotlab.reports.cli.commands import duels as commands

    options = game_options(game, settings, seed, strategies_from)
    question = commands.DuelOptions((a, b), design, players, field, metric, margin, level, cap)
    until = commands.StopOptions(precision, games)
    commands.duel(question, options, until, RunOptions(workers, backend, out, part), Output(csv, json))
