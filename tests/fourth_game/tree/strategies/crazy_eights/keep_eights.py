"""Keeping eights, which match everything, for a turn in which nothing else does."""

from knotlab.sim.games.crazy_eights.cards import EIGHT, points_of, rank_of
from knotlab.sim.games.crazy_eights.state import NAME, PLAY
from knotlab.strategies import param, strategy
from knotlab.strategies.crazy_eights.longest_suit import suit_length


@strategy("crazy-eights", tip=param(1, 0, 1))
def keep_eights(view, move, tip):
    """Play an eight only if no other card matches; of the others the one that counts most.

    tip: 0 plays eights as what they count, so before all others. Assumed: it names the suit of which it holds most
    cards, and draws only if nothing matches, an eight included.
    """
    if move.kind == NAME:
        return float(suit_length(view, move.value))
    if move.kind != PLAY:
        return -1.0
    if tip == 1 and rank_of(move.value) == EIGHT:
        return 0.0
    return float(points_of(move.value))
