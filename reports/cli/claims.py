"""The command `claims`: the tips of the rulebooks on trial."""

from pathlib import Path
from typing import Annotated

import typer

from reports.cli.options import Csv, Json, Seed, Workers

Ids = Annotated[list[str] | None, typer.Argument(help="which claims, such as TK-C1", show_default="all")]
OutFolder = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="keep the deals of every cell in this folder, and go on from what is there")]
Budget = Annotated[str | None, typer.Option("--budget", metavar="MINUTES", help="stop after so long; what is nearest to a verdict is played first")]
Quick = Annotated[bool, typer.Option("--quick", help="a first look: margins eight times as wide as declared, one size of table for each claim")]
Listed = Annotated[bool, typer.Option("--list", help="only list the claims")]
Findings = Annotated[Path | None, typer.Option("--findings", metavar="FOLDER", help="write tables, plots and a page in Markdown into this folder")]


def claims(
    ids: Ids = None,
    listed: Listed = False,
    quick: Quick = False,
    budget: Budget = None,
    out: OutFolder = None,
    findings: Findings = None,
    seed: Seed = "20260101",
    workers: Workers = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Put the tips of the rulebooks on trial: each claim with its verdict, where it holds, and by how much."""
    from reports.commands import claims as commands

    if listed:
        commands.show_list(ids or (), json)
    else:
        commands.run(ids or (), commands.Trial(quick, budget, out, findings, seed, workers), csv, json)


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(claims)
