"""Vectors in compiled code, for which Numba's Python has no word: the one place that emits vector instructions.

- *Rows* of 16 int32 numbers, such as how many cards of each rank. They are copied, added and cleared in memory, and
  held in registers as values from which sums, differences and sets are worked out. Records may overlap for all the
  compiler knows, so loops over them would go number by number. A set is a bit mask of int64 (bit i for place i).
- *Units*, 32 float32 numbers of a small network, added up from the rows of its weights that a description of the
  position names, each times its value and one after the other: numbers are never added in another order, so scores are
  the same on every processor. Functions take arrays and places in them; units may stand in an array of any kind of
  number, such as a view's plan.

Each function has a plain twin for runs without the compiler.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir

from knotlab.sim.compiling.jit import OFF, intrinsic
from knotlab.sim.compiling.later import cgutils, numba, types

WIDTH = 16  # numbers of a row
UNITS = 32  # numbers of a network's layer
ROOM = 192  # entries of a description at most
CACHE_LINE = 64  # bytes

_INT, _MASK, _WIDE, _FLOAT = ir.IntType(32), ir.IntType(WIDTH), ir.IntType(64), ir.FloatType()
_ROW, _FLAGS = ir.VectorType(_INT, WIDTH), ir.VectorType(ir.IntType(1), WIDTH)
_DOUBLES = ir.VectorType(ir.DoubleType(), WIDTH)
_UNITS = ir.VectorType(_FLOAT, UNITS)


# --- instructions ---


def pointer_to(context: Any, builder: Any, array_type: Any, array: Any, at: Any, pointed: Any) -> Any:
    """A pointer to what begins at a place of an array (an LLVM integer; None: its beginning), by its LLVM type."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(data if at is None else builder.gep(data, [at]), pointed.as_pointer())


def load(builder: Any, pointer: Any, align: int = 4) -> Any:
    """A vector from memory; numbers of 8 bytes begin at multiples of 8."""
    instruction = builder.load(pointer)
    instruction.align = align
    return instruction


def store(builder: Any, value: Any, pointer: Any, align: int = 4) -> None:
    """A vector into memory."""
    builder.store(value, pointer).align = align


def spread_out(builder: Any, number: Any, kind: Any = _UNITS) -> Any:
    """A vector of one number as often as it has places."""
    undefined = ir.Constant(kind, ir.Undefined)
    one = builder.insert_element(undefined, number, ir.Constant(_INT, 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(_INT, kind.count), [0] * kind.count))


def total(builder: Any, vector: Any) -> Any:
    """The sum of a vector's numbers: of its halves, number by number, until one is left."""
    width, add = vector.type.count, builder.add if isinstance(vector.type.element, ir.IntType) else builder.fadd
    while width > 1:
        width //= 2
        halves = (ir.Constant(ir.VectorType(_INT, width), list(range(at, at + width))) for at in (0, width))
        vector = add(*(builder.shuffle_vector(vector, vector, half) for half in halves))
    return builder.extract_element(vector, ir.Constant(_INT, 0))


def above(builder: Any, vector: Any, floor: Any) -> Any:
    """The larger of two vectors of float32, number by number."""
    return builder.select(builder.fcmp_ordered(">", vector, floor), vector, floor)


def _row_in(context: Any, builder: Any, signature: Any, args: Any, which: int) -> Any:
    """A pointer to the first row of an argument, an int32 array."""
    return pointer_to(context, builder, signature.args[which], args[which], None, _ROW)


# --- rows in memory ---


@intrinsic
def _copy_compiled(typing_context, target, source):
    def codegen(context, builder, signature, args):
        value = load(builder, _row_in(context, builder, signature, args, 1))
        store(builder, value, _row_in(context, builder, signature, args, 0))
        return context.get_dummy_value()

    return types.none(target, source), codegen


@intrinsic
def _add_compiled(typing_context, target, source, most):
    def codegen(context, builder, signature, args):
        pointer = _row_in(context, builder, signature, args, 0)
        value = load(builder, _row_in(context, builder, signature, args, 1))
        bound = load(builder, _row_in(context, builder, signature, args, 2))
        total = builder.add(load(builder, pointer), value)
        store(builder, builder.select(builder.icmp_signed("<", total, bound), total, bound), pointer)
        return context.get_dummy_value()

    return types.none(target, source, most), codegen


@intrinsic
def _clear_compiled(typing_context, target):
    def codegen(context, builder, signature, args):
        store(builder, ir.Constant(_ROW, None), _row_in(context, builder, signature, args, 0))
        return context.get_dummy_value()

    return types.none(target), codegen


def _copy_plain(target, source):
    target[:] = source


def _add_plain(target, source, most):
    np.minimum(target + source, most, out=target)


def _clear_plain(target):
    target[:] = 0


copy_row = _copy_plain if OFF else _copy_compiled  # (target, source)
# (target, source, most): added, number by number, up to a bound each.
add_row = _add_plain if OFF else _add_compiled
clear_row = _clear_plain if OFF else _clear_compiled  # (target): zeros


# --- rows as values ---


@cache
def row_type() -> Any:
    """The compiler's type of a row."""
    from numba.extending import models, register_model

    class RowType(types.Type):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(name="row")

    @register_model(RowType)
    class _RowModel(models.PrimitiveModel):  # type: ignore[misc]
        def __init__(self, manager: Any, row_type: Any) -> None:
            super().__init__(manager, row_type, _ROW)

    return RowType()


@intrinsic
def _row_of_compiled(typing_context, array):
    def codegen(context, builder, signature, args):
        return load(builder, _row_in(context, builder, signature, args, 0))

    return row_type()(array), codegen


@intrinsic
def _less_compiled(typing_context, row, other):
    def codegen(context, builder, signature, args):
        is_value = signature.args[1] == row_type()
        other = args[1] if is_value else load(builder, _row_in(context, builder, signature, args, 1))
        return builder.sub(args[0], other)

    return row_type()(row_type(), other), codegen


@intrinsic
def _more_compiled(typing_context, row, other):
    def codegen(context, builder, signature, args):
        return builder.add(*args)

    return row_type()(row_type(), row_type()), codegen


@intrinsic
def _spread_compiled(typing_context, number):
    def codegen(context, builder, signature, args):
        return spread_out(builder, builder.trunc(args[0], _INT), _ROW)

    return row_type()(types.int64), codegen


@intrinsic
def _digits_compiled(typing_context, row, first, ones):
    def codegen(context, builder, signature, args):
        first, ones = (spread_out(builder, builder.trunc(number, _INT), _ROW) for number in args[1:])
        return builder.and_(builder.lshr(args[0], first), ones)

    return row_type()(row_type(), types.int64, types.int64), codegen


@intrinsic
def _from_zero_compiled(typing_context, row):
    def codegen(context, builder, signature, args):
        nothing = ir.Constant(_ROW, None)
        return builder.select(builder.icmp_signed(">", args[0], nothing), args[0], nothing)

    return row_type()(row_type()), codegen


@intrinsic
def _members_compiled(typing_context, row):
    def codegen(context, builder, signature, args):
        flags = builder.icmp_signed(">", args[0], ir.Constant(_ROW, None))
        return builder.zext(builder.bitcast(flags, _MASK), _WIDE)

    return types.int64(row_type()), codegen


@intrinsic
def _sum_over_compiled(typing_context, row, places):
    def codegen(context, builder, signature, args):
        flags = builder.bitcast(builder.trunc(args[1], _MASK), _FLAGS)
        return builder.sext(total(builder, builder.select(flags, args[0], ir.Constant(_ROW, None))), _WIDE)

    return types.int64(row_type(), types.int64), codegen


@intrinsic
def _dot_compiled(typing_context, row, factors):
    def codegen(context, builder, signature, args):
        wide = ir.VectorType(_WIDE, WIDTH)
        many = load(builder, pointer_to(context, builder, signature.args[1], args[1], None, wide), 8)
        return total(builder, builder.mul(builder.sext(args[0], wide), many))

    return types.int64(row_type(), factors), codegen


@intrinsic
def _write_compiled(typing_context, numbers, at, row, factor):
    def codegen(context, builder, signature, args):
        numbers, at, row, factor = args
        place = pointer_to(context, builder, signature.args[0], numbers, at, _DOUBLES)
        product = builder.fmul(builder.sitofp(row, _DOUBLES), spread_out(builder, factor, _DOUBLES))
        store(builder, product, place, 8)
        return context.get_dummy_value()

    return types.none(numbers, types.int64, row_type(), types.float64), codegen


@intrinsic
def _write_rest_compiled(typing_context, numbers, at, whole, extra, row, factor):
    def codegen(context, builder, signature, args):
        numbers, at, whole, extra, row, factor = args
        many = load(builder, pointer_to(context, builder, signature.args[0], numbers, whole, _DOUBLES), 8)
        whole_row = builder.fadd(many, spread_out(builder, extra, _DOUBLES))
        product = builder.fmul(builder.sitofp(row, _DOUBLES), spread_out(builder, factor, _DOUBLES))
        place = pointer_to(context, builder, signature.args[0], numbers, at, _DOUBLES)
        store(builder, builder.fsub(whole_row, product), place, 8)
        return context.get_dummy_value()

    return types.none(numbers, types.int64, types.int64, types.float64, row_type(), types.float64), codegen


@intrinsic
def _places_of_compiled(typing_context, number, numbers, at):
    def codegen(context, builder, signature, args):
        number, numbers, at = args
        many = load(builder, pointer_to(context, builder, signature.args[1], numbers, at, _DOUBLES), 8)
        flags = builder.fcmp_ordered("==", many, spread_out(builder, number, _DOUBLES))
        return builder.zext(builder.bitcast(flags, _MASK), _WIDE)

    return types.int64(types.float64, numbers, types.int64), codegen


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


# --- units ---


def frozen(array: np.ndarray) -> Callable[[], np.ndarray]:
    """A function that gives compiled code an array, of which it keeps a copy that begins with a cache line.

    Of an array that it takes from a module, the compiler's copy may begin anywhere; every vector in it would then need
    two lines.
    """
    if OFF:
        return lambda: array

    def make(typing_context):
        kind = types.Array(numba.from_dtype(array.dtype), array.ndim, "C", readonly=True)

        def codegen(context, builder, signature, args):
            content = cgutils.create_constant_array(ir.IntType(8), bytearray(array.tobytes()))
            constant = cgutils.global_constant(builder, "frozen", content)
            constant.align = CACHE_LINE
            return _array(context, builder, kind, constant, array.shape)

        return kind(), codegen

    return intrinsic(make)


def _array(context: Any, builder: Any, kind: Any, data: Any, shape: tuple[int, ...]) -> Any:
    """An array of compiled code whose numbers stand somewhere for good."""
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    array, strides = context.make_array(kind)(context, builder), [size]
    for length in shape[:0:-1]:
        strides.insert(0, length * strides[0])
    context.populate_array(
        array,
        data=builder.bitcast(data, array.data.type),
        shape=[context.get_constant(types.intp, length) for length in shape],
        strides=[context.get_constant(types.intp, stride) for stride in strides],
        itemsize=context.get_constant(types.intp, size),
        meminfo=None,
    )
    return array._getvalue()


def rows_added(context: Any, builder: Any, signature: Any, args: Any, start: Any) -> Any:
    """The sum of a vector and of the weights of a description's entries, each by its value.

    context, builder, signature and args are the compiler's, of the function that calls this one; its last arguments are
    the weights, which of their rows the description's row 0 is, the rows and values of the description's entries, and
    how many entries there are. start: the vector to begin with.
    """
    (weights, first, rows, values, n), kinds = args[-5:], signature.args[-5:]
    held = cgutils.alloca_once_value(builder, start)
    width = ir.Constant(ir.IntType(64), UNITS)
    with cgutils.for_range(builder, n) as loop:
        row = builder.load(pointer_to(context, builder, kinds[2], rows, loop.index, _INT))
        value = builder.load(pointer_to(context, builder, kinds[3], values, loop.index, _FLOAT))
        at = builder.mul(builder.add(first, builder.sext(row, ir.IntType(64))), width)
        weight = load(builder, pointer_to(context, builder, kinds[0], weights, at, _UNITS))
        product = builder.fmul(weight, spread_out(builder, value))
        builder.store(builder.fadd(builder.load(held), product), held)
    return builder.load(held)


def _space(dtype: type) -> Callable[..., Any]:
    """A function that makes an array of ROOM numbers which lives as long as its caller runs."""
    if OFF:
        return lambda: np.empty(ROOM, dtype)

    def make(typing_context):
        kind = types.Array(types.int32 if dtype is np.int32 else types.float32, 1, "C")

        def codegen(context, builder, signature, args):
            with builder.goto_entry_block():  # as cgutils.alloca_once, which would fill it with zeros each time
                room = builder.alloca(ir.ArrayType(_INT if dtype is np.int32 else _FLOAT, ROOM))
            return _array(context, builder, kind, room, (ROOM,))

        return kind(), codegen

    return intrinsic(make)


def _row_adder(onto: bool) -> Callable[..., Any]:
    """A function of compiled code that sums up a description, into an array or onto what stands in it."""

    def add(typing_context, target, at, weights, first, rows, values, n):
        def codegen(context, builder, signature, args):
            place = pointer_to(context, builder, signature.args[0], args[0], args[1], _UNITS)
            start = load(builder, place) if onto else ir.Constant(_UNITS, None)
            store(builder, rows_added(context, builder, signature, args, start), place)
            return context.get_dummy_value()

        return types.none(target, types.int64, weights, types.int64, rows, values, types.int64), codegen

    return intrinsic(add)


@intrinsic
def _judge_compiled(typing_context, source, at, last, last_at, weights, first, rows, values, n):
    def codegen(context, builder, signature, args):
        kinds = signature.args
        start = load(builder, pointer_to(context, builder, kinds[0], args[0], args[1], _UNITS))
        vector = rows_added(context, builder, signature, args, start)
        place = builder.mul(args[3], ir.Constant(ir.IntType(64), UNITS))
        out = pointer_to(context, builder, kinds[2], args[2], place, _UNITS)
        floor = builder.gep(out, [ir.Constant(_INT, 1)])
        return total(builder, builder.fmul(above(builder, vector, load(builder, floor)), load(builder, out)))

    ints = types.int64
    return types.float32(source, ints, last, ints, weights, ints, rows, values, ints), codegen


def units_at(array: np.ndarray, at: int) -> np.ndarray:
    """The vector that begins at a place of an array, without the compiler."""
    return array.view(np.float32)[at * array.itemsize // 4 :][:UNITS]


def _added_plain(vector, weights, first, rows, values, n):
    for row, value in zip(rows[:n], values[:n], strict=True):
        vector = vector + weights[first + row] * value
    return vector


def _sum_units_plain(target, at, weights, first, rows, values, n):
    units_at(target, at)[:] = _added_plain(np.zeros(UNITS, np.float32), weights, first, rows, values, n)


def _add_units_plain(target, at, weights, first, rows, values, n):
    vector = units_at(target, at)
    vector[:] = _added_plain(vector, weights, first, rows, values, n)


def _judge_plain(source, at, last, last_at, weights, first, rows, values, n):
    vector = _added_plain(units_at(source, at), weights, first, rows, values, n)
    vector = np.maximum(vector, last[last_at + 1]) * last[last_at]
    while len(vector) > 1:
        vector = vector[: len(vector) // 2] + vector[len(vector) // 2 :]
    return float(vector[0])


new_rows = _space(np.int32)  # room for the rows of a description
new_values = _space(np.float32)  # and for their values

# sum_rows(target, at, weights, first, rows, values, n): the vector of a description of n entries, into an array;
# add_rows, likewise: onto the vector that stands there.
sum_rows = _sum_units_plain if OFF else _row_adder(onto=False)
add_rows = _add_units_plain if OFF else _row_adder(onto=True)

# judge(source, at, last, last_at, weights, first, rows, values, n): what a network says: the vector that stands in an
# array and that of a description are added, raised to the floor (row `last_at + 1` of `last`) and weighed by row
# `last_at`.
judge = _judge_plain if OFF else _judge_compiled
