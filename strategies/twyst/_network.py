"""The network of a champion of Twyst, in whole numbers: hidden units, and a direct weight for each row.

A row of weights is two words of 64 bits. Each holds numbers of 12 bits side by side, so that one addition adds them
all: 128 is added to every weight, which makes it 1 to 255, and no sum of eleven rows leaves its 12 bits.
"""

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.strategies.twyst._judgement import CARD_ROWS, HIDDEN, SUMS, card_rows, decision_rows

PARTS = 64.0  # weights are in these parts of 1
BITS, ZERO = 12, 128  # bits of a number in a word, and what stands for 0
HALF = HIDDEN // 2  # hidden units in a word; the first word has the direct weights above them
ONE_NUMBER, UNITS = (1 << BITS) - 1, (1 << BITS * HALF) - 1
FIRST, SECOND = np.uint64(0), np.uint64(1)


def pack(weights: np.ndarray) -> np.ndarray:
    """Rows of weights as words.

    weights (int8 array of shape (rows, 9)): of eight hidden units, and the direct weight; none is -128.
    """
    numbers = weights.astype(np.int64) + ZERO
    shifts = BITS * np.arange(HALF)
    first = (numbers[:, :HALF] << shifts).sum(axis=1) | numbers[:, HIDDEN] << BITS * HALF
    return np.stack([first, (numbers[:, HALF:HIDDEN] << shifts).sum(axis=1)], axis=1)


@strict
def sum_decision(view, words):
    """Write into the plan what the decision gives the hidden units."""
    rows = decision_rows(view)
    first = second = 0
    for k in range(2 if view.laid == 0 else 4):
        row = np.uint64(rows[k])
        first += words[row, FIRST]
        second += words[row, SECOND]
    view.plan[SUMS], view.plan[SUMS + 1] = first & UNITS, second


@strict
def weigh(view, card, words):
    """A card's score: the sum of its rows' own weights, and what the hidden units find."""
    rows = card_rows(view, card)
    first, second = int(view.plan[SUMS]), int(view.plan[SUMS + 1])
    for k in range(CARD_ROWS):
        row = np.uint64(rows[k])
        first += words[row, FIRST]
        second += words[row, SECOND]
    zero = ZERO * (CARD_ROWS + (2 if view.laid == 0 else 4))
    score = (first >> BITS * HALF) - ZERO * CARD_ROWS
    for unit in range(HALF):
        score += max((first >> BITS * unit & ONE_NUMBER) - zero, 0)
        score -= max((second >> BITS * unit & ONE_NUMBER) - zero, 0)
    return score / PARTS
