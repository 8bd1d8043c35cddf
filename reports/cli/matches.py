"""The command about matches of Twyst."""

from typing import Annotated

import typer

from knotlab.reports.cli import values
from knotlab.reports.cli.options import Csv, Json, Seed
from knotlab.reports.cli.setup import DEFAULT_SEED, Output


def match(
    bidder: Annotated[
        str, typer.Option("--bidder", metavar="NAME", help="the threshold bidder in all seats")
    ] = "threshold",
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="the player of the cards in all seats")
    ] = "champion",
    target: Annotated[
        int, typer.Option("--target", metavar="POINTS", parser=values.whole("--target", 100), help="what ends a match")
    ] = 500,
    deals: Annotated[
        int,
        typer.Option(
            "--deals", metavar="N", parser=values.whole("--deals", 100), help="deals on which each way to bid is tried"
        ),
    ] = 2000,
    matches: Annotated[
        int,
        typer.Option(
            "--matches", metavar="N", parser=values.whole("--matches", 100), help="matches that measure the gain"
        ),
    ] = 40_000,
    seed: Seed = DEFAULT_SEED,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Work out the chance to win a match by the totals, how to bid by it, and how many matches of a hundred that wins
    more.
    """
    from knotlab.reports.cli.commands import matches as commands

    commands.match(bidder, player, target, deals, matches, seed, Output(csv, json))
