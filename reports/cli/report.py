"""The command that writes the report."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli.options import From, Json, Seed, Workers


def report(
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="the folder for the page, plots and tables")
    ] = Path("out/report"),
    deals: Annotated[
        str, typer.Option("--deals", metavar="N", help="deals of each game's tournaments, for each number of players")
    ] = "1000",
    budget: Annotated[
        str,
        typer.Option(
            "--budget", metavar="MINUTES", help="for the claims; what is open then is said in the page; 0: without them"
        ),
    ] = "5",
    bids: Annotated[
        str, typer.Option("--bids", metavar="N", help="hands on which Twyst's bidding guide rests; 0: without it")
    ] = "10000",
    seed: Seed = "20260101",
    strategies_from: From = None,
    workers: Workers = None,
    backend: Annotated[
        str,
        typer.Option("--backend", metavar="NAME", help="of the tournaments: threads, processes, or any joblib backend"),
    ] = "threads",
    json: Json = False,
) -> None:
    """Put the tips on trial, play all strategies with 2, 3 and 4 players, find out what to bid, and write one
    self-contained page; it goes on if stopped.
    """
    from knotlab.reports.cli.commands import report as commands

    commands.report(out, deals, budget, bids, seed, strategies_from or (), workers, backend, json)
