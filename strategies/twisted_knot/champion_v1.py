"""The first champion: `all-round`, corrected by a small network that learnt from rollouts."""

from pathlib import Path

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.state import DISCARD, LAY
from knotlab.strategies import strategy
from knotlab.strategies.networks.weights import read_weights
from knotlab.strategies.twisted_knot._guess import UNSEEN_AT
from knotlab.strategies.twisted_knot._judgement_v1 import (
    GIVEN_RANKS,
    KINDS,
    LAY_RANKS,
    LAYS,
    OTHERS,
    describe_decision,
    describe_lay,
    describe_other,
    new_description,
)
from knotlab.strategies.twisted_knot.all_round import all_round
from knotlab.strategies.twisted_knot.all_round import plan as plan_all_round

WEIGHTS = read_weights(Path(__file__).with_name("champion_v1.npz"))  # for two, three, and four or more players
BASES, DECISIONS, MOVES = WEIGHTS["bases"], WEIGHTS["decisions"], WEIGHTS["moves"]
DIRECT, OUT = WEIGHTS["direct"], WEIGHTS["out"]
HIDDEN, LAST = OUT.shape[1], len(OUT) - 1  # hidden units, and the last of the tables with weights of their own
HIDDEN_AT = UNSEEN_AT  # where the plan keeps what the decision gives each hidden unit: what stood there is used up
NOTHING_YET = (0.0,) * HIDDEN


@strict
def weights_for(view):
    """The number of the weights for a table: of two, three, or more players."""
    return min(view.players - 2, LAST)


@strict
def plan(view):
    """What the base player plans, and what the decision gives each hidden unit."""
    table = weights_for(view)
    b = BASES[table]
    plan_all_round(
        view, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15],
        b[16], b[17], b[18], b[19], b[20], b[21], b[22], b[23], b[24], b[25], b[26], b[27], b[28], b[29], b[30], b[31],
    )  # fmt: skip
    x = new_description()
    describe_decision(view, x)
    sums = NOTHING_YET
    for k in range(x.size):
        if x[k] != 0.0:
            sums = added(sums, DECISIONS[table, k], x[k])
    for unit in range(HIDDEN):
        view.plan[HIDDEN_AT + unit] = sums[unit]


@strategy("twisted-knot", title="First champion", plan=plan)
def champion_v1(view, move):
    """Score each move by a small network that has learnt from rollouts what `all-round` misjudges.

    Source: no tip. The network sees the hand, the sizes of all hands and piles, the stack, what is demanded, and for
    each move its rank and count, what it leaves, how likely the next player is stuck, and what `all-round` thinks of
    it. It has learnt from decisions of whole games in which each legal move was played on many times with hidden cards
    dealt anew. Weights for two, three, and four or more players are chosen by the table.

    Assumed: that the others play about as well.
    """
    table = weights_for(view)
    b = BASES[table]
    base = all_round(
        view, move, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
        b[15], b[16], b[17], b[18], b[19], b[20], b[21], b[22], b[23], b[24], b[25], b[26], b[27], b[28], b[29], b[30],
        b[31],
    )  # fmt: skip
    if move.kind == LAY:
        return judged(view, table, LAY_RANKS + move.rank, -1, LAYS, describe_lay(view, move, base))
    given = GIVEN_RANKS + move.rank if move.kind >= DISCARD else -1
    return judged(view, table, KINDS + move.kind - 1, given, OTHERS, describe_other(view, move, base))


@strict
def judged(view, table, row, second, first, numbers):
    """The network's output for a move with one or two rows of its own (-1: none), and numbers from a row on."""
    p = view.plan
    sums = (
        p[HIDDEN_AT], p[HIDDEN_AT + 1], p[HIDDEN_AT + 2], p[HIDDEN_AT + 3],
        p[HIDDEN_AT + 4], p[HIDDEN_AT + 5], p[HIDDEN_AT + 6], p[HIDDEN_AT + 7],
    )  # fmt: skip
    sums, score = added(sums, MOVES[table, row], 1.0), DIRECT[table, row]
    if second >= 0:
        sums, score = added(sums, MOVES[table, second], 1.0), score + DIRECT[table, second]
    for k in range(len(numbers)):
        if numbers[k] != 0.0:
            sums = added(sums, MOVES[table, first + k], numbers[k])
            score += numbers[k] * DIRECT[table, first + k]
    for unit in range(HIDDEN):
        score += OUT[table, unit] * max(sums[unit], 0.0)
    return score


@strict
def added(s, w, factor):
    """The hidden units' sums with so much of a row of weights added: eight numbers, which stay in registers."""
    return (
        s[0] + factor * w[0], s[1] + factor * w[1], s[2] + factor * w[2], s[3] + factor * w[3],
        s[4] + factor * w[4], s[5] + factor * w[5], s[6] + factor * w[6], s[7] + factor * w[7],
    )  # fmt: skip
