"""The commands that find out what to bid in Twyst."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli.options import Csv, From, Json, Seed, Settings, Workers, file_ending_in

Bidder = Annotated[str, typer.Argument(help="a bidder by thresholds with a player of the cards")]


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
    from knotlab.reports.cli.commands import bidding as commands

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
    from knotlab.reports.cli.commands import bidding as commands

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
    from knotlab.reports.cli.commands import bidding as commands

    commands.players(strategy, players or ("sampler",), deals, margin, seed, strategies_from or (), workers, csv, json)
