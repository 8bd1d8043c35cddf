"""Vectors of 32 float32 numbers in compiled code, for players with a small network: sums of rows of weights.

A description is a list of rows with a value each; what it comes to is the sum of these rows of the weights, each times
its value, one after the other. Numbers are never added in another order, so scores are the same on every processor.
Functions take arrays and places in them; a vector may stand in an array of any kind of number, such as a view's plan.
Each has a plain twin for runs without the compiler.
"""

from collections import namedtuple
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

from knotlab.sim.compiling.jit import OFF, strict

UNITS = 32  # numbers of a vector
ROOM = 192  # entries of a description at most
CACHE_LINE = 64  # bytes

_FLOAT, _INT = ir.FloatType(), ir.IntType(32)
_VECTOR = ir.VectorType(_FLOAT, UNITS)


def pointer_to(context: Any, builder: Any, array_type: Any, array: Any, at: Any, pointed: Any) -> Any:
    """A pointer into an array's data.

    Parameters
    ----------
    context, builder
        The compiler's, which emit the instructions.
    array_type, array
        The compiler's type of the array, and the array.
    at
        The place, an LLVM integer.
    pointed
        The LLVM type of what begins there.

    Returns
    -------
    LLVM value
    """
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), pointed.as_pointer())


def frozen(array: np.ndarray) -> Callable[[], np.ndarray]:
    """A function that gives compiled code an array, of which it keeps a copy that begins with a cache line.

    Of an array that it takes from a module, the compiler's copy may begin anywhere; every vector in it would then need
    two lines.
    """
    if OFF:
        return lambda: array
    kind = types.Array(from_dtype(array.dtype), array.ndim, "C", readonly=True)

    def make(typing_context):
        def codegen(context, builder, signature, args):
            content = cgutils.create_constant_array(ir.IntType(8), bytearray(array.tobytes()))
            constant = cgutils.global_constant(builder, "frozen", content)
            constant.align = CACHE_LINE
            return _array(context, builder, kind, constant, array.shape)

        return kind(), codegen

    given: Callable[..., Any] = intrinsic(make)
    return given


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


def load(builder: Any, pointer: Any) -> Any:
    """A vector from memory."""
    instruction = builder.load(pointer)
    instruction.align = 4
    return instruction


def store(builder: Any, value: Any, pointer: Any) -> None:
    """A vector into memory."""
    builder.store(value, pointer).align = 4


def spread_out(builder: Any, number: Any) -> Any:
    """A vector of one number, 32 times."""
    one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), number, ir.Constant(_INT, 0))
    return builder.shuffle_vector(
        one, ir.Constant(_VECTOR, ir.Undefined), ir.Constant(ir.VectorType(_INT, UNITS), [0] * UNITS)
    )


def total(builder: Any, vector: Any) -> Any:
    """The sum of a vector's numbers: of its halves, number by number, until one is left."""
    width = UNITS
    while width > 1:
        width //= 2
        halves = [
            builder.shuffle_vector(
                vector, vector, ir.Constant(ir.VectorType(_INT, width), list(range(first, first + width)))
            )
            for first in (0, width)
        ]
        vector = builder.fadd(*halves)
    return builder.extract_element(vector, ir.Constant(_INT, 0))


def above(builder: Any, vector: Any, floor: Any) -> Any:
    """The larger of two vectors, number by number."""
    return builder.select(builder.fcmp_ordered(">", vector, floor), vector, floor)


def rows_added(context: Any, builder: Any, signature: Any, args: Any, start: Any) -> Any:
    """The sum of a vector and of the weights of a description's entries, each by its value.

    Parameters
    ----------
    context, builder
        The compiler's, which emit the instructions.
    signature, args
        Of the function that calls this one; its last arguments are the weights, which of their rows the description's
        row 0 is, the rows and values of the description's entries, and how many entries there are.
    start
        The vector to begin with.

    Returns
    -------
    LLVM value
    """
    (weights, first, rows, values, n), kinds = args[-5:], signature.args[-5:]
    held = cgutils.alloca_once_value(builder, start)
    width = ir.Constant(ir.IntType(64), UNITS)
    with cgutils.for_range(builder, n) as loop:
        row = builder.load(pointer_to(context, builder, kinds[2], rows, loop.index, _INT))
        value = builder.load(pointer_to(context, builder, kinds[3], values, loop.index, _FLOAT))
        at = builder.mul(builder.add(first, builder.sext(row, ir.IntType(64))), width)
        weight = load(builder, pointer_to(context, builder, kinds[0], weights, at, _VECTOR))
        product = builder.fmul(weight, spread_out(builder, value))
        builder.store(builder.fadd(builder.load(held), product), held)
    return builder.load(held)


def _space(dtype: type) -> Callable[..., Any]:
    """A function that makes an array of ROOM numbers which lives as long as its caller runs."""
    if OFF:
        return lambda: np.empty(ROOM, dtype)
    kind = types.Array(types.int32 if dtype is np.int32 else types.float32, 1, "C")

    def make(typing_context):
        def codegen(context, builder, signature, args):
            with builder.goto_entry_block():  # as cgutils.alloca_once, which would fill it with zeros each time
                room = builder.alloca(ir.ArrayType(_INT if dtype is np.int32 else _FLOAT, ROOM))
            return _array(context, builder, kind, room, (ROOM,))

        return kind(), codegen

    space: Callable[..., Any] = intrinsic(make)
    return space


def _row_adder(onto: bool) -> Callable[..., Any]:
    """A function of compiled code that sums up a description, into an array or onto what stands in it."""

    def add(typing_context, target, at, weights, first, rows, values, n):
        def codegen(context, builder, signature, args):
            place = pointer_to(context, builder, signature.args[0], args[0], args[1], _VECTOR)
            start = load(builder, place) if onto else ir.Constant(_VECTOR, None)
            store(builder, rows_added(context, builder, signature, args, start), place)
            return context.get_dummy_value()

        return types.none(target, types.int64, weights, types.int64, rows, values, types.int64), codegen

    compiled: Callable[..., Any] = intrinsic(add)
    return compiled


@intrinsic
def _judge_compiled(typing_context, source, at, last, last_at, weights, first, rows, values, n):
    def codegen(context, builder, signature, args):
        kinds = signature.args
        start = load(builder, pointer_to(context, builder, kinds[0], args[0], args[1], _VECTOR))
        vector = rows_added(context, builder, signature, args, start)
        place = builder.mul(args[3], ir.Constant(ir.IntType(64), UNITS))
        out = pointer_to(context, builder, kinds[2], args[2], place, _VECTOR)
        floor = builder.gep(out, [ir.Constant(_INT, 1)])
        return total(builder, builder.fmul(above(builder, vector, load(builder, floor)), load(builder, out)))

    ints = types.int64
    return types.float32(source, ints, last, ints, weights, ints, rows, values, ints), codegen


def vector_at(array: np.ndarray, at: int) -> np.ndarray:
    """The vector that begins at a place of an array, without the compiler."""
    return array.view(np.float32)[at * array.itemsize // 4 :][:UNITS]


def _added_plain(vector, weights, first, rows, values, n):
    for row, value in zip(rows[:n], values[:n], strict=True):
        vector = vector + weights[first + row] * value
    return vector


def _sum_plain(target, at, weights, first, rows, values, n):
    vector_at(target, at)[:] = _added_plain(np.zeros(UNITS, np.float32), weights, first, rows, values, n)


def _add_plain(target, at, weights, first, rows, values, n):
    vector = vector_at(target, at)
    vector[:] = _added_plain(vector, weights, first, rows, values, n)


def _judge_plain(source, at, last, last_at, weights, first, rows, values, n):
    vector = _added_plain(vector_at(source, at), weights, first, rows, values, n)
    vector = np.maximum(vector, last[last_at + 1]) * last[last_at]
    while len(vector) > 1:
        vector = vector[: len(vector) // 2] + vector[len(vector) // 2 :]
    return float(vector[0])


new_rows = _space(np.int32)  # room for the rows of a description
new_values = _space(np.float32)  # and for their values

# sum_rows(target, at, weights, first, rows, values, n): the vector of a description of n entries, into an array;
# add_rows, likewise: onto the vector that stands there.
sum_rows = _sum_plain if OFF else _row_adder(onto=False)
add_rows = _add_plain if OFF else _row_adder(onto=True)

# judge(source, at, last, last_at, weights, first, rows, values, n): what a network says: the vector that stands in an
# array and that of a description are added, raised to the floor (row `last_at + 1` of `last`) and weighed by row
# `last_at`.
judge = _judge_plain if OFF else _judge_compiled


# --- descriptions ---

# Sizes of hands, piles and stacks are told apart as so many cases, finer the smaller they are.
LARGEST = 24
CASE_OF_SIZE = np.array([0, 1, 2, 3, 4, 5, 6, 7, 7, *[8] * 3, *[9] * 4, *[10] * 5, *[11] * 4], np.int64)
CASES = 12


@strict
def case_of(size):
    """Which case a size is."""
    return CASE_OF_SIZE[min(size, LARGEST)]


@strict
def enter(rows, values, n, row, value):
    """Write entry number n of a description; n + 1."""
    rows[n], values[n] = row, value
    return n + 1


def rows_for(**sizes: int) -> Any:
    """Where blocks of rows of some sizes begin, by name, and under `n_rows` how many rows there are."""
    named: Any = namedtuple  # its fields are known only here
    return named("Rows", [*sizes, "n_rows"])._make(accumulate(sizes.values(), initial=0))
