"""Arguments and options that several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from knotlab.sim.errors import InputError


def _folders(parent: str) -> list[Path]:
    return sorted(path.parent for path in (Path(__file__).parents[2] / parent).glob("*/__init__.py"))


def complete_game() -> list[str]:
    """The games, for shell completion: looked up as files, since importing takes too long for a key press."""
    return [folder.name.replace("_", "-") for folder in _folders("sim/games")]


def complete_strategy(ctx: typer.Context) -> list[str]:
    """The shipped strategies of the game named before."""
    wanted = str(ctx.params.get("game")).replace("-", "_")
    files = [file for folder in _folders("strategies") if folder.name == wanted for file in folder.glob("[a-z]*.py")]
    return sorted(file.stem.replace("_", "-") for file in files)


def file_ending_in(*endings: str) -> Callable[[Path | None], Path | None]:
    """A callback for a file that is to be written: raises InputError before anything is played if it is a folder,
    another kind of file, or out of reach.
    """

    def check(file: Path | None) -> Path | None:
        if file is None:
            return None
        if file.is_dir():
            raise InputError(f"{file} is a folder; give the name of a file, as in {file / ('result' + endings[0])}")
        if file.exists() and file.suffix not in endings:
            raise InputError(
                f"{file} is there already and no {endings[0]} file; choose another name, so that nothing of yours is "
                f"lost"
            )
        there = next(one for one in file.absolute().parents if one.exists())
        if not there.is_dir() or not os.access(there, os.W_OK):
            raise InputError(f"{file} cannot be written: {there} is no folder that one may write to")
        return file

    return check


GAMES_HELP = "games (or matches) to play, rounded up to whole deals; 1e6 and 1_000_000 are numbers too"

Game = Annotated[str, typer.Argument(help="which game", show_default=False, autocompletion=complete_game)]
Strategies = Annotated[
    list[str],
    typer.Argument(
        help="a strategy for each player, as NAME or NAME:PARAMETER=VALUE,tremble=0.02",
        show_default=False,
        autocompletion=complete_strategy,
    ),
]
MaybeGame = Annotated[str | None, typer.Argument(help="which game", show_default=False, autocompletion=complete_game)]
MaybeStrategies = Annotated[
    list[str] | None,
    typer.Argument(help="a strategy for each player", show_default=False, autocompletion=complete_strategy),
]
Games = Annotated[str, typer.Option("--games", metavar="N", help=GAMES_HELP)]
Seed = Annotated[str, typer.Option("--seed", metavar="S", help="0 .. 2^64 - 1; the same seed gives the same games")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="a rule setting (repeatable), or preset=NAME; see knotlab rules"),
]
From = Annotated[
    list[Path] | None,
    typer.Option("--strategies-from", metavar="FILE", help="a Python file with strategies of your own (repeatable)"),
]
Workers = Annotated[
    str | None, typer.Option("--workers", metavar="N", help="parts played at the same time", show_default="all cores")
]
Backend = Annotated[
    str, typer.Option("--backend", metavar="NAME", help="threads, processes, or any registered joblib backend")
]
Csv = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="write the table as CSV", callback=file_ending_in(".csv"))
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FOLDER", help="keep the games in this run folder, and go on from what is there"),
]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object and nothing else")]
FixedSeats = Annotated[
    bool, typer.Option("--fixed-seats", help="one game a deal, the first strategy on seat 0, instead of all rotations")
]
Target = Annotated[
    str | None,
    typer.Option("--target", metavar="POINTS", help="play matches, each until a total reaches so many points"),
]
Deals = Annotated[str | None, typer.Option("--deals", metavar="K", help="play matches, each of so many deals (rounds)")]
Why = Annotated[bool, typer.Option("--why", help="every legal move with its score")]

Players = Annotated[
    str | None,
    typer.Option(
        "--players", metavar="N", help="players at the table", show_default="3, or what the game or the field asks for"
    ),
]
MetricOption = Annotated[
    str | None,
    typer.Option(
        "--metric",
        metavar="NAME",
        help="loss_rate, win_rate, mean_place or mean_score: what decides",
        show_default="loss_rate or mean_score",
    ),
]
