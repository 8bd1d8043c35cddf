"""A number that stands for a position of Twisted Knot, kept up to date move by move (TK-27).

Positions are told apart only while nothing happens that can never be undone, so what does not change then is left out:
piles, cards out of the game, who has gone out. `hidden.sketch` is a sum over the cards in hands, and over those that
somebody is known to hold, each with a factor of its own; only its changes count, wherever it started. `hidden.heap`
stands for the table stack, in order. Two different positions share both with a probability of about 2^-64.
"""

import numpy as np

from knotlab.sim.games.twisted_knot.cards import MAX_COPIES
from knotlab.sim.jit import inline, wrapping
from knotlab.sim.lowlevel import WIDTH

_SEATS = 8
_ODD = np.random.Philox(key=27).random_raw(_SEATS * WIDTH + _SEATS + 1).astype(np.int64) | 1
HOLDS = _ODD[: _SEATS * WIDTH].reshape(_SEATS, WIDTH)  # by seat and rank: a card in a hand
KNOWS = _ODD[_SEATS * WIDTH : -1]  # by viewer: he knows of it; a factor more
STEP = int(_ODD[-1])  # from a card of the stack to the next


@inline
@wrapping
def fingerprint(view, hidden):
    """TK-27: a number that stands for a complete position, among those with the same `progress`."""
    lay = (view.top_count * 2 * MAX_COPIES + view.demand_count) * 2 * WIDTH + view.top
    return (hidden.sketch ^ hidden.heap) + ((lay * 4 + view.direction) * _SEATS + view.seat) * STEP
