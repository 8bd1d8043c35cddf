"""Playing for tricks: a soloist, partners in a duo, and those who play against a soloist."""

from knotlab.sim.games.twyst.cards import NOTHING, rank_of, suit_mask, suit_of
from knotlab.sim.games.twyst.rules import beats
from knotlab.sim.jit import strict
from knotlab.sim.lowlevel import count_bits
from knotlab.strategies.twyst._table import FRIENDS, friend_has_it, holds, is_master, slot, trumps_out


@strict
def take(view, card):
    """A card's score for a player who wants tricks, alone or with friends."""
    return lead(view, card) if view.laid == 0 else follow(view, card)


@strict
def cost(view, card):
    """What a card is worth keeping: its rank, more for a trump, more for one that is the best left of its suit."""
    return rank_of(card) + 20.0 * (suit_of(card) == view.trump) + 8.0 * is_master(view, card)


@strict
def follow(view, card):
    """Win as cheaply as is sure to hold; in third place win high, in second place preferably stay low; never beat a
    friend's winning card.
    """
    if friend_has_it(view) or not beats(view, card, suit_of(card)):
        return 100.0 - cost(view, card)
    if holds(view, card):
        return 300.0 - cost(view, card)
    if view.laid == 2:
        return 200.0 + rank_of(card) - 40.0 * (suit_of(card) == view.trump)
    return 90.0 - rank_of(card) if suit_of(card) == view.suit else 150.0 - rank_of(card)


@strict
def lead(view, card):
    """Draw trumps if the trump is one's own, then winners, then low from length (not from a side suit that an opponent
    trumps).
    """
    suit, rank = suit_of(card), rank_of(card)
    length = count_bits(view.hand & suit_mask(suit))
    own_trump = view.trump != NOTHING and view.contract != NOTHING
    if suit == view.trump:
        if not own_trump or trumps_out(view) == 0:
            return 20.0 - rank
        return 200.0 + rank if is_master(view, card) else 90.0 + 5.0 * length - rank
    ruffed = opponents_void(view, suit) and trumps_out(view) > 0
    if is_master(view, card):
        return 50.0 if ruffed else 150.0 + length
    return (30.0 if ruffed else 60.0) + 4.0 * length - rank


@strict
def opponents_void(view, suit):
    """Whether an opponent is known to have no card of a suit."""
    for seat in range(4):
        if not slot(view, FRIENDS) >> seat & 1 and view.voids[seat] >> suit & 1:
            return True
    return False
