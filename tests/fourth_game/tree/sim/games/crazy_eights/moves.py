"""The legal moves of Crazy Eights, listed (CE-6 to CE-9)."""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.crazy_eights.cards import KINDS, N_SUITS, matches
from knotlab.sim.games.crazy_eights.state import DRAW, NAME, NAMING, NONE, PASS, PLAY


@jit
def legal(view, options):
    """List the moves of the decision at hand in the order of the rulings' draws; how many there are."""
    n = 0
    if view.decision == NAMING:
        for suit in range(N_SUITS):
            n = list_move(options, n, NAME, suit)
        return n
    for card in range(KINDS):
        if view.hand[card] > 0 and matches(card, view.top, view.suit):
            n = list_move(options, n, PLAY, card)
    may_draw = view.drawn < view.draws and can_draw(view)
    return list_move(options, n, DRAW if may_draw else PASS, NONE)


@inline
def list_move(options, n, kind, value):
    """Write one move at the end of the list."""
    options.move[n, 0] = kind
    options.move[n, 1] = value
    return n + 1


@inline
def can_draw(view):
    """CE-10: whether there is a card to draw, in the stock or beneath the top of the pile."""
    return view.stock > 0 or view.pile_size > 1
