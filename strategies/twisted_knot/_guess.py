"""Guessing whether a lay can be answered, from the next player's known cards and from those that nobody has seen."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ALL, BEATS_IN_ORDER, EIGHT, FIVE, JACK, JOKER, N_RANKS, SATISFIES, TWO
from knotlab.sim.kernels.vectors import WIDTH, from_zero, less, members, more, row_of, spread, sum_over, write_row
from knotlab.sim.lowlevel import lowest_bit

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
    in_order, satisfying = BEATS_IN_ORDER[showing], SATISFIES[top]  # both in any case: a branch would be guessed wrong
    ranks = in_order if (top == EIGHT) | (top == JOKER) else satisfying
    return 1 << FIVE if (top == JACK) & magic else ranks


@strict
def cards_to_answer(rank, count, magic):
    """How many cards of one rank it takes to answer a lay; magic: whether jacks are Magic Jacks now."""
    alike = (rank == TWO) | ((rank == JACK) & magic)
    return 2 if rank == JOKER else count if alike else 1


@strict
def guess_stuck(view, rank_mask):
    """Write into the plan, for each of some ranks, roughly how likely the next player cannot answer all cards of it in
    the hand, if every unseen card is equally likely to be anywhere.
    """
    hidden, known = count_unseen(view), row_of(view.known[view.next])
    total = sum_over(hidden, ALL)
    unknown = max(view.hand_sizes[view.next] - sum_over(known, ALL), 1 if view.hand_sizes[view.next] == 0 else 0)
    magic = view.holding == view.magic_at
    while rank_mask:
        rank = lowest_bit(rank_mask)
        rank_mask &= rank_mask - 1
        ranks, need = answering(view, rank), cards_to_answer(rank, view.hand[rank], magic)
        answered = members(less(known, spread(need - 1))) & ranks != 0  # by cards that the next player is known to hold
        stuck = stuck_chance(sum_over(hidden, ranks), need, total, max(unknown, 0))
        view.plan[STUCK_AT + rank] = 0.0 if answered else stuck  # a branch would be guessed wrong too often


@strict
def count_unseen(view):
    """Write into the plan how many cards of each rank nobody has seen, and give them as a row."""
    hidden = less(less(less(row_of(view.deck), view.hand), view.stack_counts), view.cleared)
    hidden = more(less(hidden, view.discards), row_of(view.known[view.seat]))
    for seat in range(view.players):  # one's own have just been added, as a branch would be guessed wrong too often
        hidden = less(hidden, view.known[seat])
    hidden = from_zero(hidden)
    write_row(view.plan, UNSEEN_AT, hidden, 1.0)
    return hidden


@strict
def stuck_chance(fitting, need, total, unknown):
    """Roughly how likely none of some unknown cards answers a lay, if so many fit out of all that nobody has seen."""
    share = fitting / total if total > 0 else 0.0
    misses, chance = 1.0 - (1.0 if need == 1 else PAIR) * share, 1.0
    while unknown:  # to that power, by squares
        chance *= misses if unknown & 1 else 1.0
        misses *= misses
        unknown >>= 1
    return chance
