"""The commands that play many games, and print them again."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.reports.cli.options import (
    Backend,
    BySeat,
    Csv,
    FixedSeats,
    From,
    Game,
    Games,
    Json,
    Out,
    Part,
    Rounds,
    Seed,
    Settings,
    Strategies,
    Target,
    Workers,
)
from knotlab.reports.cli.setup import Output, RunOptions, game_options


def play(
    game: Game,
    strategies: Strategies,
    games: Games = 100_000,
    seed: Seed = DEFAULT_SEED,
    settings: Settings = None,
    fixed_seats: FixedSeats = False,
    target: Target = None,
    rounds: Rounds = None,
    by_seat: BySeat = False,
    strategies_from: From = None,
    workers: Workers = None,
    backend: Backend = "threads",
    out: Out = None,
    part: Part = None,
    log: Annotated[bool, typer.Option("--log", help="also keep an event log there, one row per decision")] = False,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Play many games between strategies and print each one's win rate, loss rate and mean place, with intervals."""
    from knotlab.reports.cli.commands import jobs
    from knotlab.reports.cli.commands import playing as commands

    options = game_options(game, settings, seed, strategies_from)
    job = jobs.make(options, strategies, fixed_seats, jobs.match(game, target, rounds))
    commands.play(job, options, games, RunOptions(workers, backend, out, part), log, by_seat, Output(csv, json))


def show(
    run: Annotated[Path, typer.Argument(metavar="FOLDER", help="a run folder", show_default=False)],
    by_seat: BySeat = False,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Print the tables of a run, duel or tournament that was kept with --out, without playing."""
    from knotlab.reports.cli.commands import playing as commands

    commands.show(run, by_seat, Output(csv, json))
