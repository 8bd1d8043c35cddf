"""What Numba says when it cannot compile a strategy, in one sentence with file and line."""

import dis
import inspect
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from knotlab.sim.compiling.later import numba
from knotlab.sim.protocol import Game
from knotlab.sim.settings import unknown

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r"(?: at | from |File \")(/?[^\"\n]+?)(?: \(|\", line )(\d+)\)?")
_NOISE = re.compile(r"^(Failed in|During|Pass |File |def |There are|\s*<source|\s*\^|\s*$|- )")
_ATTRIBUTE = re.compile(r"Unknown attribute '(\w+)' of type (.+)")
_UNDEFINED = re.compile(r"name '(\w+)' is not defined")
_NO_MEMBER = re.compile(r"module '[\w.]+' has no attribute '(\w+)'")
_CONVERSION = re.compile(r"No conversion from (.+) to float64")
_NO_MATCH = re.compile(r"No implementation of function Function\(.*?\) found for signature:\s*>>> (\w+)\((.*)\)")
_UNTYPED = re.compile(r"(?:Untyped global name|Invalid use of|Unknown) '([\w.]+)'.*Cannot determine Numba type of (.+)")
_NO_FUNCTION = re.compile(r"No type info available for (.+) as a callable")
_READ_ONLY = re.compile(r"No definition for lowering (.+)\.(\w+) = ")
_DEAD = re.compile(r"liveness info missing for vars: \{'(\w+)'")
_MISSING = re.compile(r"TypingError: (missing a required argument: .+)")
_OPCODE = re.compile(r"Use of unsupported opcode \((\w+)\) found")
_RETURN = re.compile(r"Return of: IR name '[^']+', type '(.+)', location:\s*File \"(.+)\", line (\d+)")
_TWO_KINDS = re.compile(r"Cannot unify (.+) and (.+) for '([^']+)'")
_OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lt": "<",
    "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<",
    "rshift": ">>", "getitem": "[ ]", "static_getitem": "[ ]", "setitem": "[ ] =", "contains": "in",
}  # fmt: skip
_OPCODES = {
    "IMPORT_NAME": "an import belongs to the top of the file",
    "LOAD_BUILD_CLASS": "a class cannot be made in a strategy",
    "STORE_GLOBAL": "a strategy cannot change a global",
}
READ_ALONE = "an array that may only be read"
_KINDS = (
    (r"u?int(p|\d+)|Literal\[int\].*", "a whole number"),
    (r"float\d+", "a number"),
    (r"bool(ean)?|Literal\[bool\].*", "a truth value"),
    (r"Literal\[str\]\((.*)\)", r"the text '\1'"),
    (r"unicode_type", "a text"),
    (r"none", "None"),
    (r"Record\(.*", "the view"),
    (r"Move\(.*", "the move"),
    (r"(nestedarray\(read-only|readonly array\().*", READ_ALONE),
    (r"(nestedarray|array|Array)\(.*", "an array"),
    (r"(reflected )?list\(.*", "a list"),
    (r"DictType.*", "a dictionary"),
    (r"(Uni)?Tuple\(.*", "a tuple"),
    (r".*generator\(.*", "a generator"),
)

PLAIN = "; or play it in plain Python, which is slower, with --interpreted or @strategy(.., compiled=False)"
IN_PLAIN = ("memory", "random")  # fields of a view that plain Python alone has
NUMBERS = ("a whole number", "a number", "a truth value")


def explain(error: Exception, functions: Sequence[Any], game: Game) -> str:
    """Where in a strategy's functions, or in one that they call, the compiler stopped, and why."""
    python = [getattr(function, "py_func", function) for function in functions]
    text = _COLOURS.sub("", str(error)) or type(error).__name__
    place = _place(text, inspect.getfile(python[0]))
    file, line = place or (inspect.getfile(python[0]), python[0].__code__.co_firstlineno + 1)
    reason, name = _reason(error, text, game)
    if name is not None and place is None:
        line = line_with(python, name, line)
    elif reason.startswith("a score is a number"):
        line = line_with(python[:1], None, line)
    is_nowhere = reason.startswith("there is no field") and name not in IN_PLAIN
    return f"{file}, line {line}: {reason}{'' if is_nowhere else PLAIN}"


def _place(text: str, own: str) -> tuple[str, int] | None:
    """The place in a user's files that the compiler names first, which is the innermost.

    own: the strategy's file, which the compiler also names by a relative path.
    """
    library = str(Path(numba.__file__).parent)
    wrong_returns = [(path, line) for kind, path, line in _RETURN.findall(text) if in_words(kind) not in NUMBERS]
    for path, line in wrong_returns + _PLACE.findall(text):
        if path.startswith("/") and not path.startswith(library):
            return path, int(line)
        if not path.startswith(("/", "<")) and Path(path).name == Path(own).name:
            return own, int(line)
    return None


def _reason(error: Exception, text: str, game: Game) -> tuple[str, str | None]:
    """Why the compiler stopped, and the name in the code that it is about, if there is one."""
    if isinstance(error, KeyError):
        return _no_field(str(error.args[0]), game), str(error.args[0])
    if match := _ATTRIBUTE.search(text):
        name, kind = match[1], in_words(match[2])
        return (_no_field(name, game, kind) if kind in ("the view", "the move") else f"{kind} has no '{name}'"), name
    if match := _UNDEFINED.search(text) or _NO_MEMBER.search(text):
        return match[0], match[1]
    returned = [in_words(kind) for kind, *_ in _RETURN.findall(text)]
    if "none to float64" in text or "None" in returned:
        return "one path through the function returns no score; return a number on every path", None
    if returned:
        return (
            f"the score is {returned[0]} on one path and {returned[1]} on another; return a number on every path",
            None,
        )
    if match := _CONVERSION.search(text):
        return f"a score is a number, not {in_words(match[1])}", None
    if match := _NO_MATCH.search(text):
        missing = _MISSING.search(text)
        return _no_match(*match.groups()) + (f": {missing[1]}" if missing else ""), None
    if match := _UNTYPED.search(text):
        return f"'{match[1]}' cannot be compiled; a strategy computes with numbers, arrays and functions of them", None
    if match := _TWO_KINDS.search(text):
        what = f"'{match[3].partition('.')[0]}'" if match[3][0] != "$" else "a value"
        first, second = in_words(match[1]), in_words(match[2])
        return f"{what} is {first} on one path and {second} on another; make it the same kind on both", None
    if match := _NO_FUNCTION.search(text):
        return f"{in_words(match[1])} is not a function, so it cannot be called", None
    if match := _READ_ONLY.search(text):
        return f"a strategy cannot change {in_words(match[1]).removeprefix('the ')}.{match[2]}", match[2]
    if match := _DEAD.search(text):
        return f"'{match[1]}' is used only in a loop that does not end", match[1]
    if match := _OPCODE.search(text):
        return _OPCODES.get(match[1], f"this cannot be compiled ({match[1]})"), None
    return _first_sentence(text), None


def _no_match(function: str, arguments: str) -> str:
    """What cannot be done with values of some types."""
    kinds = [in_words(kind) for kind in _split(arguments)]
    if function == "setitem" and kinds[0] == READ_ALONE:
        return "a strategy cannot change an array of the view; change a copy, as view.hand.copy() gives one"
    what = f"'{_OPERATORS[function]}'" if function in _OPERATORS else f"{function}()"
    given = " and ".join([", ".join(kinds[:-1]), kinds[-1]] if len(kinds) > 1 else kinds)
    return f"{what} cannot be compiled for {given or 'no arguments'}"


def _split(arguments: str) -> Iterator[str]:
    """The types of a signature, which may have commas of their own within brackets."""
    depth, start = 0, 0
    for i, letter in enumerate(arguments):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            yield arguments[start:i].strip()
            start = i + 1
    if arguments.strip():
        yield arguments[start:].strip()


def in_words(kind: str) -> str:
    """A type of the compiler's in words.

    >>> in_words("int64"), in_words("Literal[str](high)"), in_words("nestedarray(int32, (16,))")
    ('a whole number', "the text 'high'", 'an array')
    """
    for pattern, words in _KINDS:
        if match := re.fullmatch(pattern, kind.strip()):
            return match.expand(words)
    return kind.strip()[:60]


def _first_sentence(text: str) -> str:
    """What is left of a message without the compiler's own business, up to its first gap."""
    lines = [line.strip() for line in text.splitlines()]
    first = next((i for i, line in enumerate(lines) if not _NOISE.match(line)), 0)
    last = next((i for i in range(first + 1, len(lines)) if _NOISE.match(lines[i])), len(lines))
    return re.sub(r"\.* Raised from .*", "", " ".join(lines[first:last]))[:600]


def line_with(functions: Sequence[Any], name: str | None, otherwise: int) -> int:
    """The first line of some functions that uses a name, or (None) that returns."""
    for instruction in chain.from_iterable(map(dis.get_instructions, functions)):
        wanted = instruction.argval == name if name is not None else instruction.opname.startswith("RETURN")
        if wanted and instruction.positions is not None and instruction.positions.lineno is not None:
            return instruction.positions.lineno
    return otherwise


def _no_field(name: str, game: Game, whose: str = "the view") -> str:
    """A field that the view, or the move, does not have."""
    fields = {"the view": game.view.names or (), "the move": game.move._fields}
    elsewhere = "".join(f", only in {other}" for other, names in fields.items() if name in names)
    return str(unknown("field", name, fields[whose], f"in {whose}{elsewhere}"))
