"""The parts that measures are made of: one builder for each node of a syntax tree that may stand in a measure."""

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING

import polars as pl

from knotlab.analysis.runs.measure_numbers import (
    REAL,
    TRUTH,
    WHOLE,
    WIDEST,
    MeasurePart,
    Vocabulary,
    constant,
    fitting,
    shortened,
    sql_of,
)
from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown

if TYPE_CHECKING:
    from sqlglot.expressions import Expression

HIGHEST_POWER = 127


Builder = Callable[[Vocabulary, "Expression"], MeasurePart]


def part(known: Vocabulary, node: "Expression") -> MeasurePart:
    """The part that a node stands for; raises InputError if there is none."""
    build = BUILDERS.get(type(node).__name__)
    if build is None:
        raise InputError(
            f"'{shortened(sql_of(node))}' cannot be part of a measure; a measure has columns, numbers, + - * / // % "
            f"**, comparisons, and, or, not, in, between, case when, abs, least and greatest"
        )
    return build(known, node)


def number(known: Vocabulary, node: "Expression") -> MeasurePart:
    """A node's part as a number: true counts as 1."""
    value = part(known, node)
    return value if value.kind != TRUTH else MeasurePart(value.expr.cast(pl.Int64), WHOLE, 0, 1)


def truth(known: Vocabulary, node: "Expression") -> pl.Expr:
    """A node's part as a condition."""
    condition = part(known, node)
    if condition.kind != TRUTH:
        raise InputError(f"'{shortened(sql_of(node))}' is a number where a condition is needed, as in top_count > 1")
    return condition.expr


def _literal(known: Vocabulary, node: "Expression") -> MeasurePart:
    """A number as it is written."""
    text = str(node.this)
    if node.is_string:
        raise InputError(f"'{text}' is a name and can only be compared with a column, as in top = '{text}'")
    if text.isdecimal():
        if len(text) > 38 or int(text) > WIDEST:
            raise InputError(f"{shortened(text)} is larger than 128 bits hold")
        return constant(int(text))
    return MeasurePart(pl.lit(float(text)), REAL)


def _boolean(known: Vocabulary, node: "Expression") -> MeasurePart:
    """`true` or `false`."""
    return MeasurePart(pl.lit(bool(node.this)), TRUTH)


def _named_column(known: Vocabulary, node: "Expression") -> MeasurePart:
    """A column by its name."""
    name = sql_of(node).replace('"', "")
    if name not in known.columns:
        if name in known.moves or name in known.cards:
            raise InputError(f"names of cards and moves stand in single quotes: write '{name}' for {name}")
        raise unknown("column", name, known.columns, f"in the event log of {known.game}")
    return known.columns[name]


def _inner(known: Vocabulary, node: "Expression") -> MeasurePart:
    """What stands in brackets."""
    return part(known, node.this)


def _arithmetic(
    operation: Callable[[pl.Expr, pl.Expr], pl.Expr], bounds: Callable[[MeasurePart, MeasurePart], tuple[int, int]]
) -> Builder:
    """A builder of an operation between two numbers, whole if both are."""

    def build(known: Vocabulary, node: "Expression") -> MeasurePart:
        left, right = number(known, node.this), number(known, node.expression)
        if REAL in (left.kind, right.kind):
            return MeasurePart(operation(left.expr.cast(pl.Float64), right.expr.cast(pl.Float64)), REAL)
        low, high = bounds(left, right)
        return MeasurePart(operation(*fitting(node, (left, right), low, high)), WHOLE, low, high)

    return build


def _corners(operation: Callable[[int, int], int]) -> Callable[[MeasurePart, MeasurePart], tuple[int, int]]:
    """The bounds of an operation that is greatest and least at ends of its operands' ranges."""

    def bounds(left: MeasurePart, right: MeasurePart) -> tuple[int, int]:
        ends = [operation(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        return min(ends), max(ends)

    return bounds


def _divided(left: MeasurePart, right: MeasurePart) -> tuple[int, int]:
    """The bounds of a whole quotient."""
    most = max(abs(left.low), abs(left.high))
    return -most, most


def _remaining(left: MeasurePart, right: MeasurePart) -> tuple[int, int]:
    """The bounds of a remainder, which has the divisor's sign."""
    return min(right.low, 0), max(right.high, 0)


def _divide(known: Vocabulary, node: "Expression") -> MeasurePart:
    """A quotient that need not be a whole number."""
    left, right = number(known, node.this), number(known, node.expression)
    return MeasurePart(left.expr.cast(pl.Float64) / right.expr.cast(pl.Float64), REAL)


def _power(known: Vocabulary, node: "Expression") -> MeasurePart:
    """A power with an exponent that is a number, not a column."""
    if type(node.this).__name__ in ("Neg", "Pow"):
        raise InputError(f"'{shortened(sql_of(node))}' can be read in two ways; put what comes first in brackets")
    base, exponent = number(known, node.this), node.expression.unnest()
    written = exponent.name if type(exponent).__name__ == "Literal" else ""
    if not (written.isdecimal() and len(written) < 4 and int(written) <= HIGHEST_POWER):
        raise InputError(
            f"an exponent is a whole number from 0 to {HIGHEST_POWER}, not '{shortened(sql_of(exponent))}'"
        )
    times = int(written)
    if base.kind == REAL:
        return MeasurePart(base.expr.pow(times), REAL)
    ends = [base.low**times, base.high**times] + ([0] if base.low < 0 < base.high else [])
    low, high = min(ends), max(ends)
    (expr,) = fitting(node, [base], low, high)
    return MeasurePart(reduce(lambda product, _: product * expr, range(times), constant(1).expr), WHOLE, low, high)


def _negative(known: Vocabulary, node: "Expression") -> MeasurePart:
    """The negative of a number."""
    operand = number(known, node.this)
    if operand.kind == REAL:
        return MeasurePart(-operand.expr, REAL)
    zero, expr = fitting(node, (constant(0), operand), -operand.high, -operand.low)
    return MeasurePart(zero - expr, WHOLE, -operand.high, -operand.low)


def _absolute(known: Vocabulary, node: "Expression") -> MeasurePart:
    """The size of a number."""
    operand = number(known, node.this)
    if operand.kind == REAL:
        return MeasurePart(operand.expr.abs(), REAL)
    most = max(abs(operand.low), abs(operand.high))
    return MeasurePart(fitting(node, [operand], 0, most)[0].abs(), WHOLE, 0, most)


def _extreme(of_all: Callable[..., pl.Expr], pick: Callable[..., int]) -> Builder:
    """A builder of the least or the greatest of some numbers."""

    def build(known: Vocabulary, node: "Expression") -> MeasurePart:
        operands = [number(known, each) for each in (node.this, *node.expressions)]
        low, high = pick(each.low for each in operands), pick(each.high for each in operands)
        if any(each.kind == REAL for each in operands):
            return MeasurePart(of_all(*(each.expr.cast(pl.Float64) for each in operands)), REAL)
        return MeasurePart(of_all(*fitting(node, operands, low, high)), WHOLE, low, high)

    return build


def _sides(known: Vocabulary, left: "Expression", right: "Expression") -> tuple[pl.Expr, pl.Expr]:
    """The two sides of a comparison: numbers, or a column and the name of what it holds."""
    for side, other in ((left, right), (right, left)):
        if side.is_string:
            column, meant = part(known, other).expr, _number_of(known, str(side.this), other)
            return (meant, column) if side is left else (column, meant)
    first, second = part(known, left), part(known, right)
    if (first.kind == TRUTH) != (second.kind == TRUTH):
        raise InputError(
            f"'{shortened(sql_of(left))}' and '{shortened(sql_of(right))}' cannot be compared: one is a condition, the "
            f"other a number; 1 < x < 5 is written 1 < x and x < 5"
        )
    if WHOLE == first.kind == second.kind:
        exact = fitting(left, (first, second), 0, 0)
        return exact[0], exact[1]
    return first.expr, second.expr


def _number_of(known: Vocabulary, name: str, column: "Expression") -> pl.Expr:
    """The number of a card, or of a kind of move if it is `move_kind` that is compared."""
    if type(column).__name__ != "Column":
        raise InputError(f"'{name}' is a name and can only be compared with a column, as in top = '{name}'")
    is_kind = column.name == "move_kind"
    names = known.moves if is_kind else known.cards
    if name not in names:
        raise unknown("kind of move" if is_kind else "card", name, names, f"in {known.game}")
    return pl.lit(names[name], dtype=pl.Int64)


def _compare(operation: Callable[[pl.Expr, pl.Expr], pl.Expr]) -> Builder:
    """A builder of a comparison."""
    return lambda known, node: MeasurePart(operation(*_sides(known, node.this, node.expression)), TRUTH)


def _in(known: Vocabulary, node: "Expression") -> MeasurePart:
    """One of some values."""
    if not node.expressions:
        raise InputError("'in' takes values in brackets, as in top in ('Jk', '2')")
    equal = [_sides(known, node.this, value) for value in node.expressions]
    return MeasurePart(pl.any_horizontal(left == right for left, right in equal), TRUTH)


def _between(known: Vocabulary, node: "Expression") -> MeasurePart:
    """From one number to another, both included."""
    above, below = (_sides(known, node.this, node.args[end]) for end in ("low", "high"))
    return MeasurePart((above[0] >= above[1]) & (below[0] <= below[1]), TRUTH)


def _connect(operation: Callable[[pl.Expr, pl.Expr], pl.Expr]) -> Builder:
    """A builder of two conditions together."""
    return lambda known, node: MeasurePart(operation(truth(known, node.this), truth(known, node.expression)), TRUTH)


def _not(known: Vocabulary, node: "Expression") -> MeasurePart:
    """What a condition is not."""
    return MeasurePart(~truth(known, node.this), TRUTH)


def _case(known: Vocabulary, node: "Expression") -> MeasurePart:
    """The value of the first condition that holds."""
    otherwise = node.args.get("default") or node.args.get("false")
    if node.args.get("ifs") is not None and node.this is not None:
        raise InputError("a case starts with a condition: case when top = 3 then 1 else 0 end")
    if otherwise is None:
        raise InputError("a case says what holds otherwise: case when top = 3 then 1 else 0 end")
    branches = node.args.get("ifs") or [node]
    conditions = [truth(known, branch.this) for branch in branches]
    values = [part(known, branch.args["true"]) for branch in branches] + [part(known, otherwise)]
    if any(value.kind == TRUTH for value in values) and not all(value.kind == TRUTH for value in values):
        raise InputError("a case gives conditions only, or numbers only")
    kind = REAL if any(value.kind == REAL for value in values) else values[0].kind
    low, high = min(value.low for value in values), max(value.high for value in values)
    exprs = [value.expr.cast(pl.Float64) for value in values] if kind == REAL else fitting(node, values, low, high)
    chosen = exprs[-1]
    for condition, expr in zip(reversed(conditions), reversed(exprs[:-1]), strict=True):
        chosen = pl.when(condition).then(expr).otherwise(chosen)
    return MeasurePart(chosen, kind, low, high)


BUILDERS: dict[str, Builder] = {
    "Literal": _literal,
    "Boolean": _boolean,
    "Column": _named_column,
    "Paren": _inner,
    "Add": _arithmetic(pl.Expr.__add__, _corners(int.__add__)),
    "Sub": _arithmetic(pl.Expr.__sub__, _corners(int.__sub__)),
    "Mul": _arithmetic(pl.Expr.__mul__, _corners(int.__mul__)),
    "IntDiv": _arithmetic(pl.Expr.__floordiv__, _divided),
    "Mod": _arithmetic(pl.Expr.__mod__, _remaining),
    "Div": _divide,
    "Pow": _power,
    "Neg": _negative,
    "Abs": _absolute,
    "Least": _extreme(pl.min_horizontal, min),
    "Greatest": _extreme(pl.max_horizontal, max),
    "EQ": _compare(pl.Expr.__eq__),
    "NEQ": _compare(pl.Expr.__ne__),
    "LT": _compare(pl.Expr.__lt__),
    "LTE": _compare(pl.Expr.__le__),
    "GT": _compare(pl.Expr.__gt__),
    "GTE": _compare(pl.Expr.__ge__),
    "In": _in,
    "Between": _between,
    "And": _connect(pl.Expr.__and__),
    "Or": _connect(pl.Expr.__or__),
    "Not": _not,
    "Case": _case,
    "If": _case,
}
