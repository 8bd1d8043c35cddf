"""The files that `knotlab new` writes: a strategy, or with --hunch a rule laid over a player, with a switch."""

import keyword
import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from knotlab.analysis.runs.fields import baseline
from knotlab.sim import games
from knotlab.sim.compiling.jit import is_compiled
from knotlab.sim.errors import InputError
from knotlab.strategies.home import folder_of
from knotlab.strategies.inspection import python_function
from knotlab.strategies.resolve import bind, completed, half_of, spelled
from knotlab.strategies.spelling import SpelledStrategy, shortest

TEMPLATES = Path(__file__).parent / "first_strategy"


def first_strategy(game: str, stem: str) -> str:
    """A commented strategy file for a game; its function is named after the file."""
    name = function_named(stem)
    template = (TEMPLATES / f"{game}.txt").read_text("utf-8")
    return template.replace("FUNCTION", name).replace("SPELLING", name.replace("_", "-"))


def function_named(stem: str, taken: Sequence[str] = ()) -> str:
    """The name of a function after a file, unlike some that are taken."""
    name = re.sub(r"\W+", "_", stem).strip("_").lower() or "my_strategy"
    return f"my_{name}" if keyword.iskeyword(name) or name[0].isdigit() or name in taken else name


def first_hunch(game: str, file: Path, base: str | None) -> str:
    """A commented file for a game, in which a rule is laid over a player.

    base: the player's spelling; that of the plain one of the game unless given. Raises InputError if there is no such
    player, nothing can be laid over his scores, or the game has no rule to start from.
    """
    template = TEMPLATES / f"{game}-rule.txt"
    if not template.is_file():
        raise InputError(f"{game} has no hunch to start from; knotlab new FILE --game {game} writes a strategy")
    spelling = base or baseline(game)
    below = _strategy(game, spelling)
    imports, rule = template.read_text("utf-8").strip().split("\n\n\n", 1)
    ruled = rule[len("def ") : rule.index("(")]
    laid_over = python_function(below.strategy.score)
    name = function_named(file.stem, (ruled, laid_over.__name__, "wait"))
    values = "".join(f", {_written(below, name)}" for name in below.values)
    waiting = f"knotlab.strategies.{folder_of(game).name}.waiting"
    imports += f"\nfrom {laid_over.__module__} import {laid_over.__name__}\nfrom {waiting} import wait"
    plan, planned = _plan(below, values)
    return _filled(
        {
            "IMPORTS": imports + planned,
            "PLAN": plan,
            "DECLARED": "plan=plan, " * bool(plan) + "cheats=True, " * below.strategy.cheats,
            "SCORE": f"{laid_over.__name__}(view, move{values})",
            "WAITS": f"wait(view, move, {laid_over.__name__}{values})",
            "RULED": ruled,
            "RULE": rule,
            "FUNCTION": name,
            "SPELLING": _whole(game, name.replace("_", "-"), below),
            "THIS_FILE": str(file),
            "TITLE": games.find(game).title,
            "GAME": game,
            "BASE": f"`{spelling}`",
        }
    )


def _written(below: SpelledStrategy, name: str) -> str:
    """A parameter's value as it is written in code: a whole number only where the parameter is whole."""
    text = shortest(below.values[name])
    return text if below.strategy.parameters[name].whole or not text.lstrip("-").isdigit() else f"{text}.0"


def _strategy(game: str, spelling: str) -> SpelledStrategy:
    """The strategy that a spelling names, if something can be laid over its scores."""
    read = spelled(game, spelling)
    if len(read) > 1:
        raise InputError(f"a hunch is laid over one strategy; name the one of '{spelling}' that it is about")
    if read[0].assumed or read[0].rules or read[0].noise:
        raise InputError(f"'{spelling}' is more than scores; lay a rule over it with knotlab duel --forbid or --oblige")
    return read[0]


def _plan(below: SpelledStrategy, values: str) -> tuple[str, str]:
    """What plans as a strategy does, and its import; nothing if it has no plan."""
    if below.strategy.plan is None:
        return "", ""
    function = python_function(below.strategy.plan)
    plan = f'def plan(view, hunch):\n    """What BASE plans."""\n    plan_of_base(view{values})\n\n\n'
    imported = f"\nfrom {function.__module__} import {function.__name__}"
    if is_compiled(getattr(import_module(function.__module__), function.__name__)):
        return plan, f"{imported} as plan_of_base"
    return f"plan_of_base = strict({function.__name__})\n\n\n{plan}", (
        f"\nfrom knotlab.sim.compiling.jit import strict{imported}"
    )


def _whole(game: str, name: str, below: SpelledStrategy) -> str:
    """How to spell the new strategy as a whole player, if it plays a part of the game as the one beneath it does."""
    half = half_of(bind([below]))
    return name if half is None else completed(game, name, half)


def _filled(words: dict[str, str]) -> str:
    """The template with its words in capitals replaced, in order."""
    text = (TEMPLATES / "hunch.txt").read_text("utf-8")
    for word, by in words.items():
        text = text.replace(word, by)
    return text
