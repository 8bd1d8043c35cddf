"""Positions as a whole: whether one has come back (TK-27), and what the game comes to (TK-9)."""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twisted_knot.cards import N_RANKS


@inline
def progress(view, hidden):
    """A count that grows with every change that can never be undone."""
    return hidden.spent


@jit
def same_position(view, hidden, view2, hidden2):
    """TK-27: whether two starts of turns are the same complete position (random streams apart)."""
    if view.seat != view2.seat or view.stack_size != view2.stack_size or hidden.spent != hidden2.spent:
        return False
    if view.top != view2.top or view.top_count != view2.top_count or view.demand_count != view2.demand_count:
        return False
    if view.direction != view2.direction:
        return False
    for i in range(view.stack_size):
        if view.stack[i] != view2.stack[i]:
            return False
    for seat in range(view.players):
        for rank in range(N_RANKS):
            if hidden.hands[seat, rank] != hidden2.hands[seat, rank]:
                return False
    return same_knowledge(view, hidden, hidden2)


@jit
def same_knowledge(view, hidden, hidden2):
    """Whether all who still hold cards know the same about each other's."""
    for viewer in range(view.players):
        if view.places[viewer] == 0:
            for seat in range(view.players):
                for rank in range(N_RANKS):
                    if hidden.known[viewer, seat, rank] != hidden2.known[viewer, seat, rank]:
                        return False
    return True


@jit
def write_result(view, hidden, result):
    """TK-9: the places, 0 for those still holding cards."""
    for seat in range(view.players):
        result.place[seat] = view.places[seat]
