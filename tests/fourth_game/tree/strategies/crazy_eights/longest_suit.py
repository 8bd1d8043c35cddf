"""Shedding the longest suit: a player whose cards are all of one suit can seldom match."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.crazy_eights.cards import EIGHT, N_RANKS, points_of, rank_of, suit_of
from knotlab.sim.games.crazy_eights.state import NAME, PLAY
from knotlab.strategies import param, strategy

LAST = 1000.0  # the last card goes whatever it is


@strict
def suit_length(view, suit):
    """Cards of a suit in one's own hand, eights left out."""
    n = 0
    for rank in range(N_RANKS):
        if rank != EIGHT:
            n += view.hand[4 * rank + suit]
    return n


@strategy("crazy-eights", points=param(0.2, 0.0, 5.0), eight=param(5.0, 0.0, 50.0))
def longest_suit(view, move, points, eight):
    """Play a card of the suit of which it holds most, so that the hand stays short in every suit.

    points: how much a point in hand weighs beside a card of the suit. eight: what an eight is worth beyond its points,
    less the nearer the next player is to going out. Assumed: it names its longest suit, and draws only if nothing
    matches.
    """
    if move.kind == NAME:
        return float(suit_length(view, move.value))
    if move.kind != PLAY:
        return -LAST
    if view.hand_sizes[view.seat] == 1:
        return LAST
    worth = points * points_of(move.value)
    if rank_of(move.value) == EIGHT:
        return worth - eight * view.hand_sizes[view.next]
    return worth + suit_length(view, suit_of(move.value))
