"""How a public function declares what it takes: each argument once, for Python and for the command line.

A parameter of a public function is annotated with `Annotated[type, Option(..)]`, or `Argument(..)` for what stands on
the command line without a name. From that come the command's options with their help and completion, the reading and
checking of what was given, and the section on parameters of the docstring.
"""

import contextlib
import functools
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, ParamSpec, TypeVar, get_args, get_origin

from knotlab.reports.words import capital
from knotlab.sim.errors import in_python
from knotlab.sim.playing.parts import PartPlayed

Reader = Callable[[str, Any], Any]  # an option's spelling and what was given -> its value; raises InputError
P = ParamSpec("P")
R = TypeVar("R")
WIDTH = 100  # of a docstring's lines
SECTION = re.compile(r"\n\n(?=(?:Returns|Raises)\n-+\n)")
ERRORS = {  # what a public function raises, and which of its options have it do so
    "InputError": ("If something given cannot be used; the message says what, and what would be right.", set()),
    "StrategyError": ("If a strategy fails in a game.", {"seed"}),
    "RunError": ("If a folder or file cannot be written to.", {"out", "save"}),
}


@dataclass(frozen=True)
class Option:
    """An option of a public function, and of the command of the same name.

    Parameters
    ----------
    help
        What it is, in one line.
    metavar
        What stands for its value on the command line; nothing for a switch.
    read
        Makes a value of what was given, be it text of a command line or a value of Python's.
    default
        What counts if it is not given, in words, where the value in the signature does not say it.
    completes
        What a shell offers for it: `game`, `strategy`, `field`, `setting` or `claim`.
    repeats
        Whether it can be given several times.
    python
        What else can be given in Python, as a sentence.
    around
        Makes of its value, if there is one, a context for the call of the function: for what holds all through it.
    needs
        The option without which the command line does not take it.
    """

    help: str
    metavar: str = ""
    read: Reader | None = None
    default: str = ""
    completes: str = ""
    repeats: bool = False
    python: str = ""
    around: Callable[[Any], contextlib.AbstractContextManager[None]] | None = None
    needs: str = ""


class Argument(Option):
    """An option that stands on the command line without a name."""


class PythonOption(Option):
    """An option that the command line does not have."""


class Declared(NamedTuple):
    """An option with the name and the default of its parameter."""

    name: str
    option: Option
    default: Any

    @property
    def spelling(self) -> str:
        """As it stands on the command line, and in sentences."""
        return self.option.metavar if isinstance(self.option, Argument) else "--" + self.name.replace("_", "-")

    @property
    def is_for_python(self) -> bool:
        """Whether the command line does not have it."""
        return isinstance(self.option, PythonOption)

    def value_of(self, given: Any) -> Any:
        """The value of what was given; raises InputError if it is none."""
        nothing = given is None and self.default is None
        return given if nothing or self.option.read is None else self.option.read(self.spelling, given)


def declared(function: Callable[..., Any]) -> dict[str, Declared]:
    """The options of a function by the names of their parameters."""
    parameters = inspect.signature(inspect.unwrap(function)).parameters.values()
    return {
        each.name: Declared(each.name, get_args(each.annotation)[1], each.default)
        for each in parameters
        if get_origin(each.annotation) is Annotated
    }


def values(options: Mapping[str, Declared], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of what was given, by the names of the parameters."""
    return {name: options[name].value_of(each) if name in options else each for name, each in given.items()}


def public(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a public function: its arguments are read as they are declared, and its docstring says what they are."""
    signature, options = inspect.signature(function), declared(function)

    @functools.wraps(function)
    def call(*args: P.args, **named: P.kwargs) -> R:
        given = signature.bind(*args, **named)
        given.apply_defaults()
        as_given = dict(given.arguments)
        given.arguments.update(values(options, given.arguments))
        with contextlib.ExitStack() as around:
            for name, each in options.items():
                if each.option.around is not None and given.arguments[name] is not None:
                    around.enter_context(each.option.around(given.arguments[name]))
            try:
                answer = function(*given.args, **given.kwargs)
            except PartPlayed:
                _keep(function.__name__, options, as_given)
                raise
            _keep(function.__name__, options, as_given, getattr(answer, "stopped", ""))
            return answer

    plain = [each.replace(annotation=_type_of(each.annotation)) for each in signature.parameters.values()]
    call.__signature__ = signature.replace(parameters=plain)  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in plain} | {"return": signature.return_annotation}
    kind = signature.return_annotation
    told = kind if isinstance(kind, str) else inspect.formatannotation(kind)
    call.__doc__ = described(inspect.getdoc(function) or "", options, told)
    return call


def _keep(name: str, options: Mapping[str, Declared], given: Mapping[str, Any], stopped: str = "") -> None:
    """Keep a call in the folder that it named, if it did. stopped: at the end of a budget, what the time went into."""
    if given.get("out") or given.get("findings"):
        from knotlab.analysis.commands import keep_call  # which a call that keeps nothing does not need

        keep_call(name, options, given, stopped)


def _type_of(annotation: Any) -> Any:
    """An annotation without the option that it declares."""
    kind = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    return getattr(kind, "__forward_arg__", kind)


def summary(function: Callable[..., Any]) -> str:
    """What a docstring says before its first section."""
    return SECTION.split((inspect.getdoc(inspect.unwrap(function)) or "").partition("\n\n>>> ")[0])[0]


def described(text: str, options: Mapping[str, Declared], returns: str) -> str:
    """A docstring with all sections, in the spelling of Python; what it says itself of results and errors stands.

    returns: the name of the type of what comes back.
    """
    text, example, code = text.partition("\n\n>>> ")
    before, *told = SECTION.split(text)
    known = {section.partition("\n")[0]: section for section in told}
    given = _section("Parameters", *(line for each in options.values() for line in _entry(each)))
    errors = [f"{name}\n    {why}" for name, (why, by) in ERRORS.items() if not by or by & options.keys()]
    sections = [
        given,
        known.get("Returns", _section("Returns", returns)),
        known.get("Raises", _section("Raises", *errors)),
    ]
    examples = [_section("Examples", ">>> " + code)] if example else []
    return "\n\n".join([in_python(before), *sections, *examples])


def _section(title: str, *lines: str) -> str:
    return "\n".join([title, "-" * len(title), *lines])


def _entry(each: Declared) -> Iterator[str]:
    """What the docstring says of a parameter."""
    words = in_python(each.option.help).replace(" (repeatable)", ", or several")
    unless = f"Unless given: {in_python(each.option.default)}." if each.option.default else ""
    sentences = [f"{capital(words)}.", each.option.python, unless]
    yield each.name
    yield textwrap.indent(textwrap.fill(" ".join(filter(None, sentences)), WIDTH), "    ")
