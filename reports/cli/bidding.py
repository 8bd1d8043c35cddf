"""The commands that work out what to bid in Twyst."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli import values
from knotlab.reports.cli.files import file_ending_in
from knotlab.reports.cli.options import Csv, From, Json, Seed, Settings, Workers
from knotlab.reports.cli.setup import DEFAULT_SEED, Output, game_options

GAME = "twyst"

Bidder = Annotated[
    str, typer.Argument(metavar="STRATEGY", help="a threshold bidder, combined with a strategy that plays the cards")
]
Deals = Annotated[
    int,
    typer.Option(
        "--deals", metavar="N", parser=values.whole("--deals", 1000), help="deals on which every possible bid is tried"
    ),
]


def guide(
    strategy: Bidder = "threshold@v3+champion",
    deals: Deals = 20_000,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save", metavar="FILE", help="write the guide as Markdown", callback=file_ending_in(".md", ".txt")
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Try every bid on the same deals and print which hands are good enough for each, what it scores, and five hands to
    practise on.
    """
    from knotlab.reports.cli.commands import bidding as commands

    commands.guide(strategy, deals, game_options(GAME, settings, seed, strategies_from), workers, save, json)


def bid(
    hand: Annotated[
        str,
        typer.Argument(
            metavar="HAND", help='the thirteen cards by suits, as in "S AKQ72 H 83 D K9 C AT54"', show_default=False
        ),
    ],
    seat: Annotated[
        int,
        typer.Option("--seat", metavar="S", parser=values.whole("--seat", 0, 3), help="your seat; 0 is the eldest"),
    ] = 0,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="how the others bid, and how everybody plays the cards")
    ] = "threshold@v3+champion",
    precision: Annotated[
        float,
        typer.Option(
            "--precision",
            metavar="POINTS",
            parser=values.points("--precision"),
            help="half the width of the intervals, in points per deal",
        ),
    ] = 3.0,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Say what to bid with a hand of your own: all thirteen bids with their points, the other hands dealt anew many
    times.
    """
    from knotlab.reports.cli.commands import bidding as commands

    options = game_options(GAME, settings, seed, strategies_from)
    commands.bid(hand, seat, strategy, precision, options, workers, Output(csv, json))


Company = Annotated[
    str | None,
    typer.Option(
        "--company",
        metavar="NAME",
        help="make a card for this company: how the others bid, and how everybody plays the cards",
        show_default="threshold@v3+champion",
    ),
]


def card(
    company: Company = None,
    hands: Annotated[
        int | None,
        typer.Option(
            "--hands",
            metavar="N",
            parser=values.whole("--hands", 20_000),
            help="make a card from so many hands on which every bid is tried",
            show_default="400,000",
        ),
    ] = None,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    strategies_from: From = None,
    workers: Workers = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="keep the bids tried in this folder, and resume from there"),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help="write the card to print (.pdf, .svg, .png), or as a text that 'bid' and programs read (.toml)",
            callback=file_ending_in(".pdf", ".svg", ".png", ".toml"),
        ),
    ] = None,
) -> None:
    """Show a card to bid by that can be counted at the table; with --set, --company or --hands, make one for your own
    group and say what differs from the usual card.
    """
    from knotlab.reports.cli.commands import card as commands

    options = game_options(GAME, settings, seed, strategies_from)
    commands.card(commands.Wanted(company, hands, workers, out), options, save)
