"""The commands that measure: the decisions of a run, this machine, the statistics themselves."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli import values
from knotlab.reports.cli.options import Csv, FixedSeats, From, Game, Json, Seed, Settings, Strategies, Workers
from knotlab.reports.cli.setup import DEFAULT_SEED, Output, game_options


def rate(
    run: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="a run folder with an event log, from knotlab play --log --out FOLDER",
            show_default=False,
        ),
    ],
    of: Annotated[
        str,
        typer.Option(
            "--of",
            metavar="MEASURE",
            help="what to count or average, as in SQL, with cards and moves by name: move_kind = 'PICK_UP'",
            show_default=False,
        ),
    ],
    among: Annotated[
        str,
        typer.Option(
            "--among",
            metavar="MEASURE",
            help="which decisions to include: top = 'Jk' and hand_size = 2",
            show_default="all",
        ),
    ] = "true",
    json: Json = False,
) -> None:
    """Compute a share or a mean over the decisions of a run, with its interval; knotlab view GAME lists the columns and
    the names of cards and moves.
    """
    from knotlab.reports.cli.commands import measuring

    measuring.show_rate(run, of, among, json)


def cost(
    game: Game,
    strategies: Strategies,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            parser=values.whole("--games", 1),
            help="how many games are to be played",
            show_default="1,000 to 1,000,000,000",
        ),
    ] = None,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    fixed_seats: FixedSeats = False,
    strategies_from: From = None,
    workers: Workers = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="as if results were kept with --out: how much disk that takes")
    ] = False,
    log: Annotated[bool, typer.Option("--log", help="as if an event log were kept, too")] = False,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Estimate what a large run will take, from small ones: time, core-hours, memory and disk."""
    from knotlab.reports.cli.commands import cost as commands
    from knotlab.reports.cli.commands import jobs

    job = jobs.make(game_options(game, settings, seed, strategies_from), strategies, fixed_seats)
    commands.show_cost(job, games, workers, keep, log, Output(csv, json))


def bench(
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            parser=values.whole("--games", 1),
            help="maximum number of different games per measurement",
        ),
    ] = 40_000,
    strategies_from: From = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Measure the speed of this machine: time per decision and games per second by game and number of players, then
    the time and memory of whole commands.
    """
    from knotlab.reports.cli.commands import bench as commands

    commands.bench(games, strategies_from or (), csv, json)


def selfcheck(workers: Workers = None, csv: Csv = None, json: Json = False) -> None:
    """Check the statistics on this installation: mirror matches come out even, a bad strategy loses, intervals cover
    the truth as often as they should.
    """
    from knotlab.reports.cli.commands import selfcheck as commands

    commands.selfcheck(workers, csv, json)
