"""Rows of numbers in registers, compiled and plain, against the same worked out number by number."""

from typing import Any

import numpy as np
import pytest

from knotlab.sim.compiling.jit import OFF, jit, whole
from knotlab.sim.kernels import vectors as rows
from knotlab.sim.kernels.vectors import (
    digits,
    dot,
    from_zero,
    less,
    members,
    more,
    places_of,
    row_of,
    spread,
    sum_over,
    write_row,
)

RANDOM = np.random.default_rng(19)
PLACES = 0b1010_0110_0101_1001


@jit
def worked_out(first, second, factors, numbers):
    """A number from each function, and what two of them write."""
    row = less(row_of(first), second)
    positive = from_zero(row)
    write_row(numbers, 1, row, 0.25)
    rows.write_rest(numbers, 17, 1, 3.5, positive, 0.5)
    return (
        sum_over(row, PLACES),
        sum_over(positive, PLACES),
        members(row),
        dot(row, factors),
        members(less(more(row, positive), second)),
        sum_over(digits(row_of(first), 3, 7), PLACES),
        sum_over(less(spread(100), first), PLACES),
        places_of(numbers[1], numbers, 1),
    )


@pytest.mark.parametrize("function", [worked_out] if OFF else [worked_out, worked_out.py_func])
@pytest.mark.parametrize("seed", range(5))
def test_rows_are_worked_out_number_by_number(function: Any, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = np.random.default_rng(seed).integers(0, 600, (2, 16)).astype(np.int32)
    factors, numbers = RANDOM.integers(-(2**62), 2**62, 16), np.zeros(40)
    if not OFF and function is worked_out.py_func:
        plain = {name: getattr(rows, f"_{name}_plain") for name in ("dot", "members", "places_of", "sum_over")}
        plain |= {"write_row": rows._write_plain, "row_of": np.copy, "less": np.subtract, "more": np.add}
        plain |= {"from_zero": lambda row: np.maximum(row, 0), "digits": lambda row, at, ones: row >> at & ones}
        plain |= {"spread": lambda number: np.full(16, number, np.int32)}
        for name, twin in plain.items():
            monkeypatch.setitem(function.__globals__, name, twin)
        monkeypatch.setattr(rows, "write_rest", rows._write_rest_plain)
        found = function(first, second, factors, numbers)
    else:
        found = (whole()(function.py_func) if not OFF else function)(first, second, factors, numbers)
    difference = [int(a) - int(b) for a, b in zip(first, second, strict=True)]
    chosen = [place for place in range(16) if PLACES >> place & 1]
    assert found[0] == sum(difference[place] for place in chosen)
    assert found[1] == sum(max(0, difference[place]) for place in chosen)
    assert found[2] == sum(1 << place for place in range(16) if difference[place] > 0)
    total = sum(d * int(factor) for d, factor in zip(difference, factors, strict=True))
    assert (int(found[3]) - total) % 2**64 == 0
    assert found[4] == sum(1 << i for i, d in enumerate(difference) if d + max(0, d) - second[i] > 0)
    assert found[5] == sum(int(first[place]) // 8 % 8 for place in chosen)
    assert found[6] == sum(100 - int(first[place]) for place in chosen)
    assert found[7] == sum(1 << place for place in range(16) if difference[place] == difference[0])
    assert list(numbers[1:17]) == [d / 4 for d in difference]
    assert list(numbers[17:33]) == [d / 4 + 3.5 - max(0, d) / 2 for d in difference]
    assert numbers[0] == 0
    assert not numbers[33:].any()
