"""The commands that judge how cards are played in Twyst, with all hands open or beside a better player."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli import values
from knotlab.reports.cli.files import file_ending_in
from knotlab.reports.cli.options import Csv, From, Json, Seed, Settings
from knotlab.reports.cli.setup import DEFAULT_SEED, Output, game_options

GAME = "twyst"

CardPlayers = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PLAYER]...", help="players of the cards", show_default="solid sampler"),
]
CardBidder = Annotated[str, typer.Option("--bidder", metavar="NAME", help="the strategy that bids for all of them")]


def mistakes(
    players: CardPlayers = None,
    deals: Annotated[
        int, typer.Option("--deals", metavar="N", parser=values.whole("--deals", 1), help="deals for each player")
    ] = 200,
    tricks: Annotated[
        int,
        typer.Option(
            "--tricks", metavar="N", parser=values.whole("--tricks", 1, 13), help="how many of the last tricks to judge"
        ),
    ] = 9,
    bidder: CardBidder = "threshold",
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    strategies_from: From = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help="write the games with the first player's most frequent mistakes as records to watch",
            callback=file_ending_in(".jsonl", ".json"),
        ),
    ] = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Judge the cards that players play with all four hands open: points given away by contract and kind of mistake,
    and the most frequent mistakes.
    """
    from knotlab.reports.cli.commands import open_cards as commands

    options = game_options(GAME, settings, seed, strategies_from)
    commands.mistakes(players or ["solid", "sampler"], deals, tricks, bidder, options, save, Output(csv, json))


def gap(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="a player of the cards")] = "solid",
    yardstick: Annotated[
        str, typer.Option("--yardstick", metavar="NAME", help="the player of the cards to compare it with")
    ] = "sampler",
    deals: Annotated[
        int,
        typer.Option(
            "--deals", metavar="N", parser=values.whole("--deals", 1), help="deals; each is played five times"
        ),
    ] = 400,
    each: Annotated[
        int | None,
        typer.Option(
            "--each",
            metavar="N",
            parser=values.whole("--each", 1),
            help="in place of --deals: so many deals of each contract",
        ),
    ] = None,
    bidder: CardBidder = "threshold",
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    strategies_from: From = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Measure how many points a player of the cards loses to a better one, by contract: same deals, same bids, one seat
    at a time.
    """
    from knotlab.reports.cli.commands import open_cards as commands

    options = game_options(GAME, settings, seed, strategies_from)
    commands.gap(player, yardstick, deals, each, bidder, options, Output(csv, json))


def promised(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PLAYER]...",
            help="players whose scores are the points they expect",
            show_default="sampler sampler:solved=7",
        ),
    ] = None,
    each: Annotated[
        int, typer.Option("--each", metavar="N", parser=values.whole("--each", 1), help="deals of each contract")
    ] = 100,
    tricks: Annotated[
        int,
        typer.Option(
            "--tricks", metavar="N", parser=values.whole("--tricks", 1, 13), help="how many of the last tricks"
        ),
    ] = 7,
    bidder: CardBidder = "threshold",
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    strategies_from: From = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Compare the points that players who look ahead expect of their cards with what comes of them, and with what the
    cards are worth with all hands open, by tricks left.
    """
    from knotlab.reports.cli.commands import open_cards as commands

    options = game_options(GAME, settings, seed, strategies_from)
    chosen = players or ["sampler", "sampler:solved=7"]
    commands.promised(chosen, each, tricks, bidder, options, Output(csv, json))


def par(
    deals: Annotated[
        int, typer.Option("--deals", metavar="N", parser=values.whole("--deals", 1), help="how many deals to solve")
    ] = 1,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Solve whole deals with all cards open: the best contract that each seat could bid and make."""
    from knotlab.reports.cli.commands import open_cards as commands

    commands.par(deals, game_options(GAME, settings, seed, None), Output(csv, json))
