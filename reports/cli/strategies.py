"""What the commands about strategies print, and `new`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from knotlab.api import reading
from knotlab.api.declare import Argument, Option
from knotlab.api.options import Json
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.runs.check import Checked
    from knotlab.reports.words.lookups import Catalogue, Rules, View


def strategies(found: "Catalogue", json: Json = False) -> None:
    """A table of strategies for each game."""
    from knotlab.reports.output import answer

    answer(found.lines(), found.facts(), json)


def rules(found: "Rules", json: Json = False) -> None:
    """Settings, or rulings."""
    from knotlab.reports.output import answer, print_markdown

    if json or not (found.numbers or found.text):
        answer(found.lines(), found.facts(), json)
        return
    for text in found.rulings():
        print_markdown(text)


def view(found: "View", json: Json = False) -> None:
    """Tables of what a strategy sees."""
    from knotlab.reports.output import answer

    answer(found.lines(), found.facts(), json)


def check(results: "list[Checked]", json: Json = False) -> int:
    """What was seen of each strategy; exit status 1 if one has a fault."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.tables import checked

    answer(map(checked, results), {"strategies": [result.facts() for result in results]}, json)
    return int(any(result.faults for result in results))


NewFile = Annotated[Path, Argument("the Python file to write", "FILE", reading.path)]
ForGame = Annotated[str, Option("the game", "NAME", completes="game")]


def new(file: NewFile, game: ForGame = "twisted-knot") -> None:
    """Write a commented first strategy to start from."""
    from knotlab.reports.cli.scaffold import first_strategy
    from knotlab.reports.output import write_file
    from knotlab.sim import games

    games.find(game)
    if file.exists():
        raise InputError(f"{file} already exists; choose another name")
    if file.suffix != ".py":
        raise InputError(f"a strategy file ends in .py, as in {file.with_suffix('.py')}")
    write_file(file, first_strategy(game, file.stem).encode())
    print(f"{file} is written. Try it: knotlab check {file}")
