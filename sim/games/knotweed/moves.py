"""The legal moves of Knotweed, listed (KW-3, KW-4, KW-9, KW-11)."""

import numpy as np

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.knotweed.cards import N_RANKS, next_part, rank_of, single, suit_of
from knotlab.sim.games.knotweed.state import PASS, PLAY, PRUNE, PRUNING, SKIMP, SNEAK, STOP, TAKE, TAKING
from knotlab.sim.lowlevel import lowest_bit


@jit
def legal(view, options):
    """List the moves of the decision at hand in the order of the rulings (Draws); how many there are."""
    if view.decision == PRUNING:
        return list_prunings(view, options)
    if view.decision == TAKING:
        return list_takings(view, options)
    n = list_plays(view, options)
    n = list_move(options, n, STOP if view.plays > 0 else PASS, -1, -1, 0)
    if may_cheat(view):
        n = list_sneaks(view, options, n)
    return n


@inline
def may_cheat(view):
    """KW-11: whether the player may break the rules: the table allows it and he declares it."""
    return view.cheating >= 0.0 and view.cheats != 0


@inline
def list_move(options, n, kind, pile, rank, cards):
    """Write one move at the end of the list."""
    row = np.uint64(n)  # an index without a sign needs no check for one that counts from the end
    options.move[row, np.uint64(0)] = kind
    options.move[row, np.uint64(1)] = pile
    options.move[row, np.uint64(2)] = rank
    options.move[row, np.uint64(3)] = cards
    return n + 1


@inline
def list_groups(options, n, kind, pile, rank, least, most):
    """All groups of a rank, each once, that have at least one card and between `least` and `most` of each suit, in
    ascending order.
    """
    free = most - least
    gaps = 0o7777 - free
    more = 0 if least > 0 else next_part(0, gaps)
    n = list_move(options, n, kind, pile, rank, least + more)
    while more != free:
        more = next_part(more, gaps)
        n = list_move(options, n, kind, pile, rank, least + more)
    return n


@inline
def list_plays(view, options):
    """KW-4: onto each open pile every group of its top's rank, and every group of another rank with a card of its
    suit.
    """
    n = 0
    for pile in range(view.standing):
        if view.open[pile]:
            rank, suit = rank_of(view.tops[pile]), suit_of(view.tops[pile])
            ranks = view.suits[suit] | (view.held & (1 << rank))
            while ranks != 0:
                other = lowest_bit(ranks)
                ranks &= ranks - 1
                least = 0 if other == rank else single(suit)
                n = list_groups(options, n, PLAY, pile, other, least, view.hand[other])
    return n


@jit
def list_sneaks(view, options, n):
    """KW-11: onto each open pile every group of another rank without a card of its suit."""
    for pile in range(view.standing):
        if view.open[pile]:
            rank, suit = rank_of(view.tops[pile]), suit_of(view.tops[pile])
            for other in range(N_RANKS):
                most = view.hand[other] & ~(7 * single(suit))
                if other != rank and most > 0:
                    n = list_groups(options, n, SNEAK, pile, other, 0, most)
    return n


@jit
def list_prunings(view, options):
    """KW-9: every pile not chosen yet."""
    n, before = 0, (view.piles + 1) // 2 - view.to_prune
    for pile in range(view.piles):
        if view.open[pile]:
            n = list_move(options, n, PRUNE, pile, -1, before)
    return n


@jit
def list_takings(view, options):
    """KW-11: the cards due, or fewer."""
    n = list_move(options, 0, TAKE, -1, -1, view.due)
    for cards in range(view.due):
        n = list_move(options, n, SKIMP, -1, -1, cards)
    return n
