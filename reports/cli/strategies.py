"""What the commands about strategies print, those that look for better parameters among them; and `new`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from knotlab.api import reading
from knotlab.api.declare import Argument, Option
from knotlab.api.options import Csv, Json
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.checking.check import Checked
    from knotlab.analysis.checking.rules import CheckedRule
    from knotlab.analysis.tuning.best_response import BestResponses
    from knotlab.analysis.tuning.result import Ablation
    from knotlab.analysis.tuning.tune import Tuned
    from knotlab.reports.words.lookups import Catalogue, Rules, View


def tables(found: "Catalogue | View", json: Json = False) -> None:
    """Tables of what there is."""
    from knotlab.reports.output import answer

    answer(found.lines(), found.facts, json)


def rules(found: "Rules", json: Json = False) -> None:
    """Settings, or rulings."""
    from knotlab.reports.output import answer, print_markdown

    if json or not (found.numbers or found.text):
        answer(found.lines(), found.facts, json)
        return
    for text in found.rulings():
        print_markdown(text)


def check(results: "list[Checked] | list[CheckedRule]", json: Json = False) -> int:
    """What was seen of each strategy, or of each rule; exit status 1 if one has a fault."""
    from knotlab.analysis.checking.rules import CheckedRule
    from knotlab.reports.output import answer
    from knotlab.reports.words.checks import checked

    kind = "rules" if isinstance(results[0], CheckedRule) else "strategies"
    answer(map(checked, results), lambda: {kind: [result.facts() for result in results]}, json)
    return int(any(result.faults for result in results))


NewFile = Annotated[Path, Argument("the Python file to write", "FILE", reading.path)]
ForGame = Annotated[str, Option("the game", "NAME", completes="game")]


Hunch = Annotated[
    bool, Option("write a rule laid over a player, with a switch, to duel with the rule against without it")
]
Base = Annotated[
    str | None, Option("with --hunch: the player", "NAME", default="the plain player of the game", completes="strategy")
]


def new(file: NewFile, game: ForGame = "twisted-knot", hunch: Hunch = False, base: Base = None) -> None:
    """Write a commented first strategy to start from."""
    from knotlab.reports.cli.new_file import first_hunch, first_strategy
    from knotlab.reports.output import write_file
    from knotlab.sim import games

    games.find(game)
    if base and not hunch:
        raise InputError("--base is what a hunch is laid over; give --hunch with it")
    if file.exists():
        raise InputError(f"{file} already exists; choose another name")
    if file.suffix != ".py":
        raise InputError(f"a strategy file ends in .py, as in {file.with_suffix('.py')}")
    text = first_hunch(game, file, base) if hunch else first_strategy(game, file.stem)
    write_file(file, text.encode())
    tried = next((line for line in text.splitlines() if line.startswith("knotlab duel")), f"knotlab check {file}")
    print(f"{file} is written. Try it: {tried}")


def tune(result: "Tuned | BestResponses", json: Json = False) -> None:
    """What was found, and what a step of each parameter changes."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.tuning import lines, plain

    answer(lines(result), lambda: plain(result), json, conditions=result.conditions)


def ablate(result: "Ablation", csv: Csv = None, json: Json = False) -> None:
    """What removing each parameter changes."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.tuning import ablation_lines

    answer(ablation_lines(result), result.facts, json, result.to_pandas, csv, result.conditions)
