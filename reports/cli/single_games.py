"""The commands that show, write, check or vary single games."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli.options import (
    Csv,
    Deals,
    FixedSeats,
    From,
    Game,
    Games,
    Json,
    MaybeGame,
    MaybeStrategies,
    Seed,
    Settings,
    Strategies,
    Target,
    Why,
    file_ending_in,
)
from knotlab.sim.errors import InputError


def records(
    game: Game,
    strategies: Strategies,
    out: Annotated[
        Path,
        typer.Option(
            "--out", metavar="FILE", help="the JSON Lines file to write", callback=file_ending_in(".jsonl", ".json")
        ),
    ],
    games: Games = "100",
    first: Annotated[str, typer.Option("--first", metavar="I", help="number of the first game")] = "0",
    seed: Seed = "20260101",
    settings: Settings = None,
    fixed_seats: FixedSeats = False,
    target: Target = None,
    deals: Deals = None,
    strategies_from: From = None,
    why: Why = False,
) -> None:
    """Write games move by move, a line of JSON a game."""
    from knotlab.reports.cli.commands import jobs
    from knotlab.reports.cli.commands import single_games as commands

    match = jobs.match(game, target, deals)
    job = jobs.job(game, strategies, seed, settings, fixed_seats, strategies_from, match)
    commands.records(job, first, games, out, why)


def verify(
    files: Annotated[list[Path], typer.Argument(help="JSON Lines files of records", show_default=False)],
    json: Json = False,
) -> None:
    """Replay records through the rules and say how many hold."""
    from knotlab.reports.cli.commands import single_games as commands

    commands.verify(files, json)


def replay(
    game: MaybeGame = None,
    strategies: MaybeStrategies = None,
    index: Annotated[
        str | None,
        typer.Option("--index", metavar="I", help="number of the game, or match, in its run", show_default="the first"),
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(
            "--run", metavar="FOLDER", help="a game of this run folder, instead of naming game and strategies"
        ),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="a game of this file of records, instead")
    ] = None,
    seed: Seed = "20260101",
    settings: Settings = None,
    fixed_seats: FixedSeats = False,
    strategies_from: From = None,
    why: Why = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="write a page in which the game can be watched, with every legal move's score",
            callback=file_ending_in(".html", ".htm"),
        ),
    ] = None,
    purpose: Annotated[
        str,
        typer.Option(
            "--purpose",
            metavar="NAME",
            help="a game of another purpose's deals, as a failing strategy's message names it",
        ),
    ] = "play",
    json: Json = False,
) -> None:
    """Tell one game move by move, or write it as a page to watch."""
    from knotlab.reports.cli.commands import jobs
    from knotlab.reports.cli.commands import single_games as commands

    if (game is not None) + (run is not None) + (record is not None) != 1:
        raise InputError("give either a game and a strategy for each player, or --run FOLDER, or --record FILE")
    if html and json:
        raise InputError("give either --html FILE or --json, not both")
    if record is not None:
        commands.replay_record(record, index, html, json)
        return
    commands.replay(
        jobs.job_named(run, game, strategies, seed, settings, fixed_seats, strategies_from, index),
        index,
        why,
        html,
        json,
        purpose,
    )


def whatif(
    game: MaybeGame = None,
    strategies: MaybeStrategies = None,
    index: Annotated[str, typer.Option("--index", metavar="I", help="number of the game in its run")] = "0",
    decision: Annotated[
        str,
        typer.Option(
            "--decision", metavar="K", help="number of the decision in the game; knotlab replay --why shows them"
        ),
    ] = "0",
    rollouts: Annotated[
        str, typer.Option("--rollouts", metavar="N", help="how often each move is played on from there")
    ] = "1000",
    hidden: Annotated[
        str,
        typer.Option(
            "--hidden", metavar="HOW", help="as-dealt, or resample: drawn anew from what the player cannot see"
        ),
    ] = "as-dealt",
    run: Annotated[
        Path | None,
        typer.Option(
            "--run", metavar="FOLDER", help="a game of this run folder, instead of naming game and strategies"
        ),
    ] = None,
    seed: Seed = "20260101",
    settings: Settings = None,
    fixed_seats: FixedSeats = False,
    strategies_from: From = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Force each legal move of one decision in turn, play on many times, and compare what came of them."""
    from knotlab.reports.cli.commands import jobs, what_if

    job = jobs.job_named(run, game, strategies, seed, settings, fixed_seats, strategies_from, index)
    what_if.what_if(job, index, decision, rollouts, hidden, csv, json)
