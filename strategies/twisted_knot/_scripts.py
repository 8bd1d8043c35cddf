"""Four fixed scripts, each an order in which ranks are laid: what a predictable player follows, and what a player who
knows the script expects.
"""

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import N_RANKS, RANK
from knotlab.sim.games.twisted_knot.state import GO_ON, LAY, PICK_UP
from knotlab.strategies.twisted_knot.shed import NEVER

N_SCRIPTS = 4
_ORDERS = (
    "2 5 Q 7 9 10 Jk 6 J K A 3 4 8",  # the lowest first, as `shed`
    "2 5 Q 7 9 10 Jk 6 J K 3 4 8 A",  # aces last
    "2 5 Q 7 10 Jk 6 J K A 3 4 8 9",  # nines last
    "2 7 5 Q 9 10 8 Jk 6 J K 3 4 A",  # eights early, fours and aces last
)
# How soon each script lays a rank, greater is sooner; shape (4, 14).
SOONNESS = np.array([[N_RANKS - order.split().index(rank) for rank in RANK] for order in _ORDERS], np.int64)


@strict
def follow(view, move, script):
    """Lay the rank that comes first in a script, all cards of it; never pick up by choice; top up; give away the lowest
    card.
    """
    if move.kind == LAY:
        return SOONNESS[script, move.rank] + move.count / 100.0
    if move.kind == PICK_UP:
        return NEVER
    if move.kind == GO_ON:
        return -1.0
    return float(-move.rank)
