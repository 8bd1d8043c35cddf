"""What must be answered and what may be done: the legal moves of every decision (TK-5, TK-6, TK-8, TK-10..16)."""

import numpy as np

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twisted_knot.cards import (
    BEATS_IN_ORDER,
    EIGHT,
    FIVE,
    JACK,
    JOKER,
    N_RANKS,
    NOTHING,
    SATISFIES,
    TWO,
)
from knotlab.sim.games.twisted_knot.state import (
    DISCARD,
    GIVING,
    GO_ON,
    LAY,
    LAYING,
    PASS,
    PICK_UP,
    TAKING,
    TOP_UP,
    TOPPING_UP,
)
from knotlab.sim.lowlevel import lowest_bit


@inline
def legal(view, options):
    """List the legal moves of the decision at hand, from what the player knows; their number."""
    if view.decision == TOPPING_UP:
        n = add(options, 0, TOP_UP, NOTHING, missing_cards(view))
        return add(options, n, GO_ON, NOTHING, 0)
    if view.decision == TAKING:
        n = add(options, 0, TOP_UP, NOTHING, 1)
        return add(options, n, PICK_UP, NOTHING, view.stack_size)
    if view.decision == GIVING:
        kind = PASS if view.receiver >= 0 else DISCARD
        n = 0
        for rank in range(N_RANKS):
            if view.hand[rank] > 0:
                n = add(options, n, kind, rank, 1)
        return n
    n = list_pairs(view, options) if view.pairs > 0 else list_lays(view, options)
    if view.decision == LAYING and view.stack_size > 0 and (n == 0 or view.bound == 0):
        n = add(options, n, PICK_UP, NOTHING, view.stack_size)
    return n


@inline
def add(options, n, kind, rank, count):
    """Write a move into the list as number n; n + 1."""
    row = np.uint64(n)  # an index without a sign needs no check for one that counts from the end
    options.move[row, np.uint64(0)] = kind
    options.move[row, np.uint64(1)] = rank
    options.move[row, np.uint64(2)] = count
    return n + 1


@inline
def list_lays(view, options):
    """TK-10..13, 16: every rank that meets the demand, in every number from the one demanded."""
    ranks, least = satisfying(view)
    ranks &= view.held
    n = 0
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        held = view.hand[rank]
        add(
            options,
            n,
            LAY,
            rank,
            least,
            # one or two numbers are the rule: written unasked, since a loop that ends now here, now there, is guessed
            # wrong
        )
        add(options, n + 1, LAY, rank, least + 1)
        for count in range(least + 2, held + 1):
            add(options, n + count - least, LAY, rank, count)
        n += max(0, held - least + 1)
    return n


@inline
def satisfying(view):
    """TK-10..13: the set of ranks that meet the demand, and how many cards it takes (jokers apart)."""
    # All at hand: what follows selects and never branches.
    in_order, ranks, magic = BEATS_IN_ORDER[view.showing], SATISFIES[view.demand], is_magic_jack(view)
    ranks = in_order if view.demand == EIGHT else ranks
    ranks = 1 << FIVE if magic else ranks
    return ranks, view.demand_count if (view.demand == TWO) | magic else 1


@jit
def list_pairs(view, options):
    """TK-14: pairs on jokers, as far as the hand that remains can supply the pairs owed after them."""
    supply = pairs_in_hand(view)
    n = 0
    for rank in range(N_RANKS):
        if view.pair_mask >> rank & 1:
            held = view.hand[rank]
            for count in range(2, held + 1):
                if supply - held // 2 + (held - count) // 2 >= view.pairs - 1:
                    n = add(options, n, LAY, rank, count)
    return n


@jit
def pairs_in_hand(view):
    """TK-14: how many of the pairs owed the hand can supply."""
    supply = 0
    for rank in range(N_RANKS):
        if view.pair_mask >> rank & 1:
            supply += view.hand[rank] // 2
    return supply


@inline
def cards_needed(view):
    """TK-8: how many cards it takes in all to meet the demand."""
    if view.demand == JOKER:
        return 2 * view.demand_count
    if view.demand == TWO or is_magic_jack(view):
        return view.demand_count
    return 1


@inline
def missing_cards(view):
    """TK-8: how many cards may be taken to top up, 0 if none."""
    missing, pile = cards_needed(view) - view.hand_sizes[view.seat], view.pile_sizes[view.seat]
    if missing <= 0:
        return 0
    if view.short_piles:
        return min(missing, pile)
    return missing if missing <= pile else 0


@inline
def is_magic_jack(view):
    """TK-12: a Jack to be answered while exactly two players hold cards, in games that have Magic Jacks."""
    return (view.demand == JACK) & (view.holding == view.magic_at)
