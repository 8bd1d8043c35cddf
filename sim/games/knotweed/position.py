"""Positions as a whole: whether one has come back (KW-12), and what the round comes to (KW-8)."""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.knotweed.cards import N_RANKS


@inline
def progress(view, hidden):
    """A count that grows with every change that is not undone without a random word drawn: all but turns in which no
    card moves.
    """
    return hidden.moved


@inline
def fingerprint(view, hidden):
    """KW-12: a number that stands for a complete position, among those with the same `progress`: no card has moved."""
    return view.seat


@jit
def same_position(view, hidden, view2, hidden2):
    """KW-12: whether two starts of turns are the same complete position (random streams apart)."""
    if view.seat != view2.seat or view.piles != view2.piles or view.draw_size != view2.draw_size:
        return False
    for pile in range(view.piles):
        if view.tops[pile] != view2.tops[pile]:
            return False
    for i in range(view.draw_size):
        if hidden.draw[hidden.drawn + i] != hidden2.draw[hidden2.drawn + i]:
            return False
    for rank in range(N_RANKS):
        if view.played[rank] != view2.played[rank]:
            return False
        for seat in range(view.players):
            if hidden.hands[seat, rank] != hidden2.hands[seat, rank]:
                return False
    return True


@jit
def write_result(view, hidden, result):
    """KW-8: the places, 0 for those still holding cards."""
    for seat in range(view.players):
        result.place[seat] = view.places[seat]
