"""The command line: each command parses, calls one function and prints. Everything heavy is imported when a command
needs it.
"""

import os
import signal
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from knotlab.reports.cli import claims as claims_app
from knotlab.reports.cli import tuning as tune_app
from knotlab.reports.cli import verdicts as verdict_app
from knotlab.reports.cli.options import (
    Backend,
    Csv,
    Deals,
    FixedSeats,
    From,
    Game,
    Games,
    Json,
    MaybeGame,
    MaybeStrategies,
    Out,
    Seed,
    Settings,
    Strategies,
    Target,
    Why,
    Workers,
    file_ending_in,
)
from knotlab.sim.errors import InputError, RunError, StrategyError

GRACE = 10.0  # seconds between an interrupt and the end

app = typer.Typer(
    help=(
        "A Monte Carlo strategy laboratory for card games: write a hunch as a few lines of Python, and find out "
        "whether it is true."
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"knotlab {version('knotlab')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None: ...


@app.command()
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
    from knotlab.reports.cli.commands import play as commands

    match = commands.match(game, target, deals)
    job = commands.job(game, strategies, seed, settings, fixed_seats, strategies_from, match)
    commands.play(job, games, strategies_from, workers, backend, out, log, commands.Shown(csv, json, by_seat))


@app.command()
def show(
    run: Annotated[Path, typer.Argument(help="a run folder", show_default=False)],
    by_seat: Annotated[bool, typer.Option("--by-seat", help="also the table by seat")] = False,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Print a kept run's tables again, and the games worth watching."""
    from knotlab.reports.cli.commands import play as commands

    commands.show(run, commands.Shown(csv, json, by_seat))


@app.command()
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
    from knotlab.reports.cli.commands import play as commands

    match = commands.match(game, target, deals)
    job = commands.job(game, strategies, seed, settings, fixed_seats, strategies_from, match)
    commands.records(job, first, games, out, why)


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(help="JSON Lines files of records", show_default=False)],
    json: Json = False,
) -> None:
    """Replay records through the rules and say how many hold."""
    from knotlab.reports.cli.commands import play as commands

    commands.verify(files, json)


@app.command()
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
    from knotlab.reports.cli.commands import play as commands

    if (game is not None) + (run is not None) + (record is not None) != 1:
        raise InputError("give either a game and a strategy for each player, or --run FOLDER, or --record FILE")
    if html and json:
        raise InputError("give either --html FILE or --json, not both")
    if record is not None:
        commands.replay_record(record, index, html, json)
        return
    commands.replay(
        commands.job_named(run, game, strategies, seed, settings, fixed_seats, strategies_from, index),
        index,
        why,
        html,
        json,
        purpose,
    )


@app.command()
def strategies(game: MaybeGame = None, strategies_from: From = None, json: Json = False) -> None:
    """List the strategies of a game, or of all, with their parameters."""
    from knotlab.reports.cli.commands import play as commands

    commands.strategies(game, strategies_from, json)


@app.command()
def rules(game: MaybeGame = None, json: Json = False) -> None:
    """List a game's rule settings, with defaults, meaning and presets."""
    from knotlab.reports.cli.commands import play as commands

    commands.rules(game, json)


@app.command()
def view(game: Game, json: Json = False) -> None:
    """List every field of the view that a strategy gets, and every kind of move."""
    from knotlab.reports.cli.commands import play as commands

    commands.view(game, json)


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="the Python file to write", show_default=False)],
    game: Annotated[str, typer.Option("--game", help="which game")] = "twisted-knot",
) -> None:
    """Write a commented first strategy to start from."""
    from knotlab.reports.cli.commands import play as commands

    commands.new(file, game)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="your strategy file", show_default=False)],
    debug: Annotated[
        bool, typer.Option("--debug", help="without the compiler, so that print and pdb work; fewer games")
    ] = False,
    games: Annotated[
        str | None, typer.Option("--games", metavar="N", help="games to play", show_default="1000, with --debug 20")
    ] = None,
    json: Json = False,
) -> None:
    """Compile a strategy file, play a thousand games with each strategy and say what was seen."""
    if debug:
        import os

        os.environ["NUMBA_DISABLE_JIT"] = "1"
    from knotlab.reports.cli.commands import play as commands

    commands.check(file, games or ("20" if debug else "1000"), json)


@app.command()
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
    from knotlab.reports.cli.commands import measuring
    from knotlab.reports.cli.commands import play as commands

    job = commands.job_named(run, game, strategies, seed, settings, fixed_seats, strategies_from, index)
    measuring.what_if(job, index, decision, rollouts, hidden, csv, json)


@app.command()
def rate(
    run: Annotated[
        Path,
        typer.Argument(help="a run folder with an event log (knotlab play --log --out FOLDER)", show_default=False),
    ],
    of: Annotated[
        str,
        typer.Option(
            "--of", metavar="MEASURE", help="what is counted or averaged, as in SQL: move_kind = 1", show_default=False
        ),
    ],
    among: Annotated[
        str, typer.Option("--among", metavar="MEASURE", help="over which decisions: asked = 1 and hand_size = 2")
    ] = "1",
    json: Json = False,
) -> None:
    """A share or a mean over the decisions of a run, with its interval over deals; knotlab view GAME lists the
    columns.
    """
    from knotlab.reports.cli.commands import measuring

    measuring.show_rate(run, of, among, json)


@app.command()
def bench(
    games: Annotated[
        str, typer.Option("--games", metavar="N", help="different games for each measurement, at most")
    ] = "40000",
    strategies_from: From = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Measure the speed of this machine: ns a decision, decisions and games a second, by game and players; then whole
    commands, with their memory.
    """
    from knotlab.reports.cli.commands import bench as commands

    commands.bench(games, strategies_from or (), csv, json)


@app.command()
def report(
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="the folder for the page, plots and tables")
    ] = Path("out/report"),
    deals: Annotated[
        str, typer.Option("--deals", metavar="N", help="deals of each game's tournaments, for each number of players")
    ] = "1000",
    budget: Annotated[
        str,
        typer.Option(
            "--budget", metavar="MINUTES", help="for the claims; what is open then is said in the page; 0: without them"
        ),
    ] = "5",
    bids: Annotated[
        str, typer.Option("--bids", metavar="N", help="hands on which Twyst's bidding guide rests; 0: without it")
    ] = "10000",
    seed: Seed = "20260101",
    strategies_from: From = None,
    workers: Workers = None,
    backend: Annotated[
        str,
        typer.Option("--backend", metavar="NAME", help="of the tournaments: threads, processes, or any joblib backend"),
    ] = "threads",
    json: Json = False,
) -> None:
    """Put the tips on trial, play all strategies with 2, 3 and 4 players, find out what to bid, and write one
    self-contained page; it goes on if stopped.
    """
    from knotlab.reports.cli.commands import report as commands

    commands.report(out, deals, budget, bids, seed, strategies_from or (), workers, backend, json)


verdict_app.register(app)
claims_app.register(app)
tune_app.register(app)


def main(arguments: list[str] | None = None) -> None:
    """The console script. Exit status: 0 answered, 1 a run or a check failed, 2 bad input, 130 interrupted."""
    status: object = 0
    try:
        status = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        status = _fail(error, 2)
    except StrategyError as error:
        from knotlab.reports.cli.commands.play import with_replay

        status = _fail(with_replay(error), 1)
    except RunError as error:
        status = _fail(error, 1)
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        sys.stderr.close()
    except MemoryError:
        status = _fail("there is not enough memory for so much at a time; ask for less", 1)
    except OSError as error:
        status = _fail(f"cannot write{f' {error.filename}' if error.filename else ''}: {error.strerror or error}", 1)
    except TyperException as error:  # what the parser says of the command line
        said = error.format_message().rstrip(".")  # nothing where the help has been shown
        status = _fail(f"{said}; see knotlab --help", 2) if said else 2
    if status == 130:  # Typer turns the interrupt into this status and says nothing
        _fail("interrupted", 130)
    sys.exit(status if isinstance(status, int) else 0)


def program() -> None:
    """The console script as a program of its own: it ends after an interrupt even where machine code of the main thread
    cannot be interrupted.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    Thread(target=_end_after_interrupt, args=(reading,), daemon=True).start()
    main()


def _end_after_interrupt(reading: int) -> None:
    """Wait for an interrupt, leave some time to answer it in order, then end."""
    while os.read(reading, 1) != bytes([signal.SIGINT]):
        pass
    time.sleep(GRACE)
    _fail("interrupted", 130)
    os._exit(130)


def _fail(error: Any, status: int) -> int:
    """One line on standard error."""
    print("knotlab: " + " ".join(str(error).split()), file=sys.stderr)
    return status


if __name__ == "__main__":
    program()
