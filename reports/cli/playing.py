"""The commands that play many games, and show them again."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli.options import (
    Backend,
    Csv,
    Deals,
    FixedSeats,
    From,
    Game,
    Games,
    Json,
    Out,
    Seed,
    Settings,
    Strategies,
    Target,
    Workers,
)


def play(
    game: Game,
    strategies: Strategies,
    games: Games = "100000",
    seed: Seed = "20260101",
    settings: Settings = None,
    fixed_seats: FixedSeats = False,
    target: Target = None,
    deals: Deals = None,
    by_seat: Annotated[bool, typer.Option("--by-seat", help="also the table by seat")] = False,
    strategies_from: From = None,
    workers: Workers = None,
    backend: Backend = "threads",
    out: Out = None,
    log: Annotated[
        bool, typer.Option("--log", help="keep an event log in the run folder, too: a row a decision")
    ] = False,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Play many games between strategies: win rate, loss rate and mean place of each, with intervals."""
    from knotlab.reports.cli.commands import jobs
    from knotlab.reports.cli.commands import playing as commands

    match = jobs.match(game, target, deals)
    job = jobs.job(game, strategies, seed, settings, fixed_seats, strategies_from, match)
    commands.play(job, games, strategies_from, workers, backend, out, log, commands.Shown(csv, json, by_seat))


def show(
    run: Annotated[Path, typer.Argument(help="a run folder", show_default=False)],
    by_seat: Annotated[bool, typer.Option("--by-seat", help="also the table by seat")] = False,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Print a kept run's tables again, and the games worth watching."""
    from knotlab.reports.cli.commands import playing as commands

    commands.show(run, commands.Shown(csv, json, by_seat))
