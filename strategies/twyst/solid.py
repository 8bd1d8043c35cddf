"""Sound play in every role: the usual rules of trick-taking, reversed where tricks are not wanted."""

from knotlab.sim.games.twyst.state import BID, MISERE, NAME_LEADER
from knotlab.strategies import strategy
from knotlab.strategies.twyst._duck import duck
from knotlab.strategies.twyst._nemo import keep_clean
from knotlab.strategies.twyst._table import AIM, DUCKING, TAKING, look
from knotlab.strategies.twyst._take import take


def plan(view):
    """Who is on whose side, and which cards are still out."""
    look(view)


@strategy("twyst", title="Sound player", plan=plan)
def solid(view, move):
    """Play the cheapest card that is sure to win, otherwise low; lead winners and trumps first; in a Misere play the
    highest card that loses, in Nemo for clean tricks.

    Those who play against a soloist treat each other as partners and never beat a friend's winner; where a Misere may
    take the trick they stay below it. A soloist leads; a Misere has the left neighbour lead, and so plays last. It is a
    player of the cards: combine it with a bidder.

    Source: the usual advice for games of tricks.

    Assumed: cards of players known to be out of a suit are not counted any further.
    """
    if move.kind == BID:
        return 0.0
    if move.kind == NAME_LEADER:
        return 1.0 if move.seat == (view.seat + (view.contract == MISERE) & 3) else 0.0
    if view.plan[AIM] == TAKING:
        return take(view, move.card)
    return duck(view, move.card) if view.plan[AIM] == DUCKING else keep_clean(view, move.card)
