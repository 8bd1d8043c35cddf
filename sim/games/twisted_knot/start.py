"""The start of a game: the deal, the first cards and who begins (TK-1..3, 30)."""

import numpy as np

from knotlab.sim.compiling.jit import jit
from knotlab.sim.games.twisted_knot.cards import FOUR, N_RANKS, NOTHING, THREE, TWO
from knotlab.sim.games.twisted_knot.table import empty_stack, join_neighbours, next_seat, take
from knotlab.sim.kernels.chance import DEAL, below, riffle, shuffle
from knotlab.sim.kernels.vectors import clear_row
from knotlab.sim.protocol import CHANCE, TURN

HAND = 8  # cards that everybody had in the game before (TK-30)


@jit
def deal(view, hidden, chance):
    """TK-1, 2, 30: shuffle the pack in its listed order and deal it out."""
    n = 0
    for rank in range(N_RANKS):
        for _ in range(view.deck[rank]):
            hidden.deck[n] = rank
            n += 1
    hidden.n_cards = n
    shuffle(chance, hidden.deck, n)
    if view.riffles >= 0:
        play_the_game_before(hidden.deck, n, hidden.unseen)
        for _ in range(view.riffles):
            riffle(chance, hidden.deck, n, hidden.unseen)


@jit
def play_the_game_before(cards, n, left):
    """TK-30: of hands of eight, by turns, all cards of the lowest rank, until none is left; the order of lays is that
    of the cards.
    """
    laid = 0
    while laid < n:
        for first in range(0, n, HAND):
            end = min(first + HAND, n)
            lowest = np.int64(N_RANKS)
            for i in range(first, end):
                lowest = min(lowest, np.int64(cards[i]))
            for i in range(first, end):
                if cards[i] == lowest and lowest < N_RANKS:
                    left[laid] = lowest
                    laid += 1
                    cards[i] = N_RANKS
    for i in range(n):
        cards[i] = left[i]


@jit
def begin(view, hidden, trace):
    """TK-3: let all take their first card; the holder of the lowest starts, unless chance must decide between
    several.
    """
    clear_table(view, hidden)
    for seat in range(view.players):
        take(view, hidden, trace, seat, 1)
    hidden.lot = lowest_holder(view, hidden, 0)
    if lowest_holders(view, hidden) > 1:
        return CHANCE
    return settle(view, hidden, trace)


@jit
def draw_chance(view, hidden, chance):
    """TK-3: one of the holders of the lowest card at random."""
    hidden.lot = lowest_holder(view, hidden, below(chance, DEAL, lowest_holders(view, hidden)))


@jit
def settle(view, hidden, trace):
    """TK-3: the seat that the lot fell on has the first turn."""
    view.starter = view.seat = hidden.lot
    view.next = next_seat(view, hidden, view.seat)
    view.first_card = hidden.deck[view.starter]
    return TURN


@jit
def clear_table(view, hidden):
    """Set everything but the settings and the deck to the state before TK-3."""
    n = view.players
    view.holding, view.direction = n, 1
    view.discarded = hidden.turns = hidden.out = hidden.spent = 0
    hidden.sketched = hidden.sketch = hidden.heap = 0
    view.goes = view.misses = view.owed = view.pairs = view.pair_mask = 0
    view.receiver = NOTHING
    clear_row(view.cleared)
    for seat in range(n):
        clear_row(hidden.hands[seat])
        clear_row(hidden.discards[seat])
        for viewer in range(n):
            clear_row(hidden.known[viewer, seat])
        hidden.held[seat] = 0
        hidden.taken[seat] = 0
        view.places[seat] = 0
        view.hand_sizes[seat] = 0
        view.pile_sizes[seat] = (hidden.n_cards - seat + n - 1) // n
    join_neighbours(view, hidden)
    empty_stack(view)


@jit
def lowest_holder(view, hidden, number):
    """TK-3: holder number 0, 1 ... of the lowest first card, by ascending seat."""
    lowest = lowest_level(view, hidden)
    for seat in range(view.players):
        if level(hidden.deck[seat]) == lowest:
            if number == 0:
                return seat
            number -= 1
    return 0


@jit
def lowest_holders(view, hidden):
    """TK-3: how many hold a lowest first card."""
    lowest = lowest_level(view, hidden)
    holders = 0
    for seat in range(view.players):
        holders += level(hidden.deck[seat]) == lowest
    return holders


@jit
def lowest_level(view, hidden):
    """The level of the lowest first card."""
    lowest = np.int64(N_RANKS + 1)
    for seat in range(view.players):
        lowest = min(lowest, level(hidden.deck[seat]))
    return lowest


@jit
def level(rank):
    """TK-3: where a rank stands in the order that finds the starter (3 after 2; 4 and 8 equal)."""
    if rank == TWO:
        return 0
    if rank == THREE:
        return 1
    if rank >= FOUR:
        return N_RANKS
    return rank + 1
