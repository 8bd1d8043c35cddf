"""The highest card every time: the simplest way to play for tricks."""

from knotlab.sim.games.twyst.cards import rank_of
from knotlab.sim.games.twyst.state import NAME_LEADER, PLAY
from knotlab.strategies import strategy


@strategy("twyst", title="High-card player")
def high(view, move):
    """Play the highest legal card, of any suit; lead to the first trick oneself.

    It is a player of the cards: combine it with a bidder. Among cards of one rank it has no preference.

    Source: no advice; a yardstick.
    """
    if move.kind == PLAY:
        return float(rank_of(move.card))
    return 1.0 if move.kind == NAME_LEADER and move.seat == view.seat else 0.0
