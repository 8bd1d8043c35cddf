"""Never alone if it can be helped: the bid of a player who shows numerals only."""

from knotlab.sim.games.twyst.cards import DEUCE, JACK, rank_of, suit_mask, suit_of
from knotlab.sim.games.twyst.state import BID
from knotlab.sim.lowlevel import count_bits
from knotlab.strategies import strategy


@strategy("twyst", title="Cautious bidder")
def cautious(view, move):
    """Show the lowest numeral of the longest suit that has one.

    Low, since a high numeral raises the target of a duo and wins a Twist solo. It is a bidder: combine it with a player
    of the cards.

    Source: no advice; the simplest way to avoid a solo.

    Assumed: a hand without a numeral shows its lowest court, then an Ace, then a deuce.
    """
    if move.kind != BID:
        return 0.0
    rank = rank_of(move.card)
    if DEUCE < rank < JACK:
        return 100.0 * count_bits(view.hand & suit_mask(suit_of(move.card))) - rank
    return -1000.0 if rank == DEUCE else float(-rank)
