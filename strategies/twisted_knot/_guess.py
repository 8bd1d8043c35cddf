"""Guessing whether a lay can be answered, from the next player's known cards and from those that nobody has seen."""

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
from knotlab.sim.lowlevel import WIDTH, lowest_bit
from knotlab.sim.rows import from_zero, less, members, row_of, sum_over, write_row

PAIR = 0.3  # how likely an unknown card that fits has a fellow to make up a pair or a second five or queen, about
STUCK_AT = 4  # where the plan keeps, by rank, how likely the next player is stuck
UNSEEN_AT = STUCK_AT + N_RANKS  # and how many cards nobody has seen
USED = UNSEEN_AT + WIDTH  # places of the plan that are taken


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
    hidden, known = count_unseen(view), row_of(view.known[view.next])
    total, held = sum_over(hidden, ALL), members(known)
    unknown = max(view.hand_sizes[view.next] - sum_over(known, ALL), 1 if view.hand_sizes[view.next] == 0 else 0)
    magic = view.holding == view.magic_at
    while rank_mask:
        rank = lowest_bit(rank_mask)
        rank_mask &= rank_mask - 1
        ranks, need = answering(view, rank), cards_to_answer(rank, view.hand[rank], magic)
        if not knows_answer(view, held & ranks, need):
            view.plan[STUCK_AT + rank] = stuck_chance(sum_over(hidden, ranks), need, total, max(unknown, 0))


@strict
def count_unseen(view):
    """Write into the plan how many cards of each rank nobody has seen, and give them as a row."""
    hidden = less(less(less(row_of(view.deck), view.hand), view.stack_counts), view.cleared)
    hidden = less(hidden, view.discards)
    for seat in range(view.players):
        if seat != view.seat:
            hidden = less(hidden, view.known[seat])
    hidden = from_zero(hidden)
    write_row(view.plan, UNSEEN_AT, hidden, 1.0)
    return hidden


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
def stuck_chance(fitting, need, total, unknown):
    """Roughly how likely none of some unknown cards answers a lay, if so many fit out of all that nobody has seen."""
    share = fitting / total if total > 0 else 0.0
    misses = 1.0 - (share if need == 1 else PAIR * share)
    return misses**unknown
