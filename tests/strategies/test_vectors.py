"""Sums of rows of weights: what compiled code makes of them, beside NumPy."""

from typing import Any

import numba
import numpy as np
import pytest

from knotlab.sim.kernels.vectors import CACHE_LINE, UNITS, add_rows, frozen, judge, new_rows, new_values, sum_rows
from knotlab.strategies.networks.descriptions import CASE_OF_SIZE, CASES, LARGEST, rows_for


@numba.njit
def both(plan: Any, weights: Any, last: Any, rows: Any, values: Any) -> Any:
    """A network's score: the first half of the entries as the decision's, in two parts, the others as the move's."""
    half = len(rows) // 2
    some_rows, some_values = new_rows(), new_values()
    for k in range(half):
        some_rows[k], some_values[k] = rows[k], values[k]
    part = half // 3
    sum_rows(plan, 16, weights, 2, some_rows, some_values, part)
    add_rows(plan, 16, weights, 2, some_rows[part:], some_values[part:], half - part)
    return judge(plan, 16, last, 2, weights, 5, rows[half:], values[half:], len(rows) - half)


@pytest.mark.parametrize("n", [0, 1, 7, 40])
def test_a_score_is_a_network_s_to_the_last_bit(n: int) -> None:
    """Added up in the order of the entries, the last sum by halves; never by a fused multiplication and addition."""
    random = np.random.default_rng(n)
    plan = np.zeros(32)
    plan[:16] = 7.0
    weights, last = (random.normal(size=(rows, UNITS)).astype(np.float32) for rows in (40, 4))
    last[3, 5] = -np.inf
    rows, values = random.integers(0, 30, 2 * n).astype(np.int32), random.normal(size=2 * n).astype(np.float32)
    sums = np.zeros(UNITS, np.float32)
    for k in range(2 * n):
        sums = sums + weights[(2 if k < n else 5) + rows[k]] * values[k]
    parts = np.maximum(sums, last[3]) * last[2]
    for width in (16, 8, 4, 2, 1):
        parts = parts[:width] + parts[width:]
    assert both(plan, weights, last, rows, values) == float(parts[0])
    assert (plan[:16] == 7.0).all()


def test_frozen_arrays_are_the_same_arrays_and_each_begins_with_a_cache_line() -> None:
    random = np.random.default_rng(5)
    arrays = [random.normal(size=shape).astype(np.float32) for shape in ((7,), (2, 3, 5), (3, UNITS))]
    first, second, third = (frozen(array) for array in arrays)

    @numba.njit
    def copies_and_addresses() -> Any:  # all in one function, where they would otherwise stand close together
        one, two, three = first(), second(), third()
        return (one.copy(), two.copy(), three.copy()), (one.ctypes.data, two.ctypes.data, three.ctypes.data)

    copies, addresses = copies_and_addresses()
    for copied, array in zip(copies, arrays, strict=True):
        assert copied.dtype == array.dtype and np.array_equal(copied, array)
    assert [address % CACHE_LINE for address in addresses] == [0, 0, 0]


def test_sizes_are_told_apart_the_finer_the_smaller_they_are() -> None:
    assert len(CASE_OF_SIZE) == LARGEST + 1 and CASE_OF_SIZE[-1] == CASES - 1
    assert CASE_OF_SIZE[:8].tolist() == list(range(8)) and (np.diff(CASE_OF_SIZE) >= 0).all()


def test_blocks_of_rows_follow_each_other() -> None:
    rows = rows_for(first=2, second=5, third=1)
    assert (rows.first, rows.second, rows.third, rows.n_rows) == (0, 2, 7, 8)
