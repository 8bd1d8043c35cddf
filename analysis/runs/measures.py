"""Measures of an event log from text: what a user counts or averages, as an expression over the log's columns, and what
a run says of it.

The text is written as the conditions of SQL are. It is read by Python's own parser and put together again node by node
(`measure_nodes`), so nothing runs that a measure does not have: no function, and nothing that reaches outside the row.
"""

import ast
import keyword
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pandas as pd
import polars as pl

from knotlab.analysis.frames import check_columns
from knotlab.analysis.result import Conditions, Result
from knotlab.analysis.runs.measure_nodes import Vocabulary, WrittenMeasure, shortened
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.player_games import AT_START, SHARES
from knotlab.analysis.stats.rates import Rate, rates_by
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.eventlog import columns
from knotlab.sim.settings import unknown
from knotlab.sim.storage.pieces import widened

LONGEST = 2000  # characters
ROW_OF_PLAYERS = ("game", "docs/your-data.md")
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


def measure(text: str, game: str, known: Vocabulary | Collection[str] = ()) -> pl.Expr:
    """A measure of a game's event log from text.

    Parameters
    ----------
    text
        Such as ``move_kind = 'PICK_UP'`` or ``hand_size - next_hand``. Numbers, columns, names of cards and of moves in
        single quotes, ``+ - * / // % **``, comparisons, ``and``, ``or``, ``not``, ``in``, ``between``, ``case when``,
        ``abs``, ``least`` and ``greatest``; ``holds('FILE.py:CONDITION')`` for a function of a view and a move.
        `knotlab view GAME` lists the names.
    game
        The game that was played.
    known
        The names that a measure may have, or columns that this log has besides those of its game.

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
        names = known if isinstance(known, Vocabulary) else vocabulary(game, known)
        return WrittenMeasure(text, origin, names).value(tree.body).expr
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
    moves = {name: number for number, (name, *_) in enumerate(rules.move_kinds)}
    known = dict.fromkeys([*(name for name, *_ in columns(rules)), *added])
    numbers = {name: number for number, name in enumerate(games.module_of(rules.name, "cards").NAMES)}
    return Vocabulary(rules.name, tuple(known), moves, numbers, row=("decision", f"knotlab view {rules.name}"))


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


def is_of_players(text: str | pl.Expr) -> bool:
    """Whether a measure, or a column, names what only the rows of players have, not an event log."""
    words = set(re.findall(r"\w+", text)) if isinstance(text, str) else set(text.meta.root_names())
    only = {"began", "turns", "end", "deal", "place", "score", "tricks", *SHARES}
    return any(word in only or word.endswith(AT_START) for word in words)


def vocabulary_of_players(game: str, columns: Mapping[str, pl.DataType]) -> Vocabulary:
    """The names that measures of the rows of players know. columns: with their types."""
    strategies = {name: i for i, name in enumerate(getattr(columns["player"], "categories", ()))}
    reals = tuple(name for name, kind in columns.items() if kind == pl.Float64)
    return Vocabulary(game, tuple(columns), {}, strategies, reals, "strategy", "the games", ROW_OF_PLAYERS)


@dataclass(frozen=True, repr=False)
class MeasuredRate(Result, Rate):
    """A rate with the measures that it is the ratio of.

    of: what is counted or averaged; among: over which decisions. played: the games whose log it is read from. run: that
    log is of it, None if it is of no run. is_share: whether `of` is true or false, and so the rate a share of cases.
    """

    of: str
    among: str
    played: Conditions
    run: PlayResult | None = None
    is_share: bool = False

    @property
    def conditions(self) -> Conditions:
        return self.played

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        known = {name: value for name, value in vars(self).items() if name not in ("played", "run", "is_share")}
        return self.played.facts | known | {"complete": self.run.complete if self.run else 1.0}

    def to_pandas(self) -> pd.DataFrame:
        """One row: both measures, the value with its interval, standard error, cases and deals."""
        names = ("of", "among", "value", "low", "high", "error", "cases", "n", "covered")
        return pd.DataFrame([{name: getattr(self, name) for name in names}]).rename(columns={"n": "deals"})


@dataclass(frozen=True, eq=False, repr=False)
class SlicedRate(Result):
    """A rate for each combination of the values of some columns or measures (`by`)."""

    of: str
    among: str
    by: tuple[str, ...]
    slices: Mapping[tuple[Any, ...], Rate]
    played: Conditions
    run: PlayResult | None = None
    is_share: bool = False

    @property
    def conditions(self) -> Conditions:
        return self.played

    def to_pandas(self) -> pd.DataFrame:
        """A row for each slice: the columns' values, then the rate with its interval, standard error, cases, deals."""
        names = ("value", "low", "high", "error", "cases", "n", "covered")
        rows = [
            dict(zip(self.by, key, strict=True)) | {name: getattr(each, name) for name in names}
            for key, each in self.slices.items()
        ]
        return pd.DataFrame(rows).rename(columns={"n": "deals"})

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        complete = self.run.complete if self.run else 1.0
        asked = {"of": self.of, "among": self.among, "by": list(self.by), "complete": complete}
        return self.played.facts | asked | {"slices": self.to_pandas().to_dict("records")}


class Measurable(NamedTuple):
    """Rows that can be measured.

    rows: an event log, or rows of players. known: the names that measures of them may have. rotations: games on each
    deal. deals: how many were played, with a case or without. played: the conditions of the games. run: whose they are,
    None if of no run.
    """

    rows: pl.LazyFrame
    known: Vocabulary
    rotations: int
    deals: int
    played: Conditions
    run: PlayResult | None = None


def log_of(rows: pl.LazyFrame, played: Conditions, deals: int, run: PlayResult | None = None) -> Measurable:
    """An event log, or some of its rows."""
    known = vocabulary(played.game, rows.collect_schema().names())
    return Measurable(rows, known, 1 if played.fixed_seats else played.players, deals, played, run)


def players_of(rows: pl.LazyFrame, played: Conditions, deals: int, run: PlayResult | None = None) -> Measurable:
    """The rows of players in a run or a tournament."""
    known = vocabulary_of_players(played.game, rows.collect_schema())
    return Measurable(rows, known, int(played.games or 0) // deals, deals, played, run)


def measured(table: Measurable, of: str | pl.Expr, among: str | pl.Expr) -> MeasuredRate:
    """The total of one measure over that of another.

    of: what is counted (a condition) or averaged (a number), as text or as a Polars expression. among: over which rows,
    as a condition; or weights. Raises InputError if a measure cannot be read or worked out, or there is no case.
    """
    (ratio,) = _ratios(table, of, among, ()).values()
    rate = MeasuredRate(**vars(ratio), of=str(of), among=str(among), played=table.played, run=table.run)
    return replace(rate, is_share=_is_share(table, of))


def sliced(table: Measurable, of: str | pl.Expr, among: str | pl.Expr, by: Sequence[str]) -> SlicedRate:
    """The same for each combination of the values of some columns or measures, as far as there are cases; raises
    InputError if there is no such column, too.
    """
    columns = table.rows.collect_schema().names()
    for name in by:
        if name in columns:
            continue
        if re.fullmatch(r"\w*", name):
            raise unknown("column", name, columns, f"in {table.known.table} of {table.played.game}")
        value = measure(name, table.played.game, table.known).alias(name)
        table = table._replace(rows=widened(table.rows).with_columns(value))
    slices = _ratios(table, of, among, by)
    return SlicedRate(str(of), str(among), tuple(by), slices, table.played, table.run, _is_share(table, of))


def _is_share(table: Measurable, of: str | pl.Expr) -> bool:
    """Whether a measure is true or false, as far as its type tells."""
    return table.rows.select(_read(table, of)).collect_schema().dtypes() == [pl.Boolean]


def _read(table: Measurable, each: str | pl.Expr) -> pl.Expr:
    """A measure as an expression."""
    return measure(each, table.played.game, table.known) if isinstance(each, str) else each


def _ratios(
    table: Measurable, of: str | pl.Expr, among: str | pl.Expr, by: Sequence[str]
) -> dict[tuple[Any, ...], Rate]:
    game = table.played.game
    written = [each for each in (of, among) if isinstance(each, pl.Expr)]
    check_columns(written, table.rows.collect_schema().names(), f"in {table.known.table} of {game}")
    found = rates_by(widened(table.rows), _read(table, of), _read(table, among), table.rotations, table.deals, by)
    ratios = {key: each for key, each in found.items() if each.cases}
    if not ratios:
        what, where = table.known.row
        raise InputError(f"no {what} in these games is one with {among}; {where} says what the columns hold")
    if isinstance(of, str) and of.strip() in SHARES:
        return {key: each.of_share() for key, each in ratios.items()}
    return ratios
