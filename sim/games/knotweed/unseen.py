"""What the player to move cannot see, redealt: counterfactuals that give advice on a position (branch.py), and
players who look ahead (lookahead.py).
"""

from knotlab.sim.compiling.jit import jit
from knotlab.sim.games.knotweed.cards import N_RANKS, N_SUITS, copies, rank_of, single, suit_of
from knotlab.sim.games.knotweed.state import PRUNING
from knotlab.sim.kernels.chance import shuffle
from knotlab.sim.kernels.vectors import clear_row, copy_row


@jit
def redeal(view, hidden, chance):
    """KW-13: all cards that are neither in one's own hand nor played since the last reset, shuffled with the deal's
    stream: hands by seat, then the draw pile.

    Every deal that agrees with the view is equally likely.
    """
    n = list_unseen(view, hidden)
    shuffle(chance, hidden.draw, n)
    at = 0
    for seat in range(view.players):
        if seat != view.seat:
            clear_row(hidden.hands[seat])
            for suit in range(N_SUITS):
                hidden.suits[seat, suit] = 0
            for _ in range(view.hand_sizes[seat]):
                rank, suit = rank_of(hidden.draw[at]), suit_of(hidden.draw[at])
                hidden.hands[seat, rank] += single(suit)
                hidden.suits[seat, suit] |= 1 << rank
                at += 1
    hidden.drawn = at


@jit
def imagine(view, hidden, chance):
    """A hidden part made of the view alone: what the player knows, and all that he cannot see as `redeal` deals it.

    The player breaks no rule, so that nothing of this turn can be taken back (KW-11).
    """
    copy_row(hidden.hands[view.seat], view.hand)
    for suit in range(N_SUITS):
        hidden.suits[view.seat, suit] = view.suits[suit]
    hidden.out, hidden.moved, hidden.n_chosen = view.players - view.holding, 0, 0
    for pile in range(view.piles if view.decision == PRUNING else 0):
        if not view.open[pile]:
            hidden.chosen[hidden.n_chosen] = pile
            hidden.n_chosen += 1
    redeal(view, hidden, chance)


@jit
def list_unseen(view, hidden):
    """The unseen cards, in the listed order of the pack; their number."""
    n = 0
    for rank in range(N_RANKS):
        for suit in range(N_SUITS):
            for _ in range(view.decks - copies(view.hand[rank], suit) - copies(view.played[rank], suit)):
                hidden.draw[n] = 4 * rank + suit
                n += 1
    return n
