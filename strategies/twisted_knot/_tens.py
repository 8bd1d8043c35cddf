"""Chains of goes that tens start: shared by the ideas on tens."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import TEN, mask
from knotlab.sim.games.twisted_knot.state import LAY
from knotlab.sim.lowlevel import count_bits, lowest_bit
from knotlab.strategies.twisted_knot._hold import FIRST, hold
from knotlab.strategies.twisted_knot.shed import shed

CLIMB = mask("6 J K A 3 4 8")  # what goes on a ten, one rank on the other


@strict
def followers(view):
    """How many ranks in the hand can be laid on tens one after another, threes, fours and eights included."""
    return count_bits(view.held & CLIMB)


@strict
def left_over(view):
    """How many cards in the hand can have no part in a chain of rising cards."""
    count = view.hand_sizes[view.seat] - view.hand[TEN]
    ranks = view.held & CLIMB
    while ranks:
        count -= view.hand[lowest_bit(ranks)]
        ranks &= ranks - 1
    return count


@strict
def under_way(view, tens):
    """Whether a chain of this many tens is on the table."""
    return view.stack_counts[TEN] >= tens


@strict
def start(view, move, least, most, hand):
    """Tens: as many as possible from `least` to `most` together; otherwise held back while the hand has at least `hand`
    cards.
    """
    if move.kind == LAY and least <= move.count <= most:
        return shed(view, move) + FIRST * move.count
    return shed(view, move) + hold(view, hand)
