"""A command made of a public function and of a function that prints what it returns.

The command's help, arguments, options and defaults are those of the public function, as `knotlab.api.declare` reads
them, and after these the options of the printing function: where an answer goes, and in which form.
"""

import contextlib
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NoReturn

import typer
from typer.core import TyperCommand, TyperOption

from knotlab.api import reading
from knotlab.api.declare import Argument, Declared, PythonOption, declared, summary, values
from knotlab.api.options import DIVISIBLE, PART, PLOT, PLOTTED
from knotlab.reports import stopped
from knotlab.reports.cli.completion import COMPLETIONS
from knotlab.reports.stopped import Stopped
from knotlab.reports.words import uncapital
from knotlab.sim.errors import InputError, on_command_line

if TYPE_CHECKING:
    from knotlab.api.playing import PlayedPart

GONE = ("play", "duel", "tournament")  # commands of whose games nothing is left without --out
KEEPS = "Nothing was kept: with --out FOLDER, knotlab verify FOLDER --play plays it again, here or elsewhere."

Printing = Callable[..., int | None]  # takes the answer and its own options; gives the exit status, if that is not 0
Made = tuple[Callable[..., Any], Printing | None]  # a function, and what prints its answer


class Pair(NamedTuple):
    """Two functions of one command: it calls the second if the first argument of that is given."""

    alone: Made
    named: Made


class ReaderGone(Exception):
    """Nobody reads what a command prints any more; Click would call that a failure."""


class Command(TyperCommand):
    """A command, in whose help options that take no value are shown as such."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its arguments and options."""
        return simple(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Read what was typed; an option of one value that is given twice is refused, as the first would be lost."""
        given = [] if ctx.resilient_parsing else self.make_parser(ctx).parse_args(args[:])[2]
        for option in given:
            takes_one = isinstance(option, TyperOption) and not (option.multiple or option.is_flag)
            if takes_one and given.count(option) > 1:
                raise InputError(f"{option.opts[0]} takes one value, and it was given {given.count(option)} times")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Carry it out."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderGone from None


class _AsTyped:
    """How Typer reads what was typed: it stays text, which public functions read; Typer's own way loads pydantic, which
    takes longer than many a command.
    """

    @staticmethod
    def coerce(value: Any, param: Any, ctx: Any) -> Any:
        """A text, texts of an option that can be repeated, or nothing."""
        return [*value] if isinstance(value, tuple) else value


def simple(options: list[Any]) -> list[Any]:
    """Options that are read as text, of which those that take no value are shown as such."""
    for option in options:
        option.get_runtime_param = _AsTyped
        if getattr(option, "is_flag", False):
            option.metavar = ""
    return options


def add(app: typer.Typer, panel: str, name: str, function: Callable[..., Any], printing: Printing | None) -> None:
    """Add a command to the command line.

    app, panel: the command line, and the part of its help that lists the command. function: a public function; or one
    that does all there is to do, and gives the exit status. printing: what prints the answer; nothing if the function
    has printed it.
    """

    parts = {"part": Declared("part", PART, None)} if name in DIVISIBLE else {}
    drawn = {"plot": Declared("plot", PLOT, None)} if name in PLOTTED else {}

    def run(**typed: Any) -> int | None:
        return _run(function, printing, typed)

    _add(app, panel, name, _asked(function) | parts | _shown(printing) | drawn, summary(function), run)


def add_pair(app: typer.Typer, panel: str, pair: Pair) -> None:
    """Add a command that calls one of two functions; an option of the other one is refused.

    app, panel: the command line, and the part of its help that lists the command. pair: the functions; the command is
    called like the first.
    """
    name, (alone, named) = pair.alone[0].__name__, (_asked(function) for function, _ in pair)
    first = next(iter(named.values()))
    without, along = f"without a {first.spelling}", f"with a {first.spelling}"

    def run(**typed: Any) -> int | None:
        (function, printing), asked, other, when = (
            (pair.named, named, alone, without) if typed[first.name] else (pair.alone, alone, named, along)
        )
        wrong = [each.spelling for key, each in other.items() if key in _given(typed) and key not in asked]
        if wrong:
            raise InputError(f"{', '.join(wrong)} can be given only {when}; see knotlab {name} --help")
        return _run(function, printing, typed)

    options = {key: each if key in alone else _only(each, along) for key, each in named.items()}
    options |= {key: _only(each, without) for key, each in alone.items() if key not in named}
    words = f"{summary(pair.alone[0])} With a {first.spelling}: {uncapital(summary(pair.named[0]))}"
    _add(app, panel, name, options | _shown(pair.alone[1]) | _shown(pair.named[1]), words, run)


def _only(each: Declared, when: str) -> Declared:
    """What counts only with an argument or without it: nothing is typed for it by default."""
    if isinstance(each.option, Argument):
        return each._replace(default=None)
    option, default = replace(each.option, help=f"{when}: {each.option.help}"), each.default
    if isinstance(default, int | float) and not isinstance(default, bool):
        option, default = replace(option, default=f"{default}".removesuffix(".0")), None
    return each._replace(option=option, default=default)


def _asked(function: Callable[..., Any]) -> dict[str, Declared]:
    """The options of a function that a command line has."""
    return {name: each for name, each in declared(function).items() if not isinstance(each.option, PythonOption)}


def _shown(printing: Printing | None) -> dict[str, Declared]:
    """The options of what prints the answer."""
    return {} if printing is None else declared(printing)


def _given(typed: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed of all options."""
    return {name: each for name, each in typed.items() if each not in (None, False, [])}


def _run(function: Callable[..., Any], printing: Printing | None, typed: Mapping[str, Any]) -> int | None:
    """Call a function and print its answer; the exit status."""
    asked, shown, given = _asked(function), _shown(printing), _given(typed)
    for each in (shown[name] for name in given if name in shown):
        if each.option.needs and each.option.needs not in given:
            raise InputError(f"{each.spelling} can be given only with --{each.option.needs}")
    output = values(shown, {name: each for name, each in given.items() if name in shown})
    question = {name: each for name, each in given.items() if name in asked}
    stopped.kept_in[:] = [question.get("out")] if "out" in asked else []
    if printing is None:
        status: int | None = function(**values(asked, question))
        return status
    if "plot" in given:
        printing = partial(_print_and_draw, printing, reading.picture("--plot", given["plot"]))
    if "part" in given:
        _run_part(function, printing, question, given, output)
        return None
    answer = _answer(partial(function, **question), given, "out" in asked)
    status = printing(answer, **output)
    if "out" in asked and function.__name__ in GONE and not given.keys() & {"out", "plan", "json"}:
        from knotlab.reports.output import say

        say(KEEPS)
    return status


def _print_and_draw(printing: Printing, file: Path, answer: Any, **output: Any) -> int | None:
    """Print an answer and draw it into a file; the exit status."""
    status = printing(answer, **output)
    from knotlab.reports.output import write_file
    from knotlab.reports.plots.draw import draw
    from knotlab.reports.plots.style import printed

    write_file(file, printed(partial(draw, answer, None), file))
    return status


def _run_part(
    function: Callable[..., Any],
    printing: Printing,
    question: Mapping[str, Any],
    given: Mapping[str, Any],
    output: Mapping[str, Any],
) -> None:
    """Play one part of what is asked for, print what it came to, and say what becomes of it."""
    from knotlab.api.playing import play_part

    part = reading.part("--part", given["part"])
    played = _answer(partial(play_part, part, function, **question), given, can_keep=True)
    if played.result is not None and getattr(played.result, "games", True):
        printing(played.result, **output)
    say_part(played, function.__name__)


def _add(
    app: typer.Typer, panel: str, name: str, options: Mapping[str, Declared], words: str, run: Callable[..., int | None]
) -> None:
    run.__signature__ = inspect.Signature(list(map(_parameter, options.values())))  # type: ignore[attr-defined]
    app.command(name, cls=Command, rich_help_panel=panel, help=on_command_line(" ".join(words.split())))(run)


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
    """Say what is known and what is kept, and end: worker threads would otherwise finish their parts first."""
    if stop.known:
        from knotlab.reports.output import as_json

        print(as_json(stop.known.facts) if given.get("json") else stop.known.text, flush=True)
    print(f"knotlab: {stopped.sentence(stop.folder)}", file=sys.stderr, flush=True)
    stopped.leave()


def say_part(played: "PlayedPart[Any]", command: str) -> None:
    """Which part it is, where it is, and how it becomes one with the others; on standard error after a result."""
    k, n = played.part
    after = (
        f"copy the files of all parts into one folder (cp -rn {played.folder}/. FOLDER/); the same command without "
        "--part and with --out FOLDER prints the whole"
    )
    if played.result is None:
        print(f"part {k}/{n} of the {command} is in {played.folder}; {after}")
        return
    if command == "play":
        of = f"a run of {played.result.planned:,} games: {played.result.n_games:,} of them"
    else:
        of = f"the {command}: {len(played.result)} of them"
    print(f"knotlab: part {k}/{n} of {of}; {after}", file=sys.stderr)
