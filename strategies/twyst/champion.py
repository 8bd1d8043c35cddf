"""A champion: a player of the cards who learnt from playing every card of a decision to the end."""

from pathlib import Path

from knotlab.sim.games.twyst.state import BID, MISERE, NAME_LEADER, PLAYING
from knotlab.strategies import strategy
from knotlab.strategies.networks.weights import read_weights
from knotlab.strategies.twyst._judgement import survey_table
from knotlab.strategies.twyst._network import pack, sum_decision, weigh

WEIGHTS = read_weights(Path(__file__).with_name("champion.npz"))["weights"]
WORDS = pack(WEIGHTS)


def plan(view):
    """What all cards of a decision have in common."""
    if view.decision == PLAYING:
        survey_table(view)
        sum_decision(view, WORDS)


@strategy("twyst", plan=plan)
def champion(view, move):
    """Score each card by a small network that has learnt what a card comes to in the end.

    It sees what its player knows: the contract and how it stands, who bid which suit, who is out of which, the cards
    still out above and below each of its own, who wins the trick so far and who is still to play. It has a network for
    each role in each contract, one to lead and one to follow. It has learnt from decisions of its own games, in which
    every legal card was played on to the end. A soloist leads; a Misere has the left neighbour lead. It is a player of
    the cards: combine it with a bidder.

    Source: no advice; how it learnt is described in `docs/champions.md`.

    Assumed: that the others bid like `threshold`, and play about as well.
    """
    if move.kind == BID:
        return 0.0
    if move.kind == NAME_LEADER:
        return 1.0 if move.seat == (view.seat + (view.contract == MISERE) & 3) else 0.0
    return weigh(view, move.card, WORDS)
