"""The first champion of Twisted Knot: `all-round`, corrected by a small network that learnt from rollouts.

It is an opponent of the champion that ships while that learns. `--strategies-from` with this file plays it.
"""

from pathlib import Path

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, KING, N_RANKS, NINE, NOTHING, TEN
from knotlab.sim.games.twisted_knot.state import DISCARD, GIVING, LAY, LAYING, PAIRING, TOPPING_UP
from knotlab.strategies import strategy
from knotlab.strategies.networks.weights import read_weights
from knotlab.strategies.twisted_knot._finish import COUNT_AT, RANK_AT
from knotlab.strategies.twisted_knot._guess import STUCK_AT, UNSEEN_AT
from knotlab.strategies.twisted_knot.all_round import FEW, all_round, trouble
from knotlab.strategies.twisted_knot.all_round import plan as plan_all_round

WEIGHTS = read_weights(Path(__file__).with_name("champion_v1.npz"))  # for two, three, and four or more players
BASES, DECISIONS, MOVES = WEIGHTS["bases"], WEIGHTS["decisions"], WEIGHTS["moves"]
DIRECT, OUT = WEIGHTS["direct"], WEIGHTS["out"]
HIDDEN, LAST = OUT.shape[1], len(OUT) - 1  # hidden units, and the last of the tables with weights of their own
HIDDEN_AT = UNSEEN_AT  # where the plan keeps what the decision gives each hidden unit: what stood there is used up
NOTHING_YET = (0.0,) * HIDDEN

SURE = 500.0  # a score of `all-round` above which it is certain to go out

# Of a decision: its first numbers are the hand by rank.
DECISION = N_RANKS + 34
# Of a move: rows of weights for the rank that is laid, for what else is known of a lay, for the kind of other moves,
# for the rank that is given away, and for what else is known of those.
LAY_RANKS, LAYS, KINDS, GIVEN_RANKS, OTHERS = 0, 14, 32, 37, 51
MOVE = 55


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
    redealt. Weights for two, three, and four or more players are chosen by the table.

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


# --- what it looks at ---


@strict
def describe_decision(view, x):
    """Write the numbers that describe a decision into x, shape (DECISION,)."""
    me, following = view.seat, view.next
    hand, pile = view.hand_sizes[me], view.pile_sizes[me]
    ranks = 0
    for rank in range(N_RANKS):
        x[rank] = min(view.hand[rank], 4) / 2
        ranks += view.hand[rank] > 0
    fewest, most = 99, 0
    for seat in range(view.players):
        if seat != me and view.places[seat] == 0:
            fewest = min(fewest, view.hand_sizes[seat] + view.pile_sizes[seat])
            most = max(most, view.hand_sizes[seat] + view.pile_sizes[seat])
    x[14], x[15], x[16], x[17] = min(hand, 4) / 4, min(hand, 10) / 10, min(hand, 30) / 20, hand == 1
    x[18], x[19], x[20], x[21] = min(pile, 3) / 3, min(pile, 18) / 9, ranks / 7, min(hand + pile, 30) / 10
    x[22], x[23] = min(view.stack_size, 4) / 4, min(view.stack_size, 20) / 12
    x[24], x[25] = min(view.stack_counts[ACE], 4) / 2, min(view.stack_counts[NINE], 4) / 2
    x[26], x[27] = min(view.hand_sizes[following], FEW) / 2, min(view.hand_sizes[following], 10) / 10
    x[28], x[29] = min(view.hand_sizes[following], 30) / 20, min(view.pile_sizes[following], 3) / 3
    x[30], x[31] = min(view.pile_sizes[following], 18) / 9, min(fewest, 10) / 10
    x[32], x[33], x[34] = min(most, 40) / 20, view.holding == 2, view.holding / 4
    x[35], x[36] = min(view.goes, 3) - 1, min(view.misses, 2)
    x[37], x[38], x[39] = view.decision == LAYING, view.decision == PAIRING, view.decision == GIVING
    x[40], x[41] = view.decision == TOPPING_UP, view.demand == NOTHING
    x[42], x[43], x[44] = min(view.owed, 4) / 2, view.receiver >= 0, min(view.top_count, 4) / 2
    x[45], x[46] = max(view.demand, 0) / N_RANKS, min(view.alike, 3) / 2
    x[47] = 1.0


@strict
def describe_lay(view, move, score):
    """The numbers from row LAYS on that describe a lay; score: what `all-round` gives it."""
    hand, pile = view.hand_sizes[view.seat], view.pile_sizes[view.seat]
    left = hand - move.count
    stuck = 0.0 if view.goes > 1 else view.plan[STUCK_AT + move.rank]
    carries = move.rank == NINE or move.rank == ACE
    return (
        (move.count - 1) / 2,
        1.0 * (view.hand[move.rank] == move.count),
        min(view.hand[move.rank] - move.count, 4) / 2,
        1.0 * (left == 0),
        1.0 * (left == 1),
        min(left, 4) / 4,
        stuck,
        stuck if view.hand_sizes[view.next] <= FEW else 0.0,
        stuck * min(view.stack_size + move.count, 12) / 6,
        1.0 * min(max(move.count - left, 0), pile) if carries else 0.0,
        move.count / 2 if carries else 0.0,
        1.0 * (move.rank == view.plan[RANK_AT] and move.count == view.plan[COUNT_AT]),
        trouble(view, move, 0.0, 0.0, 0.0, 1.0) if view.goes > 1 or move.rank == TEN else 0.0,
        move.count / 2 if move.rank == KING else 0.0,
        1.0 * (move.count + (view.alike if view.top == move.rank else 0) >= 4),
        1.0 * (move.count > 1 and left > 4),
        *of_base(score),
    )


@strict
def describe_other(view, move, score):
    """The numbers from row OTHERS on that describe any other move; score: what `all-round` gives it."""
    gives = move.kind >= DISCARD
    return (
        min(view.hand[move.rank], 4) / 2 if gives else 0.0,
        1.0 * (gives and move.rank == view.plan[RANK_AT]),
        *of_base(score),
    )


@strict
def of_base(score):
    """How `all-round` scores a move, as two numbers of moderate size."""
    return min(score, SURE) / 30, 1.0 * (score > SURE)


@strict
def new_description():
    """Room for the numbers that describe a decision."""
    return np.empty(DECISION)
