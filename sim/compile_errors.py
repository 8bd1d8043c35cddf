"""What Numba says when it cannot compile a strategy, in one sentence with file and line."""

import difflib
import dis
import inspect
import re
from collections.abc import Sequence
from itertools import chain
from typing import Any

from knotlab.sim.protocol import Game

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_NOISE = re.compile(r"^(Failed in|During|Pass |File |def |\s*<source|\s*\^|$|- )")
_ATTRIBUTE = re.compile(r"Unknown attribute '(\w+)' of type Record")
_UNDEFINED = re.compile(r"name '(\w+)' is not defined")
_CONVERSION = re.compile(r"No conversion from (\S+) to float64")


def explain(error: Exception, functions: Sequence[Any], game: Game) -> str:
    """Where in a strategy's functions, or in one that they call, the compiler stopped, and why."""
    plain = [getattr(function, "py_func", function) for function in functions]
    text, file = str(error) or type(error).__name__, inspect.getfile(plain[0])
    attribute, undefined, conversion = _ATTRIBUTE.search(text), _UNDEFINED.search(text), _CONVERSION.search(text)
    places = [int(line) for path, line in _PLACE.findall(text) if path.rsplit("/", 1)[-1] == file.rsplit("/", 1)[-1]]
    line = places[-1] if places else plain[0].__code__.co_firstlineno + 1
    if attribute or isinstance(error, KeyError):
        name = attribute.group(1) if attribute else str(error.args[0])
        line, reason = line_with(plain, name, line), _no_field(name, game)
    elif undefined:
        line, reason = line_with(plain, undefined.group(1), line), undefined.group(0)
    elif "none to float64" in text or "unify return type" in text.lower():
        reason = "a way through the function returns no score; return a number everywhere"
    elif conversion:
        line, reason = line_with(plain[:1], None, line), f"a score is a number, not {conversion.group(1)}"
    else:
        reason = next((one.strip() for one in text.splitlines() if not _NOISE.match(one)), text.splitlines()[0])
    return f"{file}, line {line}: {reason[:300]}"


def line_with(functions: Sequence[Any], name: str | None, otherwise: int) -> int:
    """The first line of some functions that uses a name, or (None) that returns."""
    for instruction in chain.from_iterable(map(dis.get_instructions, functions)):
        wanted = instruction.argval == name if name is not None else instruction.opname.startswith("RETURN")
        if wanted and instruction.positions is not None and instruction.positions.lineno is not None:
            return instruction.positions.lineno
    return otherwise


def _no_field(name: str, game: Game) -> str:
    """A field that the view or the move does not have."""
    fields = [field[0] for field in game.view_fields] + list(game.move._fields)
    near = difflib.get_close_matches(name, fields, 1, 0.5)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return f"neither the view nor the move has a field '{name}'{hint} (knotlab view {game.name} lists them)"
