"""Counting cards: what the next player may hold, going by all that a player has seen (the list at the end of the
rulings).
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import N_RANKS


@strict
def unseen(view, rank):
    """How many cards of a rank have not been seen anywhere: they are in piles, in unknown parts of hands, or discarded
    by others.
    """
    count = view.deck[rank] - view.hand[rank] - view.stack_counts[rank] - view.cleared[rank] - view.discards[rank]
    for seat in range(view.players):
        if seat != view.seat:
            count -= view.known[seat, rank]
    return max(count, 0)


@strict
def unknown_cards(view, seat):
    """How many cards in a hand are not known by rank."""
    count = view.hand_sizes[seat]
    for rank in range(N_RANKS):
        count -= view.known[seat, rank]
    return max(count, 0)


@strict
def most_held(view, rank):
    """The most cards of a rank that the next player may hold."""
    return view.known[view.next, rank] + min(unseen(view, rank), unknown_cards(view, view.next))
