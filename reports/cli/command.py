"""A command made of a public function and of a function that prints what it returns.

The command's help, arguments, options and defaults are those of the public function, as `knotlab.api.declare` reads
them, and after these the options of the printing function: where an answer goes, and in which form.
"""

import contextlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand

from knotlab.api.declare import Argument, Declared, PythonOption, declared, summary, values
from knotlab.api.options import PART
from knotlab.reports.cli.completion import COMPLETIONS
from knotlab.reports.cli.parts import say_part
from knotlab.reports.stopped import Stopped
from knotlab.sim.errors import on_command_line

DIVISIBLE = ("play", "duel", "tournament", "claims")  # commands of which a part can be played
Printing = Callable[..., int | None]  # takes the answer and its own options; gives the exit status, if that is not 0


class Command(TyperCommand):
    """A command, in whose help options that take no value are shown as such."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its arguments and options."""
        return without_types(super().get_params(ctx))


def without_types(options: list[Any]) -> list[Any]:
    """Options of which those that take no value are shown as such."""
    for option in options:
        if getattr(option, "is_flag", False):
            option.metavar = ""
    return options


def add(app: typer.Typer, panel: str, name: str, function: Callable[..., Any], printing: Printing | None) -> None:
    """Add a command to the command line.

    Parameters
    ----------
    app, panel
        The command line, and the part of its help that lists the command.
    name
        The command's.
    function
        A public function; or one that does all there is to do, and gives the exit status.
    printing
        What prints the answer; nothing if the function has printed it.
    """
    asked = {name: each for name, each in declared(function).items() if not isinstance(each.option, PythonOption)}
    shown = {} if printing is None else declared(printing)
    parts = {"part": Declared("part", PART, None)} if name in DIVISIBLE else {}

    def run(**typed: Any) -> int | None:
        given = {name: each for name, each in typed.items() if each not in (None, False, [])}
        output = values(shown, {name: each for name, each in given.items() if name in shown})
        question = {name: each for name, each in given.items() if name in asked}
        if printing is None:
            status: int | None = function(**values(asked, question))
            return status
        if "part" not in given:
            return printing(_answer(partial(function, **question), given, "out" in asked), **output)
        from knotlab.api.parts import play_part

        part = parts["part"].value_of(given["part"])
        played = _answer(partial(play_part, part, function, **question), given, can_keep=True)
        if played.result is not None and getattr(played.result, "games", True):
            printing(played.result, **output)
        say_part(played, name)
        return None

    parameters = [_parameter(each) for each in (asked | parts | shown).values()]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    words = on_command_line(" ".join(summary(function).split()))
    app.command(name, cls=Command, rich_help_panel=panel, help=words)(run)


def _parameter(declared: Declared) -> inspect.Parameter:
    """A parameter from which Typer makes an argument or an option."""
    option, default = declared.option, declared.default
    is_switch, is_needed = isinstance(default, bool), default is inspect.Parameter.empty
    is_shown = not is_switch and not is_needed and default not in (None, ())
    how: dict[str, Any] = {
        "help": on_command_line(option.help),
        "metavar": option.metavar or None,
        "show_default": option.default or is_shown,
        "autocompletion": COMPLETIONS.get(option.completes),
    }
    kind: Any = bool if is_switch else list[str] if option.repeats else str
    place = typer.Argument(**how) if isinstance(option, Argument) else typer.Option(declared.spelling, **how)
    annotation: Any = Annotated[kind if is_switch or is_needed else kind | None, place]
    typed: Any = inspect.Parameter.empty if is_needed else False if is_switch else None
    if is_shown and not option.default:
        typed = f"{default}"  # read like any other text, it is the default again
    return inspect.Parameter(declared.name, inspect.Parameter.KEYWORD_ONLY, default=typed, annotation=annotation)


def _answer(ask: Callable[[], Any], given: Mapping[str, Any], can_keep: bool) -> Any:
    """What a public function returns; can_keep: whether the command can keep what it plays."""
    try:
        if given.get("json"):
            with contextlib.redirect_stdout(sys.stderr):  # what a strategy prints would spoil the JSON
                return ask()
        return ask()
    except Stopped as stop:
        say_notes(stop)
        if not can_keep:
            raise
        _end(stop, given)


def say_notes(error: BaseException) -> None:
    """Say on standard error what an error leaves behind."""
    for note in getattr(error, "__notes__", ()):
        print(f"knotlab: {on_command_line(note)}", file=sys.stderr)


def _end(stop: Stopped, given: Mapping[str, Any]) -> NoReturn:
    """Say what is known and what is kept, and end at once: worker threads would otherwise finish their parts first."""
    if stop.known:
        from knotlab.reports.output import as_json

        print(as_json(stop.known.facts) if given.get("json") else stop.known.text, flush=True)
    out = given.get("out")
    kept = (
        f"the games played are in {out}; the same command resumes from there"
        if out
        else "the games were not kept; --out FOLDER keeps them"
    )
    print(f"knotlab: interrupted; {kept}", file=sys.stderr, flush=True)
    os._exit(130)
