"""The highest card every time: the plainest way to play for tricks."""

from knotlab.sim.games.twyst.cards import rank_of
from knotlab.sim.games.twyst.state import NAME_LEADER, PLAY
from knotlab.strategies import strategy


@strategy("twyst")
def high(view, move):
    """Play the highest legal card, of any suit; lead to the first trick oneself.

    Used alone it bids at random. Among cards of one rank it has no preference.
    """
    if move.kind == PLAY:
        return float(rank_of(move.card))
    return 1.0 if move.kind == NAME_LEADER and move.seat == view.seat else 0.0
