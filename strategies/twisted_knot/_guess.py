"""Guessing whether a lay can be answered, from the next player's known cards and from those that nobody has seen."""

import numpy as np

from knotlab.sim.games.twisted_knot.cards import (
    ALL,
    BEATS_IN_ORDER,
    EIGHT,
    FIVE,
    FOUR,
    JACK,
    JOKER,
    N_RANKS,
    NOTHING,
    QUEEN,
    SATISFIES,
    TWO,
)
from knotlab.sim.jit import strict
from knotlab.strategies.twisted_knot._count import unknown_cards, unseen

PAIR = 0.3  # how likely an unknown card that fits has a fellow to make up a pair or a second five or queen, about
STUCK_AT = 4  # where the plan keeps, by rank, how likely the next player is stuck
UNSEEN_AT = STUCK_AT + N_RANKS  # and how many cards nobody has seen


@strict
def answering(view, rank):
    """The set of ranks that answer a lay of some rank on the present stack."""
    if rank == EIGHT and view.repeats:
        rank = view.showing if view.through_jokers and view.repeated == JOKER else view.repeated
    return answering_on(rank, view.showing, view.holding == view.magic_at)


@strict
def answering_on(top, showing, magic):
    """The set of ranks that answer a top card above a showing one; magic: whether jacks are Magic Jacks now."""
    if top == NOTHING or top == FOUR:
        return ALL
    if top == TWO:
        return 1 << QUEEN
    if top == JACK and magic:
        return 1 << FIVE
    return BEATS_IN_ORDER[showing] if top == EIGHT or top == JOKER else SATISFIES[top]


@strict
def cards_to_answer(rank, count, magic):
    """How many cards of one rank it takes to answer a lay; magic: whether jacks are Magic Jacks now."""
    if rank == JOKER:
        return 2
    return count if rank == TWO or (rank == JACK and magic) else 1


@strict
def guess_stuck(view, rank_mask):
    """Write into the plan, for each of some ranks, roughly how likely the next player cannot answer all cards of it in
    the hand, if every unseen card is equally likely to be anywhere.
    """
    total, held = count_unseen(view), 0
    for rank in range(N_RANKS):
        held |= (view.known[view.next, rank] > 0) << rank
    unknown = max(unknown_cards(view, view.next), 1 if view.hand_sizes[view.next] == 0 else 0)
    magic = view.holding == view.magic_at
    for rank in range(N_RANKS):
        if rank_mask >> rank & 1:
            ranks, need = answering(view, rank), cards_to_answer(rank, view.hand[rank], magic)
            view.plan[STUCK_AT + rank] = (
                0.0 if knows_answer(view, held & ranks, need) else stuck_chance(view, ranks, need, total, unknown)
            )


@strict
def count_unseen(view):
    """Write into the plan how many cards of each rank nobody has seen; how many they are together."""
    total = 0
    for rank in range(N_RANKS):
        hidden = unseen(view, rank)
        view.plan[UNSEEN_AT + rank] = hidden
        total += hidden
    return total


@strict
def knows_answer(view, ranks, need):
    """Whether the next player is known to hold enough cards of one of some ranks, each of which that player is known to
    hold.
    """
    if need == 1:
        return ranks != 0
    for rank in range(N_RANKS):
        if ranks >> rank & 1 and view.known[view.next, rank] >= need:
            return True
    return False


@strict
def stuck_chance(view, ranks, need, total, unknown):
    """Roughly how likely none of some unknown cards, out of all that nobody has seen, answers a lay."""
    fitting = 0
    for rank in range(N_RANKS):
        fitting += (ranks >> rank & 1) * np.int64(view.plan[UNSEEN_AT + rank])
    share = fitting / total if total > 0 else 0.0
    misses = 1.0 - (share if need == 1 else PAIR * share)
    return misses**unknown
