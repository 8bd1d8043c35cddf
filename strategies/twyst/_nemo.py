"""Playing for clean tricks: Nemo, where one suit spoils a trick."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twyst.cards import rank_of, suit_mask, suit_of
from knotlab.sim.games.twyst.rules import beats
from knotlab.sim.lowlevel import count_bits
from knotlab.strategies.twyst._table import UNSEEN, higher, is_master, slot


@strict
def keep_clean(view, card):
    """A card's score in a Nemo."""
    return lead(view, card) if view.laid == 0 else follow(view, card)


@strict
def lead(view, card):
    """Winners of the other suits, those that stay winners longest last; otherwise a low card, of the unwanted suit if
    somebody must beat it.
    """
    suit, rank = suit_of(card), rank_of(card)
    above = count_bits(slot(view, UNSEEN) & higher(card))
    if suit == view.unwanted:
        return 60.0 + above if above > 1 else -50.0
    if is_master(view, card):
        others = count_bits(slot(view, UNSEEN) & suit_mask(suit))
        return 100.0 + others if others > 2 else 40.0
    return 20.0 + above - rank / 10.0


@strict
def follow(view, card):
    """Win what is clean, as cheaply as is safe; lose what is not; get rid of high and unwanted cards where winning is
    impossible.
    """
    suit, rank = suit_of(card), float(rank_of(card))
    dirty = view.on_table & suit_mask(view.unwanted) != 0 or suit == view.unwanted
    if not beats(view, card, suit):
        return 100.0 + rank + 20.0 * (suit == view.unwanted)
    if dirty:
        return 50.0 - rank if view.laid < 3 else 50.0 + rank
    if view.laid == 3:
        return 300.0 - rank
    return 200.0 + rank if is_master(view, card) else 90.0 + rank * (view.laid - 1)
