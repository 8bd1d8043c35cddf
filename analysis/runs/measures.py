"""Measures of an event log from text: what a user counts or averages, as an expression over the log's columns.

The text is written as the conditions of SQL are. It is read by Python's own parser and put together again node by node
(`measure_nodes`), so nothing runs that a measure does not have: no function, and nothing that reaches outside the row.
"""

import ast
import keyword
import re
from collections.abc import Collection
from importlib import import_module

import polars as pl

from knotlab.analysis.runs.measure_nodes import Vocabulary, WrittenMeasure, shortened
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.eventlog import columns

LONGEST = 2000  # characters
TOKEN = re.compile(
    r"""\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?![\w.])|(?P<name>'(?:[^']|'')*')|"(?P<quoted>\w+)"|"""
    r"""(?P<word>not\s+between\b|[a-z_][\w.]*)|(?P<sign>\*\*|//|<>|!=|<=|>=|==|[-+*/%=<>(),]))\s*""",
    re.ASCII | re.IGNORECASE,
)
# How Python writes what SQL writes otherwise. `x between a and b` is read as `x is a | b`, signs that no measure has;
# `case when a then b else c end` as a call with each part in brackets.
IN_PYTHON = {sign: sign for sign in ("and", "or", "not", "in")} | {"=": "==", "<>": "!=", "true": "True"}
IN_PYTHON |= {"false": "False", "between": "is", "not between": "is not"}
IN_PYTHON |= {"case": "case((None,", "when": "), (", "then": "), (", "else": "), (", "end": "))"}


def measure(text: str, game: str, added: Collection[str] = ()) -> pl.Expr:
    """A measure of a game's event log from text.

    Parameters
    ----------
    text
        Such as ``move_kind = 'PICK_UP'`` or ``hand_size - next_hand``. Numbers, columns, names of cards and of moves in
        single quotes, ``+ - * / // % **``, comparisons, ``and``, ``or``, ``not``, ``in``, ``between``, ``case when``,
        ``abs``, ``least`` and ``greatest``; `knotlab view GAME` lists the names.
    game
        The game that was played.
    added
        Columns that this log has besides those of its game.

    Returns
    -------
    polars.Expr
        True or false, or a number, for each row of the log. Whole numbers are exact: one that outgrows 64 bits is an
        error when the rows are read.

    Raises
    ------
    InputError
        If the text is not a measure, or names something that does not exist.

    Examples
    --------
    >>> log = pl.DataFrame({"top": [6, 3], "hand_size": [2, 9], "next_hand": [5, 5]})
    >>> log.select(measure("top = 'Jk'", "twisted-knot").alias("joker"))["joker"].to_list()
    [True, False]
    >>> log.select(measure("hand_size - next_hand", "twisted-knot").alias("more"))["more"].to_list()
    [-3, 4]
    """
    if len(text) > LONGEST:
        raise InputError(f"a measure has at most {LONGEST:,} characters; this one has {len(text):,}")
    try:
        python, origin = _in_python(text)
        tree = ast.parse(python, mode="eval")
        return WrittenMeasure(text, origin, vocabulary(game, added)).value(tree.body).expr
    except SyntaxError as error:
        is_deep = "nested" in str(error)
    except (RecursionError, MemoryError):
        is_deep = True
    if is_deep:
        raise InputError(f"'{shortened(text)}' is nested too deeply for a measure")
    raise InputError(
        f"'{shortened(text)}' cannot be read as a measure; write it as in SQL, for instance move_kind = 'PICK_UP' and "
        f"hand_size > 2"
    )


def vocabulary(game: str, added: Collection[str] = ()) -> Vocabulary:
    """The names that measures of a game's event log know. added: columns besides those that every log has."""
    rules = games.find(game)
    cards = import_module(f"knotlab.sim.games.{rules.name.replace('-', '_')}.cards").NAMES
    moves = {name: number for number, (name, *_) in enumerate(rules.move_kinds)}
    known = dict.fromkeys([*(name for name, *_ in columns(rules)), *added])
    return Vocabulary(rules.name, tuple(known), moves, {name: number for number, name in enumerate(cards)})


def _in_python(text: str) -> tuple[str, dict[int, int]]:
    """A measure as Python writes it, and from which places of the text the starts and ends of its parts come."""
    python = ""
    origin: dict[int, int] = {}
    depth, betweens, place = 0, [-1], 0  # betweens: at which depths an `and` is that of a `between`
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None:
            raise SyntaxError
        kind = str(match.lastgroup)
        token = match[kind]
        word = " ".join(token.lower().split())
        written = IN_PYTHON.get(word, token)
        if kind == "name":
            written = ascii(token[1:-1].replace("''", "'"))
        elif kind == "number" and token.isdecimal():
            written = str(int(token))
        elif kind == "word" and keyword.iskeyword(token) and word not in IN_PYTHON:
            raise SyntaxError
        if python.endswith("in ") and written != "(":
            raise InputError("'in' takes values in brackets, as in top in ('Jk', '2')")
        if word == "and" and betweens[-1] == depth:
            written = "|"
            betweens.pop()
        if word in ("between", "not between"):
            betweens.append(depth)
        depth += (written.count("(") - written.count(")")) if kind != "name" else 0
        origin |= {len(python): match.start(kind), len(python) + len(written): match.end(kind)}
        python += written + " "
        place = match.end()
    return python, origin
