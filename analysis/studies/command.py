"""What the studies have in common: their options, how they tell what they found, and the pages that they write."""

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from knotlab.analysis.runs.play import DEFAULT_SEED, make_job
from knotlab.reports.output import console, write_csv
from knotlab.reports.words.tables import plain_table
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.job import Job

ROOT = Path(__file__).resolve().parents[2]  # of the repository
Progress = Callable[[int], None] | None


class Deals(NamedTuple):
    """Deals of Twyst: their seed, changed settings as `KEY=VALUE`, and files with further strategies."""

    seed: int = DEFAULT_SEED
    rules: Sequence[str] = ()
    strategies_from: Sequence[str] = ()

    def job(self, players: Sequence[str]) -> Job:
        """These deals, each played once by these players; raises InputError if there is no such player or setting."""
        return make_job(
            "twyst",
            players,
            seed=self.seed,
            rules=self.rules,
            fixed_seats=True,
            strategies_from=self.strategies_from,
        )

    def job_of_four(self, player: str) -> Job:
        """The same with one player in all seats."""
        return self.job([player] * SEATS)


def parser(study: str, docstring: str | None) -> ArgumentParser:
    """A parser that says what a study finds out: the first paragraph of its docstring."""
    about = re.sub(r"\s+", " ", (docstring or "").split("\n\n")[0])
    return ArgumentParser(prog=f"python -m knotlab.analysis.studies.{study}", description=about)


def parser_of_deals(study: str, docstring: str | None) -> ArgumentParser:
    """A parser with the options of `Deals`, the number of workers and a file for the table."""
    reader = parser(study, docstring)
    reader.add_argument("--seed", type=int, default=DEFAULT_SEED)
    reader.add_argument("--set", action="append", default=[], dest="rules", metavar="KEY=VALUE")
    reader.add_argument("--strategies-from", action="append", default=[], metavar="FILE")
    reader.add_argument("--workers", type=int, metavar="N", help="one for each core unless given")
    reader.add_argument("--csv", type=Path, metavar="FILE", help="write the table")
    return reader


def deals_of(asked: Namespace) -> Deals:
    """The deals that a command line asks for."""
    return Deals(asked.seed, asked.rules, asked.strategies_from)


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


def run(study: Callable[[], None]) -> None:
    """Run a study as a program: what it refuses is one line, with exit status 2; 1 if it fails."""
    try:
        study()
    except (InputError, RunError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        sys.exit(2 if isinstance(error, InputError) else 1)
