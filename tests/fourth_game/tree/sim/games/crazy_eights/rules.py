"""The rules of Crazy Eights, one round, rulings CE-1 to CE-13.

A position is a VIEW and a HIDDEN record (`state.py`). `deal` and `begin` start a round; then, until it is OVER: `legal`
lists the moves of the decision at hand, `apply` plays one and goes on to the next decision (DECIDE) or to the end of
the turn (TURN), after which `open_turn` starts the next. Where the pile must be shuffled (CHANCE), `draw_chance`
shuffles it and `settle` goes on with the draw.
"""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.crazy_eights.cards import EIGHT, KINDS, TWO, points_of, rank_of, suit_of
from knotlab.sim.games.crazy_eights.moves import can_draw, legal
from knotlab.sim.games.crazy_eights.state import DRAW, NAME, NAMING, NONE, PASS, PLAYING
from knotlab.sim.games.crazy_eights.unseen import redeal
from knotlab.sim.kernels.chance import shuffle
from knotlab.sim.kernels.trace import note, note_more
from knotlab.sim.protocol import CHANCE, DECIDE, OVER, TURN

__all__ = [
    "apply",
    "begin",
    "deal",
    "draw_chance",
    "fingerprint",
    "legal",
    "open_turn",
    "progress",
    "redeal",
    "same_position",
    "settle",
    "write_result",
]

# What a trace notes (sim/kernels/trace.py): code, seat and two values; some go on with cards.
TURNED_UP, PLAYED, NAMED, DREW, RESHUFFLED, PASSED = range(6)

FORCED = 2  # CE-11: cards that a two makes the next player draw


# --- the start (CE-1 to CE-4) ---


@jit
def deal(view, hidden, chance):
    """CE-1: shuffle the packs in their listed order; how they are dealt out is `begin`."""
    n = 0
    for card in range(KINDS):
        for _ in range(view.packs):
            hidden.deck[n] = card
            n += 1
    hidden.n_cards = n
    shuffle(chance, hidden.deck, n)


@jit
def begin(view, hidden, trace):
    """CE-2 to CE-4: deal the hands, turn up the first card of the pile; seat 0 begins."""
    clear_table(view, hidden)
    dealt = view.cards * view.players
    for t in range(dealt):
        hidden.hands[t % view.players, hidden.deck[t]] += 1
    first = dealt
    while rank_of(hidden.deck[first]) == EIGHT:
        first += 1
    lay(view, hidden.deck[first])
    note(trace, TURNED_UP, NONE, 0, 0)
    for t in range(dealt, first + 1):
        note_more(trace, hidden.deck[t])
    n = 0
    for t in range(first + 1, hidden.n_cards):
        hidden.draw[n] = hidden.deck[t]
        n += 1
    for t in range(dealt, first):
        hidden.draw[n] = hidden.deck[t]
        n += 1
    view.stock = n
    return TURN


@jit
def clear_table(view, hidden):
    """Set everything but the settings and the deck to the state before the deal."""
    view.seat = view.next = view.stock = view.pile_size = view.drawn = view.idle = 0
    hidden.at = hidden.owed = hidden.moved = hidden.before = 0
    hidden.out = NONE
    for card in range(KINDS):
        view.pile[card] = 0
        for seat in range(view.players):
            hidden.hands[seat, card] = 0
    for seat in range(view.players):
        view.hand_sizes[seat] = view.cards


@inline
def lay(view, card):
    """CE-6: a card becomes the top of the pile, and its suit is asked for."""
    view.pile[card] += 1
    view.pile_size += 1
    view.top, view.suit = card, suit_of(card)


# --- turns (CE-4, CE-5, CE-11, CE-12) ---


@inline
def open_turn(view, hidden, trace):
    """CE-5, 11: start the turn of `view.seat`, whose hand the view now shows, with the draws that a two brings."""
    for card in range(KINDS):
        view.hand[card] = hidden.hands[view.seat, card]
    view.next = view.seat + 1 if view.seat + 1 < view.players else 0
    view.drawn = 0
    view.decision = PLAYING
    hidden.before = hidden.moved
    return draw_owed(view, hidden, trace)


@inline
def end_turn(view, hidden):
    """CE-4, 12: the hand is put away; the round ends if its player is out or nobody can go on, else the next turn
    comes.
    """
    for card in range(KINDS):
        hidden.hands[view.seat, card] = view.hand[card]
    view.idle = view.idle + 1 if hidden.moved == hidden.before else 0
    if hidden.out != NONE or view.idle == view.players:
        return OVER
    view.seat = view.next
    return TURN


@inline
def apply(view, hidden, trace, kind, value):
    """Play one legal move and go on to the next decision, turn, chance or end: DECIDE, TURN, CHANCE or OVER."""
    if kind == DRAW:
        view.drawn += 1
        hidden.owed = 1
        return draw_owed(view, hidden, trace)
    if kind == PASS:
        note(trace, PASSED, view.seat, 0, 0)
        return end_turn(view, hidden)
    if kind == NAME:
        note(trace, NAMED, view.seat, value, 0)
        view.suit = value
        return end_turn(view, hidden)
    return play(view, hidden, trace, value)


@inline
def play(view, hidden, trace, card):
    """CE-6, 7, 11, 12: a card onto the pile; the last one ends the round, an eight asks for a suit, a two may make the
    next player draw.
    """
    note(trace, PLAYED, view.seat, card, 0)
    view.hand[card] -= 1
    view.hand_sizes[view.seat] -= 1
    hidden.moved += 1
    lay(view, card)
    if view.hand_sizes[view.seat] == 0:
        hidden.out = view.seat
    elif rank_of(card) == EIGHT:
        view.suit = NONE
        view.decision = NAMING
        return DECIDE
    hidden.owed = FORCED if view.twos != 0 and rank_of(card) == TWO else 0
    return end_turn(view, hidden)


# --- drawing (CE-8, CE-10, CE-11) ---


@jit
def draw_owed(view, hidden, trace):
    """CE-8, 10, 11: draw the cards that are due, as far as there are any; an empty stock is renewed first."""
    while hidden.owed > 0 and can_draw(view):
        if view.stock == 0:
            return CHANCE
        card = hidden.draw[hidden.at]
        note(trace, DREW, view.seat, card, 0)
        view.hand[card] += 1
        view.hand_sizes[view.seat] += 1
        view.stock -= 1
        hidden.at += 1
        hidden.moved += 1
        hidden.owed -= 1
    hidden.owed = 0
    return DECIDE


@jit
def draw_chance(view, hidden, chance):
    """CE-10: shuffle the pile without its top, in the listed order of the packs."""
    n = 0
    for card in range(KINDS):
        for _ in range(view.pile[card] - (card == view.top)):
            hidden.draw[n] = card
            n += 1
    shuffle(chance, hidden.draw, n)


@jit
def settle(view, hidden, trace):
    """CE-10: the shuffled cards are the stock; then the draw goes on."""
    n = view.pile_size - 1
    note(trace, RESHUFFLED, view.seat, 0, 0)
    for i in range(n):
        note_more(trace, hidden.draw[i])
        view.pile[hidden.draw[i]] -= 1
    view.stock, view.pile_size, hidden.at = n, 1, 0
    return draw_owed(view, hidden, trace)


# --- positions and results (CE-12, CE-13) ---


@inline
def progress(view, hidden):
    """A count that grows with every card played or drawn, none of which can be undone without a word drawn."""
    return hidden.moved


@inline
def fingerprint(view, hidden):
    """A number that stands for a complete position, among those with the same `progress`: no card has moved."""
    return view.seat + 16 * view.idle


@jit
def same_position(view, hidden, view2, hidden2):
    """Whether two starts of turns are the same complete position (random streams apart)."""
    if view.seat != view2.seat or view.idle != view2.idle or view.stock != view2.stock:
        return False
    if view.top != view2.top or view.suit != view2.suit or hidden.owed != hidden2.owed:
        return False
    for i in range(view.stock):
        if hidden.draw[hidden.at + i] != hidden2.draw[hidden2.at + i]:
            return False
    for card in range(KINDS):
        if view.pile[card] != view2.pile[card]:
            return False
        for seat in range(view.players):
            if hidden.hands[seat, card] != hidden2.hands[seat, card]:
                return False
    return True


@jit
def write_result(view, hidden, result):
    """CE-13: everybody loses the points in his hand; who is out wins what the others lose."""
    total = 0
    for seat in range(view.players):
        points = 0
        for card in range(KINDS):
            points += hidden.hands[seat, card] * points_of(card)
        result.score[seat] = -points
        total += points
    if hidden.out != NONE:
        result.score[hidden.out] = total
