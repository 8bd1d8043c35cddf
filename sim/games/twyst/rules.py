"""The rules of Twyst, rulings TY-1 to TY-6 and TY-8.

A position is a VIEW and a HIDDEN record (`state.py`). `deal` and `begin` start a deal; then, until it is OVER:
`open_turn` shows the player to move his hand, `legal` lists the moves of his one decision, `apply` plays one and passes
the turn on (TURN).
"""

import numpy as np

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twyst.cards import N_CARDS, N_RANKS, NOTHING, suit_mask, suit_of
from knotlab.sim.games.twyst.contracts import is_clean, score_of, settle_contract
from knotlab.sim.games.twyst.state import BID, BIDDING, NAME_LEADER, NAMING, PLAY, PLAYING, SEATS
from knotlab.sim.games.twyst.unseen import redeal as redeal  # one of the functions that a game's rules offer
from knotlab.sim.kernels.chance import shuffle
from knotlab.sim.kernels.trace import note
from knotlab.sim.lowlevel import lowest_bit
from knotlab.sim.protocol import DECIDE, OVER, TURN

# What a trace notes (sim/kernels/trace.py): code, seat and two values. Number 1 is a contract's (contracts.py).
BADE, LED, PLAYED, TOOK = 0, 2, 3, 4


# --- the deal (TY-1) ---


@jit
def deal(view, hidden, chance):
    """TY-1: shuffle the pack in its listed order and deal it out singly."""
    for card in range(N_CARDS):
        hidden.deck[card] = card
    shuffle(chance, hidden.deck, N_CARDS)
    for seat in range(SEATS):
        cards = 0
        for t in range(seat, N_CARDS, SEATS):
            cards |= 1 << int(hidden.deck[t])  # without the compiler a number of 32 bits would be shifted as such
        hidden.dealt[seat] = cards


@jit
def begin(view, hidden, trace):
    """TY-2: hands are full, and the eldest is the first to choose a bid card."""
    for seat in range(SEATS):
        hidden.hands[seat] = hidden.dealt[seat]
        view.hand_sizes[seat] = N_RANKS
        view.tricks[seat] = view.clean[seat] = view.voids[seat] = 0
        view.played_by[seat] = 0
        view.shown[seat] = view.contracts[seat] = view.partners[seat] = view.targets[seat] = NOTHING
    view.trump = view.unwanted = view.leader = view.opener = NOTHING
    view.contractors = view.trick = view.played = hidden.done = 0
    empty_table(view)
    view.decision, view.seat = BIDDING, 0
    return TURN


@inline
def empty_table(view):
    """No card on the table."""
    view.laid = view.on_table = 0
    view.suit = view.best = view.winning = NOTHING
    for seat in range(SEATS):
        view.table[seat] = NOTHING


@jit
def draw_chance(view, hidden, chance):
    """Nothing is left to chance after the deal."""


@jit
def settle(view, hidden, trace):
    """Nothing is left to chance after the deal."""
    return TURN


# --- decisions (TY-2, TY-4, TY-5) ---


@inline
def open_turn(view, hidden, trace):
    """TY-8: show the player to move what is his: hand, contract and partner."""
    view.hand = hidden.hands[view.seat]
    view.contract = view.contracts[view.seat]
    view.partner = view.partners[view.seat]
    return DECIDE


@inline
def legal(view, options):
    """List the legal moves of the decision at hand: cards ascending, seats ascending; their number."""
    if view.decision == NAMING:
        for seat in range(SEATS):
            write(options, seat, NAME_LEADER, NOTHING, seat)
        return SEATS
    kind = PLAY if view.decision == PLAYING else BID
    cards, n = playable(view), 0
    while cards:
        write(options, n, kind, lowest_bit(cards), NOTHING)
        cards &= cards - 1
        n += 1
    return n


@inline
def write(options, n, kind, card, seat):
    """Write a move into the list as number n."""
    row = np.uint64(n)  # an index without a sign needs no check for one that counts from the end
    options.move[row, np.uint64(0)] = kind
    options.move[row, np.uint64(1)] = card
    options.move[row, np.uint64(2)] = seat


@inline
def playable(view):
    """TY-2, 5: the cards of the suit led if there are any, else the whole hand (which is what may be bid, too)."""
    if view.laid == 0:
        return view.hand
    following = view.hand & suit_mask(view.suit)
    return following if following else view.hand


@inline
def apply(view, hidden, trace, kind, card, seat):
    """Play one legal move and pass the turn on: TURN, or OVER after the last card."""
    if kind == PLAY:
        return play(view, hidden, trace, card)
    if kind == BID:
        return bid(view, hidden, trace, card)
    return open_play(view, trace, seat, view.seat)


@inline
def bid(view, hidden, trace, card):
    """TY-2: put a card down unseen; when all four have, turn them."""
    note(trace, BADE, view.seat, card, 0)
    hidden.bids[view.seat] = card
    hidden.done += 1
    view.seat += 1
    if view.seat == SEATS:
        return turn_bids(view, hidden, trace)
    return TURN


@jit
def turn_bids(view, hidden, trace):
    """TY-3, 4: the contract; a single soloist goes on to name the leader, else the eldest leads."""
    for seat in range(SEATS):
        view.shown[seat] = hidden.bids[seat]
    settle_contract(view, trace)
    if view.contractors & (view.contractors - 1) == 0:
        view.decision, view.seat = NAMING, lowest_bit(view.contractors)
        return TURN
    return open_play(view, trace, 0, NOTHING)


@inline
def open_play(view, trace, seat, by):
    """TY-4: somebody is to lead to the first trick."""
    note(trace, LED, seat, by, 0)
    view.decision = PLAYING
    view.seat = view.leader = view.opener = seat
    return TURN


# --- tricks (TY-5) ---


@inline
def play(view, hidden, trace, card):
    """TY-5: one card to the trick, known to all from now on (TY-8)."""
    seat, suit = view.seat, suit_of(card)
    note(trace, PLAYED, seat, card, 0)
    view.order[4 * view.trick + view.laid] = card
    bit = 1 << card
    hidden.hands[seat] &= ~bit
    hidden.done += 1
    view.hand_sizes[seat] -= 1
    view.played |= bit
    view.played_by[seat] |= bit
    view.on_table |= bit
    view.table[seat] = card
    view.suit = suit if view.laid == 0 else view.suit
    view.voids[seat] |= (suit != view.suit) << view.suit
    wins = beats(view, card, suit)
    view.best = card if wins else view.best
    view.winning = seat if wins else view.winning
    view.laid += 1
    view.seat = seat + 1 & 3
    return end_trick(view, hidden, trace) if view.laid == SEATS else TURN


@inline
def beats(view, card, suit):
    """TY-5: whether a card wins the trick as it stands: the first card, a higher one in the suit of the best so far, or
    the first trump.
    """
    best = suit_of(view.best)
    higher = (suit == best) & (card > view.best)
    return (view.laid == 0) | higher | ((suit != best) & (suit == view.trump))


@inline
def end_trick(view, hidden, trace):
    """TY-5: the winner takes the trick and leads to the next, until all thirteen are played."""
    winner = view.winning
    note(trace, TOOK, winner, 0, 0)
    view.tricks[winner] += 1
    view.clean[winner] += is_clean(view, view.on_table)
    view.winners[view.trick] = winner
    view.trick += 1
    view.leader = view.seat = winner
    empty_table(view)
    return OVER if view.trick == N_RANKS else TURN


# --- what the engine asks of every game ---


@inline
def progress(view, hidden):
    """Bids and cards played: a deal never returns to an earlier position."""
    return hidden.done


@inline
def same_position(view, hidden, view2, hidden2):
    """No position comes twice."""
    return False


@jit
def write_result(view, hidden, result):
    """TY-6: tricks and scores."""
    for seat in range(SEATS):
        result.tricks[seat] = view.tricks[seat]
        result.score[seat] = score_of(view, seat)
