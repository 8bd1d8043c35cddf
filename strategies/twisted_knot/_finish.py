"""A turn that is certain to go out, found by search: goes from tens, kings, fours and four of a kind, and cards carried
off by nines and aces.

Exact over all orders and numbers of the cards in the hand, within these bounds: at most `MOST_CARDS` cards in hand,
`MOST_STEPS` steps from each first move, and `ROOM` positions kept; a pile card counts only if it is carried off unseen;
one's own jokers, twos and (with two players) jacks are not answered in the same turn, and an 8 that repeats has no
effect and ends the turn; four of a kind count only when laid at once.
"""

import numpy as np

from knotlab.sim.compiling.jit import jit, strict
from knotlab.sim.games.twisted_knot.cards import (
    ACE,
    ALL,
    BEATS_IN_ORDER,
    EIGHT,
    FOUR,
    JACK,
    JOKER,
    KING,
    N_RANKS,
    NINE,
    NOTHING,
    SATISFIES,
    TEN,
    TWO,
)
from knotlab.sim.games.twisted_knot.demand import satisfying
from knotlab.sim.games.twisted_knot.state import GIVING, LAYING
from knotlab.sim.lowlevel import count_bits, lowest_bit

MOST_CARDS = 10
MOST_STEPS = 400
ROOM = 256  # positions kept to be tried
RANK_AT, COUNT_AT = 0, 1  # where the plan keeps the move that begins the finish; NOTHING if there is none


@strict
def plan_finish(view):
    """Write into the plan the first move of a turn that goes out, NOTHING if none was found."""
    view.plan[RANK_AT] = NOTHING
    if view.hand_sizes[view.seat] > MOST_CARDS or view.pairs > 1:
        return
    if view.decision == LAYING:
        if may_suffice(view, view.goes):
            find_lay(view)
    elif view.decision == GIVING and may_suffice(view, view.goes - 1 + (view.alike >= 4)):
        find_gift(view)


@strict
def may_suffice(view, goes):
    """Whether goes and gifts could be enough if whatever is laid had its best effect: each rank in the hand takes a go
    or a gift, each pile card a gift.
    """
    gifts, hand = view.hand[NINE] + view.hand[ACE] + view.owed - view.pile_sizes[view.seat], view.hand
    if gifts < 0:
        return False
    goes += hand[TEN] + hand[FOUR] + hand[KING] + (view.misses > 0)
    missing = count_bits(view.held) - gifts - goes
    if missing <= 0:
        return True
    if missing > view.hand_sizes[view.seat] // 4:  # too many even for fours of a kind, each of which gives a go
        return False
    clearings, ranks = 0, view.held
    while ranks:
        clearings += hand[lowest_bit(ranks)] // 4
        ranks &= ranks - 1
    return missing <= clearings


@jit
def find_lay(view):
    """Try every lay as the first of a finish."""
    size, pile = np.int64(view.hand_sizes[view.seat]), np.int64(view.pile_sizes[view.seat])
    ranks, least = satisfying(view)
    if view.pairs > 0:
        ranks, least = view.pair_mask, np.int64(2)
    hand, rules = packed(view.hand), rules_of(view)
    table = (view.top, view.showing, view.goes, view.misses)
    ranks &= view.held
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        for count in range(least, view.hand[rank] + 1):
            after, gives = laid(table, rank, count, rules)
            if search(hand - (count << 4 * rank), size - count, pile, after, gives, rules):
                view.plan[RANK_AT], view.plan[COUNT_AT] = rank, count
                return


@jit
def find_gift(view):
    """Try every card to give away as the first step of the rest of a finish."""
    size, pile = np.int64(view.hand_sizes[view.seat]), np.int64(view.pile_sizes[view.seat])
    hand, clears = packed(view.hand), view.alike >= 4
    top, showing = (np.int64(NOTHING), np.int64(NOTHING)) if clears else (view.top, view.showing)
    table = (top, showing, view.goes - 1 + clears, view.misses)
    for rank in range(N_RANKS):
        if view.hand[rank] > 0 and search(hand - (1 << 4 * rank), size - 1, pile, table, view.owed - 1, rules_of(view)):
            view.plan[RANK_AT], view.plan[COUNT_AT] = rank, 1
            return


@strict
def packed(counts):
    """Cards by rank in one number, four bits per rank (hands here are small)."""
    number = np.int64(0)
    for rank in range(N_RANKS):
        number |= np.int64(counts[rank]) << 4 * rank
    return number


@strict
def rules_of(view):
    """What the search must know of the rules: players left, the set of ranks that multiply, whether an 8 repeats,
    whether jacks are Magic Jacks, whether Kings pass over opponents alone.
    """
    multiply = np.int64(0)
    for rank in range(N_RANKS):
        multiply |= np.int64(view.multiply[rank] != 0) << rank
    return view.holding, multiply, view.repeats, view.holding == view.magic_at, view.misses_end


@strict
def search(hand, size, pile, table, owed, rules):
    """Whether a player is certain to go out: at once, or by what `tried` finds.

    hand: packed. table: top, showing, goes left, misses. owed: cards still to be given away.
    """
    if owed >= size + pile:
        return True
    goes = next_go(table, rules)[2]
    return goes > 0 and owed < max(size, 1) and tried(hand, size, pile, table, owed, rules)


@jit
def tried(hand, size, pile, table, owed, rules):
    """Whether a player goes out by any sequence of moves; the move thought of last is tried first."""
    # A row a position still to be tried: hand, size, pile, table, owed, the lowest rank to give.
    room = np.empty((ROOM, 9), np.int64)
    n = put(room, 0, hand, size, pile, table, owed, 0)
    for _ in range(MOST_STEPS):
        if n == 0:
            return False
        n -= 1
        hand, size, pile, owed, lowest = room[n, 0], room[n, 1], room[n, 2], room[n, 7], room[n, 8]
        table = (room[n, 3], room[n, 4], room[n, 5], room[n, 6])
        if owed >= size + pile:
            return True
        if owed == 0:
            n = put_lays(room, n, hand, size, pile, next_go(table, rules), rules)
        elif owed < size:  # else the hand is gone and pile cards are left
            n = put_gifts(room, n, hand, size, pile, table, owed, lowest)
    return False


@strict
def put(room, n, hand, size, pile, table, owed, lowest):
    """Write a position into the room as number n, if there is room; the number of positions then."""
    if n == ROOM:
        return n
    room[n, 0], room[n, 1], room[n, 2], room[n, 7], room[n, 8] = hand, size, pile, owed, lowest
    room[n, 3], room[n, 4], room[n, 5], room[n, 6] = table
    return n + 1


@strict
def put_lays(room, n, hand, size, pile, table, rules):
    """Every lay of a go."""
    ranks = answers(table, rules)
    for rank in range(N_RANKS):
        held = hand >> 4 * rank & 15
        for count in range(1, held + 1 if ranks >> rank & 1 else 0):
            after, owed = laid(table, rank, count, rules)
            n = put(room, n, hand - (count << 4 * rank), size - count, pile, after, owed, 0)
    return n


@strict
def put_gifts(room, n, hand, size, pile, table, owed, lowest):
    """Every card to give, none lower than the one before: their order makes no difference."""
    for rank in range(lowest, N_RANKS):
        if hand >> 4 * rank & 15:
            n = put(room, n, hand - (1 << 4 * rank), size - 1, pile, table, owed - 1, rank)
    return n


@strict
def next_go(table, rules):
    """The table at a player's next go, which is in the next turn if all others miss theirs."""
    top, showing, goes, misses = table
    if goes == 0 and brings_back(misses, rules[0], rules[4]):
        return top, showing, np.int64(1), np.int64(0)
    return table


@strict
def brings_back(misses, holding, misses_end):
    """Whether this many misses make all others miss a turn, so that one's own is next."""
    return misses >= holding - 1 if misses_end else misses % holding == holding - 1


@strict
def laid(table, rank, count, rules):
    """The table after a lay and its clearing, with its go used up, and how many cards are to be given away."""
    _, showing, goes, misses = table
    n = count if rules[1] >> rank & 1 else 1
    top, showing, goes = rank, showing if rank == EIGHT or rank == JOKER else rank, goes - 1
    if rank == FOUR or count >= 4:
        top, showing, goes = NOTHING, NOTHING, goes + 1
    goes += n if rank == TEN else 0
    misses += n if rank == KING else 0
    return (np.int64(top), np.int64(showing), goes, misses), n if rank == NINE or rank == ACE else 0


@strict
def answers(table, rules):
    """What may be laid next on one's own card; nothing without a go."""
    top, showing, goes, _ = table
    if goes == 0:
        return np.int64(0)
    if top == NOTHING:
        return np.int64(ALL)
    if top == EIGHT:
        return np.int64(0) if rules[2] else BEATS_IN_ORDER[showing]
    if top == TWO or top == JOKER or (top == JACK and rules[3]):
        return np.int64(0)
    return SATISFIES[top]
