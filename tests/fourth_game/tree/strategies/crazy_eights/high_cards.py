"""Getting rid of the points in hand: the plain baseline."""

from knotlab.sim.games.crazy_eights.cards import points_of
from knotlab.sim.games.crazy_eights.state import NAME, PLAY
from knotlab.strategies import strategy


@strategy("crazy-eights")
def high_cards(view, move):
    """Play the card that counts most, eights first; draw only if nothing matches.

    Assumed: it names a suit by lot.
    """
    if move.kind == PLAY:
        return float(points_of(move.value))
    return 0.0 if move.kind == NAME else -1.0
