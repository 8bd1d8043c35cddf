"""Picking up of one's own will: the rulebooks say that a player may do so to gain cards he wants."""

from knotlab.sim.games.twisted_knot.cards import ACE, NINE
from knotlab.sim.games.twisted_knot.state import PICK_UP
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._both import hoard_either
from knotlab.strategies.twisted_knot._hold import FIRST


@strategy("twisted-knot", limit=param(2, 0, 6), wanted=param(1, 1, 4), others=param(0, 0, 8))
def pick_up_for_aces_and_nines(view, move, limit, wanted, others):
    """Collect aces and nines as `hoard-both` does, and pick up a small stack that has some of them even when a card
    could be laid.

    limit: the greatest stack picked up so; 0 never does and plays just `hoard-both`. wanted: how many aces and nines
    must lie in it. others: as in `hoard-both`. Assumed: the hoarder is who wants such cards, so the tip is tried on top
    of hoarding.
    """
    if move.kind == PICK_UP and move.count <= limit and view.stack_counts[ACE] + view.stack_counts[NINE] >= wanted:
        return 10.0 * FIRST
    return hoard_either(view, move, others)
