"""The commands that measure: decisions of a run, this machine, the statistics themselves."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli.options import Csv, From, Json, Workers


def rate(
    run: Annotated[
        Path,
        typer.Argument(help="a run folder with an event log (knotlab play --log --out FOLDER)", show_default=False),
    ],
    of: Annotated[
        str,
        typer.Option(
            "--of",
            metavar="MEASURE",
            help="what is counted or averaged, as in SQL, cards and moves by name: move_kind = 'PICK_UP'",
            show_default=False,
        ),
    ],
    among: Annotated[
        str, typer.Option("--among", metavar="MEASURE", help="over which decisions: top = 'Jk' and hand_size = 2")
    ] = "1",
    json: Json = False,
) -> None:
    """A share or a mean over the decisions of a run, with its interval over deals; knotlab view GAME lists the
    columns, and the names of cards and moves.
    """
    from knotlab.reports.cli.commands import measuring

    measuring.show_rate(run, of, among, json)


def bench(
    games: Annotated[
        str, typer.Option("--games", metavar="N", help="different games for each measurement, at most")
    ] = "40000",
    strategies_from: From = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Measure the speed of this machine: ns a decision, decisions and games a second, by game and players; then whole
    commands, with their memory.
    """
    from knotlab.reports.cli.commands import bench as commands

    commands.bench(games, strategies_from or (), csv, json)


def selfcheck(workers: Workers = None, csv: Csv = None, json: Json = False) -> None:
    """Check the statistics on this installation: mirror matches, a strategy that must lose, intervals that cover what
    they claim.
    """
    from knotlab.reports.cli.commands import selfcheck as commands

    commands.selfcheck(workers, csv, json)
