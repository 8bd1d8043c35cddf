"""The network of Twyst's champion in numbers with fractions, as it learns; `strategies/twyst/_network.py` is its twin
in whole numbers.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.strategies.twyst._judgement import CARD_ROWS, DECISION_ROWS, HIDDEN, card_rows, decision_rows

SUMS = 4  # slot of the plan from which what the decision gives each hidden unit stands


@strict
def sum_decision(view, weights):
    """Write into the plan what the decision gives each hidden unit."""
    rows = decision_rows(view)
    for unit in range(HIDDEN):
        view.plan[SUMS + unit] = 0.0
        for k in range(DECISION_ROWS):
            if rows[k] >= 0:
                view.plan[SUMS + unit] += weights[rows[k], unit]


@strict
def hidden_unit(view, rows, unit, weights):
    """What one hidden unit comes to before it is cut off at 0."""
    total = view.plan[SUMS + unit]
    for k in range(CARD_ROWS):
        total += weights[rows[k], unit]
    return total


@strict
def weigh(view, card, weights):
    """A card's score: the sum of its rows' own weights, and what the hidden units find: the first half of them raises
    it, the others lower it.
    """
    rows, score = card_rows(view, card), 0.0
    for k in range(CARD_ROWS):
        score += weights[rows[k], HIDDEN]
    for unit in range(HIDDEN):
        found = hidden_unit(view, rows, unit, weights)
        if found > 0.0:
            score += found if unit < HIDDEN // 2 else -found
    return score
