"""Paying as little as possible: what the penalty rules suggest first."""

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import penalty, size
from knotlab.sim.games.knotweed.state import PASS, PLAY, SKIMP, SNEAK
from knotlab.strategies import strategy

OUT = 1000.0  # above every other score: the last card
BREAKING_RULES = -1000.0


@strict
def card_beneath(view, move):
    """The top card of the pile that a play goes onto."""
    return view.tops[np.uint64(move.pile)]  # an index without a sign needs no check for one that counts from the end


@strict
def is_whole_rank(view, move):
    """Whether a play takes all cards of its rank out of the hand."""
    return move.cards == view.hand[np.uint64(move.rank)]


@strict
def extra_penalty(view, move):
    """How many more cards the turn costs with this play than without it."""
    return max(0, penalty(card_beneath(view, move), move.rank) - view.penalty)


@strategy("knotweed", title="Cheapest play")
def cheapest(view, move):
    """Make the play with the smallest penalty, go on as long as plays cost nothing more, and stop before the first that
    does.

    Of plays with the same penalty it makes the one with the larger group. It plays its last cards whatever they cost,
    since a player who is out pays nothing, and passes only if nothing goes.

    Source: no advice; the basis of other strategies.

    Assumed: it prunes at random and never cheats.
    """
    if move.kind == PLAY:
        if size(move.cards) == view.hand_sizes[view.seat]:
            return OUT
        return 0.1 * size(move.cards) - 10.0 * extra_penalty(view, move)
    if move.kind == PASS:
        return -40.0
    return BREAKING_RULES if move.kind == SNEAK or move.kind == SKIMP else 0.0
