"""Measures of an event log from text: what a user counts or averages, as an expression over the log's columns.

The text is SQL without queries. It is parsed by sqlglot and put together again node by node, from the list of nodes in
`measure_parts`, so nothing that is not on the list ever runs.
"""

from collections.abc import Collection
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from knotlab.analysis.runs.measure_numbers import WHOLE, MeasurePart, Vocabulary, shortened
from knotlab.analysis.runs.measure_parts import part
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.eventlog import columns

if TYPE_CHECKING:
    from sqlglot.expressions import Expression

LONGEST = 2000  # characters


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
        Columns that this log has besides those of its game, of whole numbers in 32 bits.

    Returns
    -------
    polars.Expr
        True or false, or a number, for each row of the log. Whole numbers are exact.

    Raises
    ------
    InputError
        If the text is not a measure, names something that does not exist, or could outgrow 128 bits.

    Examples
    --------
    >>> log = pl.DataFrame({"top": [6, 3], "hand_size": [2, 9], "next_hand": [5, 5]})
    >>> log.select(measure("top = 'Jk'", "twisted-knot").alias("joker"))["joker"].to_list()
    [True, False]
    >>> log.select(measure("hand_size - next_hand", "twisted-knot").alias("more"))["more"].to_list()
    [-3, 4]
    """
    try:
        return part(vocabulary(game, added), _parsed(text)).expr
    except RecursionError:
        raise InputError(f"'{shortened(text)}' is nested too deeply for a measure") from None


def vocabulary(game: str, added: Collection[str] = ()) -> Vocabulary:
    """The names that measures of a game's event log know. added: columns besides those that every log has."""
    rules = games.find(game)
    cards = import_module(f"knotlab.sim.games.{rules.name.replace('-', '_')}.cards").NAMES
    moves = {name: number for number, (name, *_) in enumerate(rules.move_kinds)}
    known = {name: _column(name, kind) for name, kind, _, _ in columns(rules)}
    known |= {name: _column(name, "i4") for name in added if name not in known}
    return Vocabulary(rules.name, known, moves, {name: number for number, name in enumerate(cards)})


def _column(name: str, kind: str) -> MeasurePart:
    """A column with the bounds of the type it is written in."""
    return MeasurePart(pl.col(name), WHOLE, int(np.iinfo(kind).min), int(np.iinfo(kind).max))


def _parsed(text: str) -> "Expression":
    """The text as a syntax tree."""
    from sqlglot import ErrorLevel, errors, expressions, parse

    if len(text) > LONGEST:
        raise InputError(f"a measure has at most {LONGEST:,} characters; this one has {len(text):,}")
    try:
        trees = parse(f"({text}\n)", read="duckdb", error_level=ErrorLevel.RAISE)  # else `reset` would be a command
    except errors.SqlglotError:
        trees = []
    if len(trees) != 1 or not isinstance(trees[0], expressions.Paren):
        raise InputError(
            f"'{shortened(text)}' cannot be read as a measure; write it as in SQL, for instance move_kind = 'PICK_UP' "
            f"and hand_size > 2"
        )
    inside: expressions.Expression = trees[0].this
    return inside
