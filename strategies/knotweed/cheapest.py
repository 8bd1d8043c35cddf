"""Paying as little as possible: what the penalty rules suggest first."""

from knotlab.sim.games.knotweed.cards import penalty, size
from knotlab.sim.games.knotweed.state import PASS, PLAY, SKIMP, SNEAK
from knotlab.sim.jit import strict
from knotlab.strategies import strategy

OUT = 1000.0  # above every other score: the last card
BREAKING_RULES = -1000.0


@strict
def extra_penalty(view, move):
    """How many more cards the turn costs with this play than without it."""
    return max(0, penalty(view.tops[move.pile], move.rank) - view.penalty)


@strategy("knotweed")
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
