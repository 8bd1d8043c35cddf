"""Measures of an event log from text: what a user counts or averages, as an expression over the log's columns, and what
a run says of it.

The text is written as the conditions of SQL are. It is read by Python's own parser and put together again node by node
(`measure_nodes`), so nothing runs that a measure does not have: no function, and nothing that reaches outside the row.
"""

import ast
import keyword
import re
from collections.abc import Collection
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pandas as pd
import polars as pl

from knotlab.analysis.result import Conditions, Result
from knotlab.analysis.runs.measure_nodes import Vocabulary, WrittenMeasure, shortened
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.stats.rates import Rate, rate
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.eventlog import columns
from knotlab.sim.storage.pieces import widened

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


@dataclass(frozen=True, repr=False)
class MeasuredRate(Result, Rate):
    """A rate with the measures that it is the ratio of. Plot: `interval`.

    of: what is counted or averaged; among: over which decisions. played: the games whose log it is read from. run: that
    log is of it, None if it is of no run.
    """

    of: str
    among: str
    played: Conditions
    run: PlayResult | None = None

    @property
    def conditions(self) -> Conditions:
        return self.played

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        known = {name: value for name, value in vars(self).items() if name not in ("played", "run")}
        return known | {"complete": self.run.complete if self.run else 1.0}

    def to_pandas(self) -> pd.DataFrame:
        """One row: both measures, the value with its interval, standard error, cases and deals."""
        names = ("of", "among", "value", "low", "high", "error", "cases", "n", "covered")
        return pd.DataFrame([{name: getattr(self, name) for name in names}]).rename(columns={"n": "deals"})


def measured(
    rows: pl.LazyFrame, of: str | pl.Expr, among: str | pl.Expr, played: Conditions, deals: int
) -> MeasuredRate:
    """The total of one measure over that of another in an event log.

    rows: the event log, or some of its rows. of: what is counted (a condition) or averaged (a number), as text or as a
    Polars expression. among: over which decisions, as a condition; or weights. played: the conditions of the run.
    deals: how many deals were played, with a case or without. Raises InputError if a measure cannot be read or worked
    out, or there is no case.
    """
    names = rows.collect_schema().names()
    numerator, denominator = (
        measure(each, played.game, names) if isinstance(each, str) else each for each in (of, among)
    )
    ratio = rate(widened(rows), numerator, denominator, 1 if played.fixed_seats else played.players, deals)
    if not ratio.cases:
        raise InputError(
            f"no decision in these games is one with {among}; knotlab view {played.game} says what the columns hold"
        )
    return MeasuredRate(**vars(ratio), of=str(of), among=str(among), played=played)
