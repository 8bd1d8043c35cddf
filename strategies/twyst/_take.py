"""Playing for tricks: a soloist, partners in a duo, and those who play against a soloist."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twyst.cards import NOTHING, rank_of, suit_mask, suit_of
from knotlab.sim.lowlevel import count_bits
from knotlab.strategies.twyst._table import RUFFED, SURE, TRUMPS_OUT, WINNERS, is_master, slot


@strict
def take(view, card):
    """A card's score for a player who wants tricks, alone or with friends."""
    return float(lead(view, card) if view.laid == 0 else follow(view, card))


@strict
def cost(view, card):
    """What a card is worth keeping: its rank, more for a trump, more for one that is the best left of its suit."""
    return rank_of(card) + 20 * (suit_of(card) == view.trump) + 8 * is_master(view, card)


@strict
def follow(view, card):
    """Win as cheaply as is sure to hold; in third place win high, in second place preferably stay low; never beat a
    friend's winning card.
    """
    suit, rank = suit_of(card), rank_of(card)
    wins, is_sure = slot(view, WINNERS) >> card & 1, slot(view, SURE) >> card & 1
    if view.laid == 2:
        high = 200 + rank - 40 * (suit == view.trump)
    else:
        high = (90 if suit == view.suit else 150) - rank
    low = 100 + 200 * is_sure - cost(view, card)
    return high if wins > is_sure else low


@strict
def lead(view, card):
    """Draw trumps if the trump is one's own, then winners, then low from length (not from a side suit that an opponent
    trumps).
    """
    suit, rank = suit_of(card), rank_of(card)
    length = count_bits(view.hand & suit_mask(suit))
    own_trump = view.trump != NOTHING and view.contract != NOTHING
    if suit == view.trump:
        if not own_trump or view.plan[TRUMPS_OUT] == 0:
            return 20 - rank
        return 200 + rank if is_master(view, card) else 90 + 5 * length - rank
    ruffed = slot(view, RUFFED) >> suit & 1
    if is_master(view, card):
        return 50 if ruffed else 150 + length
    return 60 - 30 * ruffed + 4 * length - rank
