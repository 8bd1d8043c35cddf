"""What the studies have in common: their options, how they tell what they found, and the pages that they write."""

import platform
import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import pandas as pd

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.play import Table, make_job
from knotlab.reports.output import console, write_csv
from knotlab.reports.words.layout import plain_table
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.machine import cores
from knotlab.sim.playing.job import Job

ROOT = Path(__file__).resolve().parents[1]  # of the repository
Progress = Callable[[int], None] | None
USUAL = Table("twyst", SEATS)


def as_dealt(table: Table, *players: str) -> Job:
    """Each deal of Twyst played once by these four, the first in seat 0, or by one in all seats."""
    return make_job(
        "twyst",
        players if len(players) > 1 else players * SEATS,
        seed=table.seed,
        rules=table.rules,
        fixed_seats=True,
        strategies_from=table.strategies_from,
    )


def parser(docstring: str | None) -> ArgumentParser:
    """A parser that says what a study finds out, and by which command: as its docstring has it."""
    text = docstring or ""
    command = re.search(r"^Command: (python -m \S+)", text, re.MULTILINE)
    return ArgumentParser(prog=command and command[1], description=" ".join(text.split("\n\n")[0].split()))


def parser_of_deals(docstring: str | None) -> ArgumentParser:
    """A parser with the options of a table of Twyst, the number of workers and a file for what is found."""
    reader = parser(docstring)
    reader.add_argument("--seed", type=int, default=DEFAULT_SEED)
    reader.add_argument("--set", action="append", default=[], dest="rules", metavar="KEY=VALUE")
    reader.add_argument("--strategies-from", action="append", default=[], metavar="FILE")
    reader.add_argument("--workers", type=int, metavar="N", help="one for each core unless given")
    reader.add_argument("--csv", type=Path, metavar="FILE", help="write the table")
    return reader


def add_bidder(reader: ArgumentParser) -> None:
    """The option for who bids where players of the cards are compared."""
    reader.add_argument("--bidder", default="threshold", metavar="NAME", help="who bids for all of them")


def table_of(asked: Namespace) -> Table:
    """The table that a command line asks for."""
    return Table("twyst", SEATS, asked.rules, asked.seed, asked.strategies_from)


def tell(title: str, table: pd.DataFrame, file: Path | None, words: Sequence[str] = ()) -> None:
    """Print a table with some sentences below it, and write it where a file is named; `-` where a number is unknown."""
    if file:
        write_csv(table, file)
    console().print(plain_table(title, table.astype(object).where(table.notna(), "-")))
    print("\n".join(words))


def between(text: str, name: str, content: str) -> str:
    """A page's text with new content between the marks of a name."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    return pattern.sub(lambda marks: f"{marks[1]}{content}{marks[2]}", text)


def measured() -> str:
    """What a page says of the commit, machine and versions whose speed it tells."""
    import llvmlite.binding

    line = ["git", "rev-parse", "--short=8", "HEAD"]
    commit = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    machine = f"{cores()} cores ({llvmlite.binding.get_host_cpu_name()}), {platform.system()}"
    return f"Commit `{commit}`; {machine}; Python {platform.python_version()}, Numba {version('numba')}"


def on_linux() -> None:
    """Refuse a study that asks Linux what its processes have taken, elsewhere."""
    if sys.platform != "linux":
        raise InputError("this study asks Linux what its processes take; other systems do not tell it")


def run(study: Callable[[], None]) -> None:
    """Run a study as a program: what it refuses is one line, with exit status 2; 1 if it fails."""
    try:
        study()
    except (InputError, RunError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        sys.exit(2 if isinstance(error, InputError) else 1)
