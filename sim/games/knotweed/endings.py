"""How a turn of Knotweed ends: the penalty, the reset, plays taken back, the next player (KW-2, KW-7, KW-10, KW-11)."""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.knotweed.cards import FULL, N_SUITS, rank_of, single, size, suit_of
from knotlab.sim.games.knotweed.state import RESETTING
from knotlab.sim.kernels.trace import note, note_more
from knotlab.sim.kernels.vectors import clear_row, copy_row
from knotlab.sim.protocol import CHANCE, TURN

# What a trace notes (sim/kernels/trace.py): code, seat and two values; some go on with cards or piles.
PLAYED, PASSED, DREW, RESET, WENT_OUT, PRUNED, CAUGHT = range(7)


@inline
def next_seat(view, seat):
    """KW-2: the next seat clockwise that still holds cards."""
    other = seat + 1 if seat + 1 < view.players else 0
    while view.hand_sizes[other] == 0:
        other = other + 1 if other + 1 < view.players else 0
    return other


@inline
def put_away(view, hidden):
    """The hand of the player to move back into the table's hidden part."""
    copy_row(hidden.hands[view.seat], view.hand)
    for suit in range(N_SUITS):
        hidden.suits[view.seat, suit] = view.suits[suit]


@jit
def end_turn(view, hidden):
    """The player's hand is put away, the next one's turn comes."""
    put_away(view, hidden)
    view.seat = next_seat(view, view.seat)
    return TURN


@inline
def start_pile(view, card):
    """KW-1, 10: one card is the only pile, and all there is of played cards."""
    clear_row(view.played)
    view.played[rank_of(card)] = single(suit_of(card))
    view.n_played = view.piles = 1
    view.tops[0] = card


@jit
def pay(view, hidden, trace):
    """KW-10: draw the cards; a draw pile used up by them (or too small for them, if the reset is late), or found empty,
    is reset if two or more cards are out of hands.
    """
    if view.due > 0:
        note(trace, DREW, view.seat, hidden.to_draw, hidden.to_draw < view.due)
        for _ in range(hidden.to_draw):
            draw_card(view, hidden, trace)
    if view.penalty > view.due * view.late_reset and view.draw_size == 0 and view.n_played > 1:
        hidden.pending = RESETTING
        return CHANCE
    return end_turn(view, hidden)


@inline
def draw_card(view, hidden, trace):
    """KW-10: the draw pile's next card into the hand."""
    card = hidden.draw[hidden.drawn]
    rank, suit = rank_of(card), suit_of(card)
    note_more(trace, card)
    hidden.drawn += 1
    hidden.moved += 1
    view.draw_size -= 1
    view.hand[rank] += single(suit)
    view.held |= 1 << rank
    view.suits[suit] |= 1 << rank
    view.hand_sizes[view.seat] += 1


@inline
def reset(view, hidden, trace):
    """KW-10: the first of the shuffled cards is the only pile, the rest the draw pile; the turn ends."""
    n = view.n_played
    note(trace, RESET, view.seat, n, 0)
    for i in range(n):
        note_more(trace, hidden.draw[i])
    view.draw_size, hidden.drawn = n - 1, 1
    start_pile(view, hidden.draw[0])
    hidden.moved += 1
    return end_turn(view, hidden)


@inline
def take_back(view, hidden, trace):
    """KW-11: caught: hand and piles are as when the turn began, and three cards are due."""
    seat = view.seat
    note(trace, CAUGHT, seat, 0, 0)
    for play in range(view.plays):
        pile, cards = view.laid[play, 0], view.laid[play, 2]
        view.tops[pile] = hidden.beneath[pile]
        view.hand_sizes[seat] += size(cards)
        view.n_played -= size(cards)
    view.piles = view.standing
    copy_row(view.played, hidden.played)
    copy_row(view.hand, hidden.hands[seat])
    view.held = 0
    for suit in range(N_SUITS):
        view.suits[suit] = hidden.suits[seat, suit]
        view.held |= view.suits[suit]
    view.plays = view.cheated = 0
    view.penalty = FULL
    view.due = hidden.to_draw = min(FULL, view.draw_size)
