"""What learning needs besides `sim/kernels/vectors.py`: sums that are kept, and the slopes of all weights.

`back` and `spread` carry a slope from a score back to the rows of weights that it came from.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from knotlab.sim.kernels.vectors import UNITS, above, load, pointer_to, rows_added, spread_out, store, total

_FLOAT, _INT, _LONG = ir.FloatType(), ir.IntType(32), ir.IntType(64)
_VECTOR = ir.VectorType(_FLOAT, UNITS)


def _vector(context: Any, builder: Any, signature: Any, args: Any, k: int) -> Any:
    """A pointer to the vector that arguments k and k + 1 stand for: an array and which of its vectors."""
    at = builder.mul(args[k + 1], ir.Constant(_LONG, UNITS))
    return pointer_to(context, builder, signature.args[k], args[k], at, _VECTOR)


@intrinsic
def _add_rows(typing_context, target, at, source, source_at, weights, first, rows, values, n):
    def codegen(context, builder, signature, args):
        start = load(builder, _vector(context, builder, signature, args, 2))
        vector = rows_added(context, builder, signature, args, start)
        store(builder, vector, _vector(context, builder, signature, args, 0))
        return context.get_dummy_value()

    ints = types.int64
    return types.none(target, ints, source, ints, weights, ints, rows, values, ints), codegen


@intrinsic
def _weigh(typing_context, source, at, last, last_at):
    def codegen(context, builder, signature, args):
        out = _vector(context, builder, signature, args, 2)
        floor = load(builder, builder.gep(out, [ir.Constant(_INT, 1)]))
        vector = load(builder, _vector(context, builder, signature, args, 0))
        return total(builder, builder.fmul(above(builder, vector, floor), load(builder, out)))

    return types.float32(source, types.int64, last, types.int64), codegen


@intrinsic
def _back(typing_context, slopes, at, inner, inner_at, source, source_at, last, last_at, slope):
    def codegen(context, builder, signature, args):
        out = _vector(context, builder, signature, args, 6)
        floor = load(builder, builder.gep(out, [ir.Constant(_INT, 1)]))
        vector = load(builder, _vector(context, builder, signature, args, 4))
        number = spread_out(builder, builder.fptrunc(args[8], _FLOAT))
        raised = above(builder, vector, floor)
        pointer = _vector(context, builder, signature, args, 0)
        store(builder, builder.fadd(load(builder, pointer), builder.fmul(raised, number)), pointer)
        passed = builder.select(
            builder.fcmp_ordered(">", vector, floor),
            builder.fmul(load(builder, out), number),
            ir.Constant(_VECTOR, None),
        )
        store(builder, passed, _vector(context, builder, signature, args, 2))
        return context.get_dummy_value()

    ints = types.int64
    return types.none(slopes, ints, inner, ints, source, ints, last, ints, types.float64), codegen


@intrinsic
def _add_vector(typing_context, target, at, source, source_at):
    def codegen(context, builder, signature, args):
        pointer = _vector(context, builder, signature, args, 0)
        vector = load(builder, _vector(context, builder, signature, args, 2))
        store(builder, builder.fadd(load(builder, pointer), vector), pointer)
        return context.get_dummy_value()

    return types.none(target, types.int64, source, types.int64), codegen


@intrinsic
def _spread(typing_context, slopes, first, rows, values, n, source, at):
    def codegen(context, builder, signature, args):
        kinds = signature.args
        vector = load(builder, _vector(context, builder, signature, args, 5))
        with cgutils.for_range(builder, args[4]) as loop:
            row = builder.load(pointer_to(context, builder, kinds[2], args[2], loop.index, _INT))
            value = builder.load(pointer_to(context, builder, kinds[3], args[3], loop.index, _FLOAT))
            place = builder.mul(builder.add(args[1], builder.sext(row, _LONG)), ir.Constant(_LONG, UNITS))
            pointer = pointer_to(context, builder, kinds[0], args[0], place, _VECTOR)
            store(
                builder, builder.fadd(load(builder, pointer), builder.fmul(vector, spread_out(builder, value))), pointer
            )
        return context.get_dummy_value()

    ints = types.int64
    return types.none(slopes, ints, rows, values, ints, source, ints), codegen


add_rows, weigh, back, add_vector, spread = _add_rows, _weigh, _back, _add_vector, _spread
