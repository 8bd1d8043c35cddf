"""What a champion looks at: numbers that describe a decision, and numbers that describe each move.

A small network weighs them. Its weights are in `champion_v1.npz`; how it is trained, and on what, is told in
`docs/champions.md`.
"""

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, KING, N_RANKS, NINE, NOTHING, TEN
from knotlab.sim.games.twisted_knot.state import DISCARD, GIVING, LAYING, PAIRING, TOPPING_UP
from knotlab.strategies.twisted_knot._finish import COUNT_AT, RANK_AT
from knotlab.strategies.twisted_knot._guess import STUCK_AT
from knotlab.strategies.twisted_knot.all_round import FEW, trouble

SURE = 500.0  # a score of `all-round` above which it is certain to go out

# Of a decision: its first numbers are the hand by rank.
DECISION = N_RANKS + 34
# Of a move: rows of weights for the rank that is laid, for what else is known of a lay, for the kind of other moves,
# for the rank that is given away, and for what else is known of those.
LAY_RANKS, LAYS, KINDS, GIVEN_RANKS, OTHERS = 0, 14, 32, 37, 51
MOVE = 55


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
