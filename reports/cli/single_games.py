"""The commands that write, verify, show or vary single games."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli import values
from knotlab.reports.cli.files import file_ending_in
from knotlab.reports.cli.options import (
    Csv,
    FixedSeats,
    From,
    Game,
    Json,
    MaybeGame,
    MaybeStrategies,
    Rounds,
    RunFolder,
    Seed,
    Settings,
    Strategies,
    Target,
    Why,
)
from knotlab.reports.cli.setup import DEFAULT_SEED, Output, game_options
from knotlab.sim.errors import InputError

Index = Annotated[
    int | None,
    typer.Option(
        "--index",
        metavar="I",
        parser=values.whole("--index", most=values.LAST_GAME),
        help="number of the game (or match) in the run",
        show_default="0, the first",
    ),
]


def records(
    game: Game,
    strategies: Strategies,
    save: Annotated[
        Path,
        typer.Option(
            "--save", metavar="FILE", help="the JSON Lines file to write", callback=file_ending_in(".jsonl", ".json")
        ),
    ],
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", parser=values.whole("--games", 1), help="games (or matches) to write"),
    ] = 100,
    first: Annotated[
        int,
        typer.Option(
            "--first",
            metavar="I",
            parser=values.whole("--first", most=values.LAST_GAME),
            help="number of the first game",
        ),
    ] = 0,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    fixed_seats: FixedSeats = False,
    target: Target = None,
    rounds: Rounds = None,
    strategies_from: From = None,
    why: Why = False,
    rollouts: Annotated[
        int | None,
        typer.Option(
            "--whatif",
            metavar="N",
            parser=values.whole("--whatif", 100),
            help="also play out each move of every choice N times with hidden cards dealt anew, for the viewer",
            show_default=False,
        ),
    ] = None,
    par: Annotated[
        int | None,
        typer.Option(
            "--par",
            metavar="TRICKS",
            parser=values.whole("--par", 1, 13),
            help="Twyst: also give the points of each card with all hands open, in so many of the last tricks",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Write games move by move to a file, one line of JSON per game."""
    from knotlab.reports.cli.commands import jobs
    from knotlab.reports.cli.commands import single_games as commands

    options = game_options(game, settings, seed, strategies_from)
    job = jobs.make(options, strategies, fixed_seats, jobs.match(game, target, rounds))
    commands.records(job, first, games, save, commands.Extras(why, rollouts, par))


def verify(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE|FOLDER",
            help="JSON Lines files of recorded games, or folders kept with --out",
            show_default=False,
        ),
    ],
    json: Json = False,
) -> None:
    """Check recorded games against the rules, or check that every file in a kept folder is whole and as it was
    written.
    """
    from knotlab.reports.cli.commands import folders
    from knotlab.reports.cli.commands import single_games as commands

    if not any(path.is_dir() for path in files):
        commands.verify(files, json)
    elif all(path.is_dir() for path in files):
        folders.verify(files, json)
    else:
        raise InputError("give either files of recorded games or folders, not both")


def replay(
    game: MaybeGame = None,
    strategies: MaybeStrategies = None,
    index: Index = None,
    run: RunFolder = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="take the game from this file of recorded games instead"),
    ] = None,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    fixed_seats: FixedSeats = False,
    strategies_from: From = None,
    why: Why = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="write a page to watch the game on, with the score of every legal move",
            callback=file_ending_in(".html", ".htm"),
        ),
    ] = None,
    purpose: Annotated[
        str,
        typer.Option(
            "--purpose",
            metavar="NAME",
            help="which stream of deals the game is from, as the message of a failing strategy names it",
        ),
    ] = "play",
    json: Json = False,
) -> None:
    """Describe a single game move by move, or write a page to watch it on."""
    from knotlab.reports.cli.commands import jobs
    from knotlab.reports.cli.commands import single_games as commands

    if (game is not None) + (run is not None) + (record is not None) != 1:
        raise InputError("give either a game and one strategy per player, or --run FOLDER, or --record FILE")
    if html and json:
        raise InputError("give either --html FILE or --json, not both")
    if record is not None:
        commands.replay_record(record, index, html, json)
        return
    options = game_options(game or "", settings, seed, strategies_from)
    job = jobs.named(run, options, strategies or (), fixed_seats, index or 0)
    commands.replay(job, index or 0, why, html, json, purpose)


def whatif(
    game: MaybeGame = None,
    strategies: MaybeStrategies = None,
    index: Index = None,
    decision: Annotated[
        int,
        typer.Option(
            "--decision",
            metavar="K",
            parser=values.whole("--decision"),
            help="number of the decision in the game, as knotlab replay --why prints it",
        ),
    ] = 0,
    rollouts: Annotated[
        int,
        typer.Option(
            "--rollouts",
            metavar="N",
            parser=values.whole("--rollouts", 2),
            help="how many times each move is played out to the end",
        ),
    ] = 1000,
    hidden: Annotated[
        str,
        typer.Option(
            "--hidden",
            metavar="HOW",
            help="the hidden cards: as-dealt, or resample to deal what the player cannot see again each time",
        ),
    ] = "as-dealt",
    run: RunFolder = None,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    fixed_seats: FixedSeats = False,
    strategies_from: From = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Play out each legal move of a decision many times with common random numbers, and compare the results."""
    from knotlab.reports.cli.commands import jobs, what_if

    options = game_options(game or "", settings, seed, strategies_from)
    job = jobs.named(run, options, strategies or (), fixed_seats, index or 0)
    what_if.what_if(job, index or 0, what_if.WhatIfOptions(decision, rollouts, hidden), Output(csv, json))
