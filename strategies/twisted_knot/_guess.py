"""Guessing whether a lay can be answered, from the known cards of the next player and from those that nobody has seen."""

from sim.jit import strict
from sim.twisted_knot.cards import ALL, BEATS_IN_ORDER, EIGHT, FIVE, FOUR, JACK, JOKER, N_RANKS, NOTHING, QUEEN, SATISFIES, TWO
from strategies.twisted_knot._count import unknown_cards, unseen

PAIR = 0.3  # how likely an unknown card that fits has a fellow to make up a pair or a second five or queen, about


@strict
def answering(view, rank):
    """The set of ranks that answer a lay of some rank on the present stack."""
    if rank == EIGHT and view.repeats:
        rank = view.repeated
    return answering_on(rank, view.showing, view.holding)


@strict
def answering_on(top, showing, holding):
    """The set of ranks that answer a top card above a showing one, with so many players left."""
    if top == NOTHING or top == FOUR:
        return ALL
    if top == TWO:
        return 1 << QUEEN
    if top == JACK and holding == 2:
        return 1 << FIVE
    return BEATS_IN_ORDER[showing] if top == EIGHT or top == JOKER else SATISFIES[top]


@strict
def cards_to_answer(rank, count, holding):
    """How many cards of one rank it takes to answer a lay."""
    if rank == JOKER:
        return 2
    return count if rank == TWO or (rank == JACK and holding == 2) else 1


@strict
def stuck_chance(view, rank, count):
    """About how likely the next player cannot answer a lay of some cards, if the cards that nobody has seen lie anywhere alike."""
    ranks, need = answering(view, rank), cards_to_answer(rank, count, view.holding)
    fitting, total = 0, 0
    for other in range(N_RANKS):
        hidden = unseen(view, other)
        total += hidden
        if ranks >> other & 1:
            fitting += hidden
            if view.known[view.next, other] >= need:
                return 0.0
    share = fitting / total if total > 0 else 0.0
    misses = 1.0 - (share if need == 1 else PAIR * share)
    unknown = max(unknown_cards(view, view.next), 1 if view.hand_sizes[view.next] == 0 else 0)
    return misses**unknown
