"""The command that writes the report."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli import values
from knotlab.reports.cli.options import Backend, From, Json, Seed, Workers
from knotlab.reports.cli.setup import DEFAULT_SEED, RunOptions


def report(
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="the folder for the page, plots and tables")
    ] = Path("out/report"),
    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            metavar="N",
            parser=values.whole("--deals", 2),
            help="deals per tournament: one for each game and number of players",
        ),
    ] = 1000,
    budget: Annotated[
        float,
        typer.Option(
            "--budget",
            metavar="MINUTES",
            parser=values.minutes("--budget", none_at_all=True),
            help="time for the claims, undecided ones are marked; 0 leaves them out",
        ),
    ] = 5,
    bids: Annotated[
        int,
        typer.Option(
            "--bids",
            metavar="N",
            parser=values.whole("--bids"),
            help="hands for Twyst's bidding guide; 0 leaves it out",
        ),
    ] = 10_000,
    seed: Seed = DEFAULT_SEED,
    strategies_from: From = None,
    workers: Workers = None,
    backend: Backend = "threads",
    json: Json = False,
) -> None:
    """Test the tips, play all strategies against each other with 2, 3 and 4 players, work out what to bid, and write
    it all to a single self-contained page; resumes if interrupted.
    """
    from knotlab.reports.cli.commands import report as commands

    effort = commands.ReportOptions(deals, budget, bids)
    commands.report(effort, seed, tuple(strategies_from or ()), RunOptions(workers, backend, out), json)
