"""Descriptions of a position for a small network (`sim/kernels/vectors.py`): rows of its weights, with a value each."""

from collections import namedtuple
from itertools import accumulate
from typing import Any

import numpy as np

from knotlab.sim.compiling.jit import strict

# Sizes of hands, piles and stacks are distinguished as so many cases, finer the smaller they are.
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
