"""Playing to lose tricks: the player of a Misere, and those who want that player to win one."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twyst.cards import rank_of, suit_of
from knotlab.sim.games.twyst.rules import beats
from knotlab.sim.games.twyst.state import MISERE
from knotlab.sim.lowlevel import count_bits
from knotlab.strategies.twyst._table import PREY, UNSEEN, higher, lower, slot, to_come


@strict
def duck(view, card):
    """A card's score for a Misere, or against one."""
    if view.laid == 0:
        return lead_low(view, card)
    if view.contract != MISERE:
        return chase(view, card)
    if not beats(view, card, suit_of(card)):
        return 100.0 + burden(view, card)
    return -float(rank_of(card)) if view.laid < 3 else float(rank_of(card))


@strict
def burden(view, card):
    """How dangerous a card is to keep: its rank, less 1.5 for every lower card of its suit in the hand."""
    return rank_of(card) - 1.5 * count_bits(view.hand & lower(card))


@strict
def lead_low(view, card):
    """Lead what others are most likely to beat; against a Misere preferably in a suit that its player has."""
    above, below = count_bits(slot(view, UNSEEN) & higher(card)), count_bits(slot(view, UNSEEN) & lower(card))
    if view.contract == MISERE:
        return 10.0 * (above > 0) + above - below
    return above - 2.0 * below - 20.0 * prey_void(view, suit_of(card))


@strict
def prey_void(view, suit):
    """Whether every live Misere is known to have no card of a suit."""
    prey = slot(view, PREY)
    for seat in range(4):
        if prey >> seat & 1 and not view.voids[seat] >> suit & 1:
            return False
    return True


@strict
def chase(view, card):
    """Never beat a Misere's winning card; stay low while its player is still to play; throw high cards when it is safe
    from this trick.
    """
    prey, wins, rank = slot(view, PREY), beats(view, card, suit_of(card)), float(rank_of(card))
    if not wins:
        return 100.0 + rank
    if prey >> view.winning & 1:
        return -100.0 - rank
    return 20.0 - rank if prey & to_come(view) else 110.0 + rank
