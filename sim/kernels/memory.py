"""Records as a whole in compiled code: copied at once, and found again by their address.

Numba copies a record number by number, which takes long and compiles slowly; a record argument is a pointer, so an
address is all it takes to have one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from knotlab.sim.compiling.jit import OFF, inline, intrinsic, record_type
from knotlab.sim.compiling.later import cgutils, types


@intrinsic
def _copy_compiled(typing_context, target, source):
    def codegen(context, builder, signature, args):
        cgutils.raw_memcpy(builder, args[0], args[1], context.get_constant(types.intp, target.size), 1)
        return context.get_dummy_value()

    return types.none(target, source), codegen


def _copy_plain(target, source):
    for name in target.dtype.names:
        target[name] = source[name]


copy_record = _copy_plain if OFF else _copy_compiled  # (target, source): two records of one dtype


@inline
def copy_state(target, source):
    """A whole position, three records, onto another."""
    view, hidden, chance = target
    copy_record(view, source[0])
    copy_record(hidden, source[1])
    copy_record(chance, source[2])


_plain_records: list[np.record] = []
_kept: list[np.ndarray] = []  # what compiled code may still look for at its address


def address_of_records(records: np.ndarray) -> int:
    """Where some records are from now on as long as the process lives (without the compiler: the first one's number in
    a list).
    """
    if OFF:
        _plain_records.extend(records)
        return len(_plain_records) - len(records)
    _kept.append(records)
    return int(records.ctypes.data)


def record_finder(dtype: np.dtype) -> Callable[..., Any]:
    """A function `record(address, i)` that compiled code calls: record number i of those at an address."""
    if OFF:
        return lambda address, i: _plain_records[address + i]
    record = record_type(dtype)
    size = dtype.itemsize

    @intrinsic
    def find(typing_context, address, i):
        def codegen(context, builder, signature, args):
            offset = builder.mul(args[1], context.get_constant(types.int64, size))
            return builder.inttoptr(builder.add(args[0], offset), context.get_value_type(record))

        return record(types.int64, types.int64), codegen

    return find
