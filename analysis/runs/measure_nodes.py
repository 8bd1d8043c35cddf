"""What each part of a measure stands for, as an expression of Polars."""

import ast
from collections.abc import Callable, Iterable
from functools import reduce
from typing import NamedTuple

import polars as pl

from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown

HIGHEST_POWER = 63
TRUTH, WHOLE, REAL = "true or false", "a whole number", "a number"
Operation = Callable[[pl.Expr, pl.Expr], pl.Expr]
ARITHMETIC: dict[type[ast.operator], Operation] = {
    ast.Add: pl.Expr.__add__,
    ast.Sub: pl.Expr.__sub__,
    ast.Mult: pl.Expr.__mul__,
    ast.FloorDiv: pl.Expr.__floordiv__,
    ast.Mod: pl.Expr.__mod__,
}
COMPARISONS: dict[type[ast.cmpop], Operation] = {
    ast.Eq: pl.Expr.__eq__,
    ast.NotEq: pl.Expr.__ne__,
    ast.Lt: pl.Expr.__lt__,
    ast.LtE: pl.Expr.__le__,
    ast.Gt: pl.Expr.__gt__,
    ast.GtE: pl.Expr.__ge__,
}


class Vocabulary(NamedTuple):
    """What a measure of a game may name: columns, and by name the numbers of moves and of cards (or ranks).

    reals: columns that hold no whole numbers. named: what `cards` are names of. table: what the columns are of. row:
    what a row is, and what explains it.
    """

    game: str
    columns: tuple[str, ...]
    moves: dict[str, int]
    cards: dict[str, int]
    reals: tuple[str, ...] = ()
    named: str = "card"
    table: str = "the event log"
    row: tuple[str, str] = ("row", "")


class Value(NamedTuple):
    """A part of a measure: its expression, and what it is (`TRUTH`, `WHOLE` or `REAL`)."""

    expr: pl.Expr
    kind: str


def shortened(text: str) -> str:
    """The beginning of a text, to be shown in a sentence."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def exact(operation: Operation, left: pl.Expr, right: pl.Expr) -> pl.Expr:
    """An operation between whole numbers, worked out in 128 bits; an error where 64 do not hold what comes out."""
    return operation(left.cast(pl.Int128), right.cast(pl.Int128)).cast(pl.Int64)


def numbers(values: Iterable[Value]) -> tuple[list[pl.Expr], str]:
    """Values as numbers of one kind, whole if all are: true counts as 1."""
    counted = [Value(expr.cast(pl.Int64), WHOLE) if kind == TRUTH else Value(expr, kind) for expr, kind in values]
    if all(kind == WHOLE for _, kind in counted):
        return [expr for expr, _ in counted], WHOLE
    return [expr.cast(pl.Float64) for expr, _ in counted], REAL


def _is_name(node: ast.expr) -> bool:
    """Whether a part is the name of a card or of a kind of move, in quotes."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


class WrittenMeasure:
    """A measure's text, and the values of its parts.

    text: as the user wrote it. origin: where in it the parts of its syntax tree begin and end.
    """

    def __init__(self, text: str, origin: dict[int, int], known: Vocabulary) -> None:
        self.text, self.origin, self.known = text, origin, known

    def spelt(self, node: ast.expr) -> str:
        """A part as the user wrote it."""
        start, end = self.origin.get(node.col_offset, 0), self.origin.get(node.end_col_offset or 0, len(self.text))
        return shortened(self.text[start:end])

    def value(self, node: ast.expr) -> Value:
        """What a part stands for; raises InputError if it is none that a measure has."""
        part = getattr(self, f"_{type(node).__name__.lower()}", self._none)
        found: Value = part(node)
        return found

    def truth(self, node: ast.expr) -> pl.Expr:
        """A part as a condition."""
        value = self.value(node)
        if value.kind != TRUTH:
            raise InputError(f"'{self.spelt(node)}' is a number where a condition is needed, as in top_count > 1")
        return value.expr

    def _none(self, node: ast.expr) -> Value:
        raise InputError(
            f"'{self.spelt(node)}' cannot be part of a measure; a measure has columns, numbers, + - * / // % **, "
            f"comparisons, and, or, not, in, between, case when, abs, least, greatest and holds"
        )

    def _constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, str):
            raise InputError(f"'{node.value}' is a name and can only be compared with a column, as in top = 'Jk'")
        if isinstance(node.value, bool):
            return Value(pl.lit(node.value), TRUTH)
        if isinstance(node.value, float):
            return Value(pl.lit(node.value), REAL)
        if not isinstance(node.value, int):
            return self._none(node)
        if node.value >= 2**63:
            raise InputError(f"{self.spelt(node)} is larger than 64 bits hold")
        return Value(pl.lit(node.value, dtype=pl.Int64), WHOLE)

    def _name(self, node: ast.expr) -> Value:
        name = self.spelt(node).strip('"')
        if name in self.known.reals:
            return Value(pl.col(name), REAL)
        if name in self.known.columns:
            return Value(pl.col(name).to_physical().cast(pl.Int64), WHOLE)
        if name in self.known.moves or name in self.known.cards:
            raise InputError(f"names of cards and moves stand in single quotes: write '{name}' for {name}")
        raise unknown("column", name, self.known.columns, f"in {self.known.table} of {self.known.game}")

    _attribute = _name  # a name with a dot in it, which no column has

    def _boolop(self, node: ast.BoolOp) -> Value:
        join = pl.Expr.__and__ if isinstance(node.op, ast.And) else pl.Expr.__or__
        return Value(reduce(join, map(self.truth, node.values)), TRUTH)

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(~self.truth(node.operand), TRUTH)
        if isinstance(node.operand, ast.BinOp) and node.operand.col_offset == node.col_offset + len("- "):
            raise InputError(f"'{self.spelt(node)}' can be read in two ways; put what comes first in brackets")
        (operand,), kind = numbers([self.value(node.operand)])
        if isinstance(node.op, ast.UAdd):
            return Value(operand, kind)
        return Value(-operand if kind == REAL else exact(pl.Expr.__sub__, pl.lit(0), operand), kind)

    def _binop(self, node: ast.BinOp) -> Value:
        if isinstance(node.op, ast.Pow):
            return self._power(node)
        (left, right), kind = numbers([self.value(node.left), self.value(node.right)])
        if isinstance(node.op, ast.Div):
            return Value(left.cast(pl.Float64) / right.cast(pl.Float64), REAL)
        if type(node.op) not in ARITHMETIC:
            return self._none(node)
        operation = ARITHMETIC[type(node.op)]
        return Value(operation(left, right) if kind == REAL else exact(operation, left, right), kind)

    def _power(self, node: ast.BinOp) -> Value:
        """A power with an exponent that is a number, not a column."""
        times = node.right.value if isinstance(node.right, ast.Constant) else None
        if type(times) is not int or times > HIGHEST_POWER:
            raise InputError(f"an exponent is a whole number from 0 to {HIGHEST_POWER}, not '{self.spelt(node.right)}'")
        if any(isinstance(inner, ast.Pow) for inner in ast.walk(node.left)):
            raise InputError(f"'{self.spelt(node)}' is a power of a power; write it as one")
        (base,), kind = numbers([self.value(node.left)])
        if kind == REAL:
            return Value(base.pow(times), REAL)
        return Value(reduce(lambda product, _: exact(pl.Expr.__mul__, product, base), range(times), pl.lit(1)), WHOLE)

    def _compare(self, node: ast.Compare) -> Value:
        left, (operator, *more), (right, *_) = node.left, node.ops, node.comparators
        if more:
            raise InputError(f"'{self.spelt(node)}' compares twice; 1 < x < 5 is written 1 < x and x < 5")
        if isinstance(operator, ast.In | ast.NotIn):
            expr = self._is_in(left, right.elts if isinstance(right, ast.Tuple) else [right])
        elif isinstance(operator, ast.Is | ast.IsNot):
            if not (isinstance(right, ast.BinOp) and isinstance(right.op, ast.BitOr)):
                raise SyntaxError
            value, least, most = self._compared(left, right.left, right.right)
            expr = value.is_between(least, most)
        else:
            expr = COMPARISONS[type(operator)](*self._compared(left, right))
        return Value(~expr if isinstance(operator, ast.NotIn | ast.IsNot) else expr, TRUTH)

    def _is_in(self, node: ast.expr, listed: list[ast.expr]) -> pl.Expr:
        """Whether a part is one of some."""
        if not listed:
            raise InputError("'in' takes values in brackets, as in top in ('Jk', '2')")
        value, *others = self._compared(node, *listed)
        return value.is_in(pl.concat_list(others))

    def _compared(self, *nodes: ast.expr) -> list[pl.Expr]:
        """Parts that are compared: numbers, conditions, or a column and names of what it holds."""
        columns = [node for node in nodes if not _is_name(node)]
        if len(columns) < len(nodes):
            return [self._number_of(node, columns) if _is_name(node) else self.value(node).expr for node in nodes]
        values = [self.value(node) for node in nodes]
        if len({value.kind == TRUTH for value in values}) > 1:
            raise InputError(
                f"'{self.spelt(nodes[0])}' and '{self.spelt(nodes[1])}' cannot be compared: one is a condition, the "
                f"other a number; 1 < x < 5 is written 1 < x and x < 5"
            )
        return [value.expr for value in values] if values[0].kind == TRUTH else numbers(values)[0]

    def _number_of(self, node: ast.expr, columns: list[ast.expr]) -> pl.Expr:
        """The number of a card, or of a kind of move if it is `move_kind` that is compared."""
        if not columns or not isinstance(columns[0], ast.Name):
            return self.value(node).expr
        name = str(ast.literal_eval(node))
        is_kind = columns[0].id == "move_kind"
        names = self.known.moves if is_kind else self.known.cards
        if name not in names:
            raise unknown("kind of move" if is_kind else self.known.named, name, names, f"in {self.known.game}")
        return pl.lit(names[name], dtype=pl.Int64)

    def _call(self, node: ast.Call) -> Value:
        name = node.func.id.lower() if isinstance(node.func, ast.Name) else ""
        if name == "case":
            return self._case(node.args)
        if name == "holds" and len(node.args) == 1 and _is_name(node.args[0]):
            return self._holds(str(ast.literal_eval(node.args[0])))
        if name not in ("abs", "least", "greatest") or not node.args or (name == "abs" and len(node.args) > 1):
            return self._none(node)
        exprs, kind = numbers(map(self.value, node.args))
        if name == "abs":
            return Value(exprs[0].abs(), kind)
        return Value((pl.min_horizontal if name == "least" else pl.max_horizontal)(*exprs), kind)

    def _holds(self, condition: str) -> Value:
        """Whether a condition holds, if the rows have an answer."""
        column = f"holds({condition})"
        if column in self.known.columns:
            return Value(pl.col(column), TRUTH)
        raise InputError(f"the condition '{condition}' is about a decision, of which {self.known.table} cannot tell")

    def _case(self, parts: list[ast.expr]) -> Value:
        """The value of the first condition that holds."""
        start, *branches = parts
        if not (isinstance(start, ast.Tuple) and len(start.elts) == 1):
            raise InputError("a case starts with a condition: case when top = 3 then 1 else 0 end")
        if len(branches) % 2 == 0:
            raise InputError("a case says what holds otherwise: case when top = 3 then 1 else 0 end")
        conditions, results = branches[:-1:2], [self.value(branch) for branch in (*branches[1::2], branches[-1])]
        are_truths = {value.kind == TRUTH for value in results}
        if len(are_truths) > 1:
            raise InputError("a case gives conditions only, or numbers only")
        exprs, kind = ([value.expr for value in results], TRUTH) if are_truths == {True} else numbers(results)
        chosen = exprs[-1]
        for condition, expr in zip(reversed(conditions), reversed(exprs[:-1]), strict=True):
            chosen = pl.when(self.truth(condition)).then(expr).otherwise(chosen)
        return Value(chosen, kind)
