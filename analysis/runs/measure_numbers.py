"""What the parts of measures are: conditions, numbers, and whole numbers, which are exact.

Every whole number carries bounds; 64 bits are used where they suffice, 128 where they do not, and what could outgrow
those is refused.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from sqlglot.expressions import Expression

TRUTH, WHOLE, REAL = "true or false", "a whole number", "a number"
WIDEST = 2**127 - 1  # that 128 bits hold
BEYOND_64_BITS = 2**63


class MeasurePart(NamedTuple):
    """A part of a measure: its expression, what it is (`TRUTH`, `WHOLE`, `REAL`), and the bounds of a whole number."""

    expr: pl.Expr
    kind: str
    low: int = 0
    high: int = 1


class Vocabulary(NamedTuple):
    """What a measure of a game may name: columns, and by name the numbers of moves and of cards (or ranks)."""

    game: str
    columns: dict[str, MeasurePart]
    moves: dict[str, int]
    cards: dict[str, int]


def fitting(node: "Expression", parts: Sequence[MeasurePart], low: int, high: int) -> list[pl.Expr]:
    """Whole numbers in as many bits as they and a result between two bounds take.

    Parameters
    ----------
    node
        The expression that they are parts of.
    parts
        Parts that are whole numbers.
    low
        The least that the result can be.
    high
        The most.

    Returns
    -------
    list of polars.Expr
        The parts, in the same order.
    """
    widest = max(abs(bound) for bound in (low, high, *(end for each in parts for end in (each.low, each.high))))
    if widest > WIDEST:
        raise InputError(f"'{shortened(sql_of(node))}' can become larger than 128 bits hold")
    return [each.expr.cast(pl.Int128) if widest >= BEYOND_64_BITS else each.expr for each in parts]


def shortened(text: str) -> str:
    """The beginning of a text, to be shown in a sentence."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def sql_of(node: "Expression") -> str:
    """A node as text again."""
    return node.sql(dialect="duckdb", comments=False)


def constant(value: int) -> MeasurePart:
    """A whole number."""
    return MeasurePart(pl.lit(value, dtype=pl.Int64 if abs(value) < BEYOND_64_BITS else pl.Int128), WHOLE, value, value)
