"""The start of a round: the deal and the first pile (KW-1, KW-2)."""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.knotweed.cards import HAND_SIZE, N_RANKS, N_SUITS, rank_of, single, suit_of
from knotlab.sim.games.knotweed.endings import start_pile
from knotlab.sim.kernels.chance import shuffle
from knotlab.sim.kernels.vectors import clear_row
from knotlab.sim.protocol import TURN


@jit
def deal(view, hidden, chance):
    """KW-1: shuffle the decks in their listed order; how they are dealt out is `begin`."""
    n = 0
    for card in range(N_RANKS * N_SUITS):
        for _ in range(view.decks):
            hidden.deck[n] = card
            n += 1
    hidden.n_cards = n
    shuffle(chance, hidden.deck, n)


@jit
def begin(view, hidden, trace):
    """KW-1, 2: five cards each, one for the first pile, the rest is the draw pile; seat 0 begins."""
    n = view.players
    dealt = HAND_SIZE * n
    clear_table(view, hidden)
    for t in range(dealt):
        give(hidden, t % n, hidden.deck[t])
    for t in range(dealt + 1, hidden.n_cards):
        hidden.draw[t - dealt - 1] = hidden.deck[t]
    view.draw_size = hidden.n_cards - dealt - 1
    start_pile(view, hidden.deck[dealt])
    return TURN


@jit
def clear_table(view, hidden):
    """Set everything but the settings and the deck to the state before the deal."""
    view.holding, view.seat, view.next = view.players, 0, 1
    view.plays = view.penalty = view.cheated = view.due = view.to_prune = 0
    hidden.drawn = hidden.n_chosen = hidden.pending = hidden.caught = hidden.to_draw = hidden.out = hidden.moved = 0
    for seat in range(view.players):
        clear_row(hidden.hands[seat])
        for suit in range(N_SUITS):
            hidden.suits[seat, suit] = 0
        view.hand_sizes[seat] = HAND_SIZE
        view.places[seat] = 0


@inline
def give(hidden, seat, card):
    """KW-1: a card dealt to a seat."""
    hidden.hands[seat, rank_of(card)] += single(suit_of(card))
    hidden.suits[seat, suit_of(card)] |= 1 << rank_of(card)
