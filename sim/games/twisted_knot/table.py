"""Cards on the move: piles, hands and the stack of a position (TK-2, TK-4, TK-7, TK-11..15)."""

import numpy as np

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twisted_knot.cards import EIGHT, JOKER, NOTHING
from knotlab.sim.games.twisted_knot.state import TOOK
from knotlab.sim.kernels.trace import note
from knotlab.sim.kernels.vectors import clear_row


@jit
def take(view, hidden, trace, seat, count):
    """TK-3, 5, 8, 23: some cards from the top of the own pile into the hand."""
    note(trace, TOOK, seat, hidden.taken[seat], count)
    for _ in range(count):
        rank = hidden.deck[seat + view.players * hidden.taken[seat]]
        hidden.taken[seat] += 1
        hidden.hands[seat, rank] += 1
        hidden.held[seat] |= 1 << rank
        view.hand[rank] += 1
    view.held = hidden.held[seat]
    view.hand_sizes[seat] += count
    view.pile_sizes[seat] -= count
    hidden.spent += count


@inline
def drop(view, hidden, seat, rank, count):
    """Cards leave the hand of the player to move."""
    hidden.hands[seat, rank] -= count
    view.hand[rank] -= count
    view.hand_sizes[seat] -= count
    view.held &= ~(np.int64(view.hand[rank] == 0) << rank)
    hidden.held[seat] = view.held


@inline
def push(view, rank, count):
    """The stack after a lay, and the demand that the lay leaves (TK-11..15, TK-28, TK-29)."""
    # One card is the rule: what lies beyond the stack is of no account.
    view.stack[view.stack_size] = view.stack[view.stack_size + 1] = rank
    for i in range(2, count):
        view.stack[view.stack_size + i] = rank
    beneath = view.top
    view.stack_size += count
    view.stack_counts[rank] += count
    view.stack_held |= 1 << rank
    view.alike = view.alike + count if view.top == rank else count
    view.top, view.top_count = rank, count
    if rank != EIGHT:
        view.repeated = rank
        if rank != JOKER:
            view.showing = rank
    view.demand = view.repeated if view.repeats else rank
    if view.through_jokers and rank == EIGHT and view.repeated == JOKER:
        view.demand = view.showing
        count = 1 if beneath == JOKER else count
    view.demand_count = 1 + (count - 1) * np.int64(view.multiply[view.demand])


@inline
def empty_stack(view):
    """An empty table: nothing to beat."""
    view.stack_size = view.top_count = view.alike = view.demand_count = 0
    view.top = view.demand = view.showing = view.repeated = NOTHING
    view.stack_held = 0
    clear_row(view.stack_counts)


@inline
def next_seat(view, hidden, seat):
    """TK-4: the next seat after one, in the direction now valid, that still holds cards."""
    return np.int64(hidden.beside[view.direction + 1, seat])


@jit
def join_neighbours(view, hidden):
    """TK-4: who follows whom, in both directions, among those still holding cards."""
    for step in (-1, 1):
        for seat in range(view.players):
            other = (seat + step) % view.players
            while view.places[other] > 0 and other != seat:
                other = (other + step) % view.players
            hidden.beside[step + 1, seat] = other
