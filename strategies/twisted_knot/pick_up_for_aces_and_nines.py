"""Picking up by choice: the rulebooks say that a player may do so to gain useful cards."""

from knotlab.sim.games.twisted_knot.cards import ACE, NINE
from knotlab.sim.games.twisted_knot.state import PICK_UP
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._both import hoard_either
from knotlab.strategies.twisted_knot._hold import FIRST


@strategy(
    "twisted-knot", title="Ace and nine picker", limit=param(2, 0, 6), wanted=param(1, 1, 4), others=param(0, 0, 8)
)
def pick_up_for_aces_and_nines(view, move, limit, wanted, others):
    """Collect aces and nines as `hoard-both` does, and pick up a small stack that holds some of them even when a card
    could be laid.

    Source: the rulebooks' remark on picking up by choice; claim TK-C20.

    Assumed: a player who collects aces and nines is the one who wants such cards, so the idea is tried on top of
    collecting them.

    Parameters
    ----------
    limit
        The largest stack picked up by choice; 0 never does, and plays exactly like `hoard-both`.
    wanted
        How many aces and nines must be in it.
    others
        As in `hoard-both`.
    """
    if move.kind == PICK_UP and move.count <= limit and view.stack_counts[ACE] + view.stack_counts[NINE] >= wanted:
        return 10.0 * FIRST
    return hoard_either(view, move, others)
