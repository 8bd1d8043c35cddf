"""Rows of 16 int32 numbers as values that compiled code keeps in registers, with a plain twin for runs without the
compiler.

`sim/lowlevel.py` moves rows about in memory; here is what is worked out of them: differences, sums over sets of places,
the set of places with something in them. A set is a bit mask of int64 (bit i for place i).
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, models, register_model

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.lowlevel import WIDTH

_INT, _MASK, _WIDE = ir.IntType(32), ir.IntType(WIDTH), ir.IntType(64)
_ROW, _FLAGS = ir.VectorType(_INT, WIDTH), ir.VectorType(ir.IntType(1), WIDTH)
_DOUBLES = ir.VectorType(ir.DoubleType(), WIDTH)


class RowType(types.Type):
    """The compiler's type of a row."""

    def __init__(self) -> None:
        super().__init__(name="row")


ROW = RowType()


@register_model(RowType)
class _RowModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, row_type: Any) -> None:
        super().__init__(manager, row_type, _ROW)


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, kind: Any) -> Any:
    """Where an array's numbers begin, as a pointer to a vector."""
    return builder.bitcast(context.make_array(array_type)(context, builder, array).data, kind.as_pointer())


def _load(context: Any, builder: Any, array_type: Any, array: Any) -> Any:
    row = builder.load(_pointer(context, builder, array_type, array, _ROW))
    row.align = 4
    return row


def _sum_of(builder: Any, vector: Any) -> Any:
    """The sum of a vector's 16 numbers: of its halves, number by number, until one is left."""
    width = WIDTH
    while width > 1:
        width //= 2
        halves = (ir.Constant(ir.VectorType(_INT, width), list(range(at, at + width))) for at in (0, width))
        vector = builder.add(*(builder.shuffle_vector(vector, vector, half) for half in halves))
    return builder.extract_element(vector, ir.Constant(_INT, 0))


def _spread_out(builder: Any, number: Any, kind: Any) -> Any:
    """A vector of one number, 16 times."""
    undefined = ir.Constant(kind, ir.Undefined)
    one = builder.insert_element(undefined, number, ir.Constant(_INT, 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(_ROW, [0] * WIDTH))


@intrinsic
def _row_of_compiled(typing_context, array):
    def codegen(context, builder, signature, args):
        return _load(context, builder, signature.args[0], args[0])

    return ROW(array), codegen


@intrinsic
def _less_compiled(typing_context, row, other):
    def codegen(context, builder, signature, args):
        row, other = args
        return builder.sub(
            row, other if signature.args[1] == ROW else _load(context, builder, signature.args[1], other)
        )

    return ROW(ROW, other), codegen


@intrinsic
def _more_compiled(typing_context, row, other):
    def codegen(context, builder, signature, args):
        return builder.add(*args)

    return ROW(ROW, ROW), codegen


@intrinsic
def _spread_compiled(typing_context, number):
    def codegen(context, builder, signature, args):
        return _spread_out(builder, builder.trunc(args[0], _INT), _ROW)

    return ROW(types.int64), codegen


@intrinsic
def _digits_compiled(typing_context, row, first, ones):
    def codegen(context, builder, signature, args):
        first, ones = (_spread_out(builder, builder.trunc(number, _INT), _ROW) for number in args[1:])
        return builder.and_(builder.lshr(args[0], first), ones)

    return ROW(ROW, types.int64, types.int64), codegen


@intrinsic
def _from_zero_compiled(typing_context, row):
    def codegen(context, builder, signature, args):
        nothing = ir.Constant(_ROW, None)
        return builder.select(builder.icmp_signed(">", args[0], nothing), args[0], nothing)

    return ROW(ROW), codegen


@intrinsic
def _members_compiled(typing_context, row):
    def codegen(context, builder, signature, args):
        flags = builder.icmp_signed(">", args[0], ir.Constant(_ROW, None))
        return builder.zext(builder.bitcast(flags, _MASK), _WIDE)

    return types.int64(ROW), codegen


@intrinsic
def _sum_over_compiled(typing_context, row, places):
    def codegen(context, builder, signature, args):
        flags = builder.bitcast(builder.trunc(args[1], _MASK), _FLAGS)
        return builder.sext(_sum_of(builder, builder.select(flags, args[0], ir.Constant(_ROW, None))), _WIDE)

    return types.int64(ROW, types.int64), codegen


@intrinsic
def _dot_compiled(typing_context, row, factors):
    def codegen(context, builder, signature, args):
        wide = ir.VectorType(_WIDE, WIDTH)
        many = builder.load(_pointer(context, builder, signature.args[1], args[1], wide))
        many.align = 8
        return _sum_of(builder, builder.mul(builder.sext(args[0], wide), many))

    return types.int64(ROW, factors), codegen


@intrinsic
def _write_compiled(typing_context, numbers, at, row, factor):
    def codegen(context, builder, signature, args):
        numbers, at, row, factor = args
        place = _place(context, builder, signature.args[0], numbers, at)
        product = builder.fmul(builder.sitofp(row, _DOUBLES), _spread_out(builder, factor, _DOUBLES))
        builder.store(product, place).align = 8
        return context.get_dummy_value()

    return types.none(numbers, types.int64, ROW, types.float64), codegen


@intrinsic
def _write_rest_compiled(typing_context, numbers, at, whole, extra, row, factor):
    def codegen(context, builder, signature, args):
        numbers, at, whole, extra, row, factor = args
        many = builder.load(_place(context, builder, signature.args[0], numbers, whole))
        many.align = 8
        total = builder.fadd(many, _spread_out(builder, extra, _DOUBLES))
        product = builder.fmul(builder.sitofp(row, _DOUBLES), _spread_out(builder, factor, _DOUBLES))
        builder.store(builder.fsub(total, product), _place(context, builder, signature.args[0], numbers, at)).align = 8
        return context.get_dummy_value()

    return types.none(numbers, types.int64, types.int64, types.float64, ROW, types.float64), codegen


@intrinsic
def _places_of_compiled(typing_context, number, numbers, at):
    def codegen(context, builder, signature, args):
        number, numbers, at = args
        many = builder.load(_place(context, builder, signature.args[1], numbers, at))
        many.align = 8
        flags = builder.fcmp_ordered("==", many, _spread_out(builder, number, _DOUBLES))
        return builder.zext(builder.bitcast(flags, _MASK), _WIDE)

    return types.int64(types.float64, numbers, types.int64), codegen


def _place(context: Any, builder: Any, array_type: Any, numbers: Any, at: Any) -> Any:
    """Where 16 numbers of an array of float64 begin."""
    data = context.make_array(array_type)(context, builder, numbers).data
    return builder.bitcast(builder.gep(data, [at]), _DOUBLES.as_pointer())


def _members_plain(row):
    return sum(1 << place for place in range(WIDTH) if row[place] > 0)


def _sum_over_plain(row, places):
    return sum(int(row[place]) for place in range(WIDTH) if places >> place & 1)


def _dot_plain(row, factors):
    return (row.astype(np.int64) * factors).sum()


def _write_plain(numbers, at, row, factor):
    numbers[at : at + WIDTH] = row * factor


def _write_rest_plain(numbers, at, whole, extra, row, factor):
    numbers[at : at + WIDTH] = (numbers[whole : whole + WIDTH] + extra) - row * factor


def _places_of_plain(number, numbers, at):
    return _members_plain(numbers[at : at + WIDTH] == number)


row_of = np.copy if OFF else _row_of_compiled  # (array): the row that an array holds
less = np.subtract if OFF else _less_compiled  # (row, other): a row less another or that of an array, number by number
from_zero = (lambda row: np.maximum(row, 0)) if OFF else _from_zero_compiled  # (row): 0 in place of negative numbers
members = _members_plain if OFF else _members_compiled  # (row): the set of places with a number above 0
sum_over = _sum_over_plain if OFF else _sum_over_compiled  # (row, places): the sum of the numbers in a set of places
dot = _dot_plain if OFF else _dot_compiled  # (row, factors): the sum of products with 16 int64 numbers, modulo 2^64
spread = (lambda number: np.full(WIDTH, number, np.int32)) if OFF else _spread_compiled  # (number): 16 times the same
more = np.add if OFF else _more_compiled  # (row, other): the sum of two rows, number by number
# (row, first, ones): of each number the bits from one on, as many as `ones` has.
digits = (lambda row, first, ones: row >> first & ones) if OFF else _digits_compiled
# (numbers, at, row, factor): a row times a factor, into an array of float64 from a place on.
write_row = _write_plain if OFF else _write_compiled
# (numbers, at, whole, extra, row, factor): the numbers from place `whole` on and another one more, less a row times a
# factor, from place `at` on.
write_rest = _write_rest_plain if OFF else _write_rest_compiled
# (number, numbers, at): the set of places, out of 16 of an array of float64 from a place on, with a number.
places_of = _places_of_plain if OFF else _places_of_compiled
