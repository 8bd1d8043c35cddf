"""The command that writes a report: of everything, or of some strategies of one game."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.reports.cli import values
from knotlab.reports.cli.options import (
    Backend,
    From,
    Json,
    MaybeGame,
    MaybeStrategies,
    Players,
    Seed,
    Settings,
    Workers,
)
from knotlab.sim.errors import InputError

EVERYTHING = Path("out/report")
MINUTES = 4.0  # in which what ships is played again, by default


def report(
    game: MaybeGame = None,
    strategies: MaybeStrategies = None,
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            parser=values.whole("--games", 1),
            help="with GAME: games to play, rounded up to whole deals",
            show_default="100,000",
        ),
    ] = None,
    settings: Settings = None,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            metavar="N",
            parser=values.whole("--deals", 2),
            help="without GAME: deals per tournament, one for each game and number of players, played instead of those "
            "that ship",
            show_default="1,000, which ship",
        ),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(
            "--budget",
            metavar="MINUTES",
            parser=values.minutes("--budget", none_at_all=True),
            help="without GAME: minutes in which the tips that ship are played again, on new deals; 0 leaves that out",
            show_default="4",
        ),
    ] = None,
    play: Annotated[
        bool,
        typer.Option(
            "--play",
            help="without GAME: play everything anew, the tips in these minutes at their declared margins, beside what "
            "ships",
        ),
    ] = False,
    bids: Annotated[
        int | None,
        typer.Option(
            "--bids",
            metavar="N",
            parser=values.whole("--bids"),
            help="without GAME: hands for Twyst's bidding guide, played instead of the one that ships; 0 leaves it out",
            show_default="10,000, which ship",
        ),
    ] = None,
    seed: Seed = DEFAULT_SEED,
    strategies_from: From = None,
    workers: Workers = None,
    backend: Backend = "threads",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="the folder for the page, plots and tables",
            show_default="out/report, or out/GAME",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Write a self-contained page: with GAME and strategies their win and loss rates, places, seats and who beats whom;
    without, all games with the tips that ship, all strategies against each other and what to bid, and then the tips
    again, on new deals. Exit status 1 if a published number comes out otherwise. Resumes if interrupted.
    """
    from knotlab.analysis.report.game import GameSettings
    from knotlab.analysis.report.settings import ReportSettings
    from knotlab.reports.cli.commands import report as commands

    files = tuple(strategies_from or ())
    if game is None:
        refuse("only with a GAME", {"--players": players, "--games": games, "--set": settings})
        if play and budget == 0:
            raise InputError("--play needs minutes to play in; give --budget MINUTES")
        of_all = ReportSettings(
            out or EVERYTHING,
            1000 if deals is None else deals,
            seed,
            workers,
            backend,
            minutes=MINUTES if budget is None else budget,
            bids=10_000 if bids is None else bids,
            strategies_from=files,
            all_tips=play,
            published=not play and deals is None and bids in (None, 0) and not files and seed == DEFAULT_SEED,
        )
        commands.report(of_all, json)
        return
    refuse("only without a GAME", {"--deals": deals, "--budget": budget, "--bids": bids, "--play": play or None})
    of_one = GameSettings(
        game,
        strategies or (),
        games or 100_000,
        out or Path("out") / game,
        seed,
        players,
        rules=tuple(settings or ()),
        strategies_from=files,
        workers=workers,
        backend=backend,
    )
    commands.report_game(of_one, json)


def refuse(when: str, given: dict[str, object]) -> None:
    """Refuse options that belong to the other kind of report."""
    wrong = [name for name, value in given.items() if value is not None and value != []]
    if wrong:
        raise InputError(f"{', '.join(wrong)} can be given {when}; see knotlab report --help")
