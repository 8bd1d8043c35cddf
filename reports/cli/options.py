"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.reports.cli import values
from knotlab.reports.cli.completion import complete_game, complete_setting, complete_strategy
from knotlab.reports.cli.files import file_ending_in

SEED_HELP = "random seed, from 0 to 2^64 - 1; the same seed gives the same games"
STRATEGY_HELP = "one strategy per player, as NAME or NAME:PARAMETER=VALUE,tremble=0.02"

Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="the game",
        show_default=False,
        autocompletion=complete_game,
    ),
]
Strategies = Annotated[
    list[str],
    typer.Argument(metavar="STRATEGY", help=STRATEGY_HELP, show_default=False, autocompletion=complete_strategy),
]
MaybeGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="the game",
        show_default=False,
        autocompletion=complete_game,
    ),
]
MaybeStrategies = Annotated[
    list[str] | None,
    typer.Argument(metavar="STRATEGY", help=STRATEGY_HELP, show_default=False, autocompletion=complete_strategy),
]
Games = Annotated[
    int,
    typer.Option(
        "--games",
        metavar="N",
        parser=values.whole("--games", 1),
        help="games (or matches) to play, rounded up to whole deals; 1e6 and 1_000_000 are accepted",
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", parser=values.seed, help=SEED_HELP)]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="a rule setting (repeatable), or preset=NAME; see knotlab rules",
        autocompletion=complete_setting,
    ),
]
From = Annotated[
    list[Path] | None,
    typer.Option("--strategies-from", metavar="FILE", help="a Python file with strategies of your own (repeatable)"),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        parser=values.whole("--workers", 1),
        help="how many parts to play at the same time",
        show_default="one per core",
    ),
]
Backend = Annotated[
    str,
    typer.Option(
        "--backend",
        metavar="NAME",
        help="threads, processes, any registered joblib backend, or dask://HOST:PORT for the workers of a Dask cluster",
    ),
]
Csv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FILE", help="also write the table as CSV", callback=file_ending_in(".csv")),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FOLDER", help="keep the games in this folder; the same command resumes from there"),
]
Part = Annotated[
    values.PartOption | None,
    typer.Option(
        "--part",
        metavar="K/N",
        parser=values.part,
        help="play only part K of N into the folder given with --out; their files, copied into one, are the whole",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="print a single JSON object instead of tables")]
FixedSeats = Annotated[
    bool,
    typer.Option(
        "--fixed-seats", help="play each deal once, the first strategy in seat 0, instead of in every rotation"
    ),
]
Target = Annotated[
    int | None,
    typer.Option(
        "--target",
        metavar="POINTS",
        parser=values.whole("--target", 1),
        help="play matches, each until someone's total reaches this many points",
    ),
]
Rounds = Annotated[
    int | None,
    typer.Option(
        "--rounds",
        metavar="K",
        parser=values.whole("--rounds", 1, 1000),
        help="play matches of K rounds, each with a deal of its own",
    ),
]
Why = Annotated[bool, typer.Option("--why", help="show the score of every legal move")]
BySeat = Annotated[bool, typer.Option("--by-seat", help="also print the table by seat")]
Players = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="N",
        parser=values.whole("--players", 1),
        help="players at the table",
        show_default="3, or as many as the game or the field calls for",
    ),
]
Metric = Annotated[
    str | None,
    typer.Option(
        "--metric",
        metavar="NAME",
        help="what decides: loss_rate, win_rate, mean_place or mean_score",
        show_default="loss_rate or mean_score",
    ),
]
RunFolder = Annotated[
    Path | None,
    typer.Option("--run", metavar="FOLDER", help="take the game from this run folder instead of naming strategies"),
]
