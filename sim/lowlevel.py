"""The few things that compiled code needs and Numba's Python has no word for, each with a plain twin for runs without
the compiler. Vectors are in `kernels/vectors.py`.

- sets as bit masks of int64: lowest and highest member, number of members.
- function addresses: a strategy's compiled function is called through its address, kept in the player's record. So a
  kernel is compiled once for all strategies, and errors raised inside still come through. A player written in plain
  Python is asked in the same way, through a C function of Python's.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from knotlab.sim.compiling.jit import OFF, intrinsic
from knotlab.sim.compiling.later import types


@intrinsic
def _lowest_bit_compiled(typing_context, mask):
    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


def _lowest_bit_plain(mask):
    return int(mask & -mask).bit_length() - 1


@intrinsic
def _highest_bit_compiled(typing_context, mask):
    def codegen(context, builder, signature, args):
        return builder.sub(ir.Constant(ir.IntType(64), 63), builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1)))

    return types.int64(types.int64), codegen


def _highest_bit_plain(mask):
    return int(mask).bit_length() - 1


@intrinsic
def _count_bits_compiled(typing_context, mask):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


def _count_bits_plain(mask):
    return int(mask).bit_count()


lowest_bit = _lowest_bit_plain if OFF else _lowest_bit_compiled  # the lowest member of a set that is not empty
highest_bit = _highest_bit_plain if OFF else _highest_bit_compiled  # the highest member of a set that is not empty
count_bits = _count_bits_plain if OFF else _count_bits_compiled  # the number of members of a set


# --- functions by address ---

_plain_functions: list[Callable[..., Any] | None] = [None]  # address 0 is for no function


def address_of(function: Any) -> int:
    """Where a function made by `jit.entry` is called (without the compiler: its number in a list)."""
    if OFF:
        if function not in _plain_functions:
            _plain_functions.append(function)
        return _plain_functions.index(function)
    (compiled,) = function.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


_C_BYTES = ir.IntType(8).as_pointer()
_C_ASK = ir.FunctionType(ir.IntType(64), [_C_BYTES, _C_BYTES, ir.IntType(64)])


@intrinsic
def _ask_compiled(typing_context, address, first, second, number):
    def codegen(context, builder, signature, args):
        pointer = builder.inttoptr(args[0], _C_ASK.as_pointer())
        records = [builder.bitcast(record, _C_BYTES) for record in args[1:3]]
        return builder.call(pointer, [*records, args[3]])

    return types.int64(types.int64, first, second, types.int64), codegen


def _ask_plain(address, first, second, number):
    return _plain_functions[address](first, second, number)


# (address, record, record, number): what Python answers, asked by the C function at an address about two records.
ask_python = _ask_plain if OFF else _ask_compiled


def caller(signature: Any) -> Callable[..., Any]:
    """A function `call(address, *arguments)` for functions of one signature with four arguments, to be used inside
    compiled code.
    """
    if OFF:
        return lambda address, *arguments: _plain_functions[address](*arguments)

    def codegen(context, builder, call_signature, args):
        convention = context.call_conv
        function_type = convention.get_function_type(signature.return_type, signature.args)
        pointer = builder.inttoptr(args[0], function_type.as_pointer())
        status, result = convention.call_function(builder, pointer, signature.return_type, signature.args, args[1:])
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return result

    return_type, arguments = signature.return_type, signature.args

    def call(typing_context, address, first, second, third, fourth):
        return return_type(types.int64, *arguments), codegen

    return intrinsic(call)
