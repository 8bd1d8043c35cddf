"""A number that stands for a position of Twisted Knot, kept up to date move by move (TK-27).

Positions are distinguished only while nothing happens that can never be undone, so what does not change then is left
out: piles, cards out of the game, who has gone out. `hidden.sketch` is a sum over the cards in hands, and over those
that somebody is known to hold, each with a factor of its own; only its changes count, wherever it started.
`hidden.heap` stands for the table stack, in order. Two different positions share both with a probability of about
2^-64. Both are kept only while `hidden.sketched` says so.
"""

import numpy as np

from knotlab.sim.compiling.jit import inline, jit, wrapping
from knotlab.sim.games.twisted_knot.cards import MAX_COPIES
from knotlab.sim.kernels.vectors import WIDTH, add_row, dot, less, members, row_of

_SEATS = 8
_ODD = np.random.Philox(key=27).random_raw(_SEATS * WIDTH + _SEATS + 1).astype(np.int64) | 1
HOLDS = _ODD[: _SEATS * WIDTH].reshape(_SEATS, WIDTH)  # by seat and rank: a card in a hand
KNOWS = _ODD[_SEATS * WIDTH : -1]  # by viewer: he knows of it; a factor more
STEP = int(_ODD[-1])  # from a card of the stack to the next


@jit
@wrapping
def keep_sketch(view, hidden):
    """From now on the sketch is kept; nothing but its changes and the stack matters."""
    hidden.sketched = 1
    hidden.heap = 0
    for i in range(view.stack_size):
        hidden.heap = (hidden.heap + view.stack[i] + 1) * STEP


@inline
@wrapping
def forget_and_sketch(view, hidden, rank, count):
    """Cards leave a hand for the stack: what others know of them goes, and all of it is in the sketch."""
    seat, gone = view.seat, np.int64(count)
    for viewer in range(view.players):
        known = np.int64(hidden.known[viewer, seat, rank])
        forgotten = min(known, count)
        hidden.known[viewer, seat, rank] = known - forgotten
        gone += forgotten * KNOWS[viewer] * (view.places[viewer] == 0)
    hidden.sketch -= gone * HOLDS[seat, rank]
    for _ in range(count):
        hidden.heap = (hidden.heap + rank + 1) * STEP


@inline
@wrapping
def learn_and_sketch(view, hidden):
    """The stack joins a hand: all others know of it, and all of it is in the sketch."""
    seat, stack = view.seat, row_of(view.stack_counts)
    stands_for = dot(stack, HOLDS[seat])
    hidden.sketch += stands_for
    hidden.heap = 0
    for viewer in range(view.players):
        if viewer != seat:
            known = hidden.known[viewer, seat]
            before = row_of(known)
            add_row(known, view.stack_counts, view.deck)
            gained = less(row_of(known), before)
            all_of_it = members(less(stack, gained)) == 0  # hardly ever there would be more than there are
            news = stands_for if all_of_it else dot(gained, HOLDS[seat])
            hidden.sketch += news * KNOWS[viewer] * (view.places[viewer] == 0)


@jit
@wrapping
def sketch_gift(view, hidden, rank):
    """Before a card goes to the receiver: it changes hands, and both know of it."""
    seat, to = view.seat, view.receiver
    more = view.known[to, rank] < view.deck[rank]
    fewer = hidden.known[to, seat, rank] > 0
    hidden.sketch += (1 + more * KNOWS[seat]) * HOLDS[to, rank] - (1 + fewer * KNOWS[to]) * HOLDS[seat, rank]


@inline
def leave_sketch(view, hidden):
    """From now on the sketch is not kept."""
    hidden.sketched = 0


@inline
@wrapping
def fingerprint(view, hidden):
    """TK-27: a number that stands for a complete position, among those with the same `progress`."""
    lay = (view.top_count * 2 * MAX_COPIES + view.demand_count) * 2 * WIDTH + view.top
    return (hidden.sketch ^ hidden.heap) + ((lay * 4 + view.direction) * _SEATS + view.seat) * STEP
