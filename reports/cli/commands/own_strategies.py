"""What `new` and `check` do."""

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from knotlab.analysis.runs import check as checking
from knotlab.reports.cli.commands import scaffold
from knotlab.reports.output import print_json, write_file
from knotlab.reports.words import tables
from knotlab.sim import games as game_list
from knotlab.sim.errors import InputError


def new(file: Path, game: str) -> None:
    """Write a first strategy."""
    game_list.find(game)
    if file.exists():
        raise InputError(f"{file} already exists; choose another name")
    if file.suffix != ".py":
        raise InputError(f"a strategy file ends in .py, as in {file.with_suffix('.py')}")
    write_file(file, scaffold.first_strategy(game, file.stem).encode())
    print(f"{file} is written. Try it: knotlab check {file}")


def check(file: Path, games: int, settings: Sequence[str], json: bool) -> None:
    """Compile and try out a file's strategies."""
    with contextlib.redirect_stdout(sys.stderr) if json else contextlib.nullcontext():  # what the strategy prints
        results = checking.check(file, games, settings)
    if json:
        print_json({"strategies": [result.facts() for result in results]})
    else:
        for result in results:
            print(tables.checked(result))
    if any(result.faults for result in results):
        raise typer.Exit(1)
