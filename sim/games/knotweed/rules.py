"""The rules of Knotweed, one round, rulings KW-1 to KW-13.

A position is a VIEW and a HIDDEN record (`state.py`). `deal` and `begin` start a round; then, until it is OVER: `legal`
lists the moves of the decision at hand, `apply` plays one and goes on to the next decision (DECIDE) or to the end of
the turn (TURN), after which `open_turn` starts the next. Where chance decides (CHANCE: a reset, a cheat noticed or
not), `draw_chance` draws and `settle` goes on. `start.py` has the deal, `moves.py` the lists of moves, `endings.py`
what comes at the end of a turn.
"""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.knotweed.cards import FULL, N_RANKS, N_SUITS, copies, penalty, size
from knotlab.sim.games.knotweed.endings import (
    PASSED,
    PLAYED,
    PRUNED,
    WENT_OUT,
    end_turn,
    next_seat,
    pay,
    put_away,
    reset,
    take_back,
)
from knotlab.sim.games.knotweed.moves import legal, may_cheat
from knotlab.sim.games.knotweed.position import fingerprint, progress, same_position, write_result
from knotlab.sim.games.knotweed.start import begin, deal
from knotlab.sim.games.knotweed.state import (
    CATCHING,
    PASS,
    PLAY,
    PLAYING,
    PRUNE,
    PRUNING,
    RESETTING,
    SKIMP,
    SNEAK,
    TAKE,
    TAKING,
)
from knotlab.sim.games.knotweed.unseen import imagine, redeal
from knotlab.sim.kernels.chance import DEAL, shuffle, uniform
from knotlab.sim.kernels.trace import note, note_more
from knotlab.sim.kernels.vectors import copy_row
from knotlab.sim.protocol import CHANCE, DECIDE, OVER

__all__ = [
    "apply",
    "begin",
    "deal",
    "draw_chance",
    "fingerprint",
    "imagine",
    "legal",
    "open_turn",
    "progress",
    "redeal",
    "same_position",
    "settle",
    "write_result",
]


# --- turns (KW-2, KW-3) ---


@inline
def open_turn(view, hidden, trace):
    """KW-3: start the turn of `view.seat`, whose hand the view now shows; all piles are open."""
    seat = view.seat
    copy_row(view.hand, hidden.hands[seat])
    copy_row(hidden.played, view.played)
    view.held = 0
    for suit in range(N_SUITS):
        view.suits[suit] = hidden.suits[seat, suit]
        view.held |= hidden.suits[seat, suit]
    view.next = next_seat(view, seat)
    view.standing = view.piles
    for pile in range(view.piles):
        view.open[pile] = 1
    view.plays = view.penalty = view.cheated = view.due = 0
    view.decision = PLAYING
    return DECIDE


# --- playing a move (KW-3..8) ---


@inline
def apply(view, hidden, trace, kind, pile, rank, cards):
    """Play one legal move and go on to the next decision, turn, chance or end: DECIDE, TURN, CHANCE or OVER."""
    if kind == PLAY or kind == SNEAK:
        return play(view, hidden, trace, kind == SNEAK, pile, rank, cards)
    if kind == PRUNE:
        return prune(view, hidden, trace, pile)
    if kind == TAKE or kind == SKIMP:
        hidden.to_draw = cards
        view.cheated |= kind == SKIMP
        return finish_plays(view, hidden, trace)
    if kind == PASS:
        note(trace, PASSED, view.seat, 0, 0)
        view.penalty = FULL
    return reckon(view, hidden, trace)


@inline
def play(view, hidden, trace, illegal, pile, rank, cards):
    """KW-4..6: a group onto a pile, which becomes as many piles, closed for this turn; with the last card the turn is
    over.
    """
    seat, top = view.seat, view.tops[pile]
    note(trace, PLAYED, seat, pile, 2 * (rank << 12 | cards) + illegal)
    view.laid[view.plays, 0] = pile
    view.laid[view.plays, 1] = rank
    view.laid[view.plays, 2] = cards
    view.plays += 1
    view.penalty = max(view.penalty, penalty(top, rank))
    view.cheated |= illegal
    hidden.beneath[pile] = top
    view.open[pile] = 0
    split(view, pile, rank, cards)
    view.hand_sizes[seat] -= size(cards)
    hidden.moved += 1
    if view.hand_sizes[seat] == 0:
        return finish_plays(view, hidden, trace)
    return DECIDE


@inline
def split(view, pile, rank, cards):
    """KW-6: the group leaves the hand; its first card, in ascending order, tops the pile itself, the others make piles
    at the end.
    """
    target = pile
    for suit in range(N_SUITS):
        number = copies(cards, suit)
        if number > 0 and number == copies(view.hand[rank], suit):
            view.suits[suit] &= ~(1 << rank)
        for _ in range(number):
            view.tops[target] = 4 * rank + suit
            view.open[target] = 0
            target = view.piles
            view.piles += 1
    view.piles -= 1
    view.hand[rank] -= cards
    if view.hand[rank] == 0:
        view.held &= ~(1 << rank)
    view.played[rank] += cards
    view.n_played += size(cards)


@inline
def reckon(view, hidden, trace):
    """KW-7, 10: how many cards are due; one who may cheat is asked how many he takes."""
    view.due = hidden.to_draw = min(view.penalty, view.draw_size)
    if view.due > 0 and may_cheat(view):
        view.decision = TAKING
        return DECIDE
    return finish_plays(view, hidden, trace)


@jit
def finish_plays(view, hidden, trace):
    """KW-8, 11: after a cheat chance speaks first; then going out or drawing."""
    if view.cheated:
        hidden.pending = CATCHING
        return CHANCE
    return close_turn(view, hidden, trace)


@inline
def close_turn(view, hidden, trace):
    """KW-7, 8: out without a penalty, or the penalty."""
    if view.hand_sizes[view.seat] == 0:
        return go_out(view, hidden, trace)
    return pay(view, hidden, trace)


# --- chance (KW-10, KW-11) ---


@jit
def draw_chance(view, hidden, chance):
    """KW-10, 11: shuffle all cards out of hands, in their listed order; or one number for whether the cheat is
    caught.
    """
    if hidden.pending == CATCHING:
        hidden.caught = uniform(chance, DEAL) < view.cheating
        return
    n = 0
    for rank in range(N_RANKS):
        for suit in range(N_SUITS):
            for _ in range(copies(view.played[rank], suit)):
                hidden.draw[n] = 4 * rank + suit
                n += 1
    shuffle(chance, hidden.draw, n)


@jit
def settle(view, hidden, trace):
    """KW-10, 11: go on from the shuffled cards, or from whether the cheat was caught."""
    if hidden.pending == RESETTING:
        return reset(view, hidden, trace)
    if hidden.caught:
        take_back(view, hidden, trace)
        return pay(view, hidden, trace)
    return close_turn(view, hidden, trace)


# --- going out (KW-8, KW-9) ---


@jit
def go_out(view, hidden, trace):
    """KW-8, 9: the place is taken; the round ends with one player left, else the piles are pruned if there are
    several.
    """
    seat = view.seat
    hidden.out += 1
    hidden.moved += 1
    view.places[seat] = hidden.out
    view.holding -= 1
    note(trace, WENT_OUT, seat, hidden.out, 0)
    if view.holding == 1:
        view.places[next_seat(view, seat)] = view.players
        put_away(view, hidden)
        return OVER
    if view.piles == 1:
        return end_turn(view, hidden)
    view.to_prune = (view.piles + 1) // 2
    hidden.n_chosen = 0
    for pile in range(view.piles):
        view.open[pile] = 1
    view.decision = PRUNING
    return DECIDE


@inline
def prune(view, hidden, trace, pile):
    """KW-9: one more pile is chosen; with the last one they all leave, and the rest close up in order."""
    view.open[pile] = 0
    hidden.chosen[hidden.n_chosen] = pile
    hidden.n_chosen += 1
    view.to_prune -= 1
    if view.to_prune > 0:
        return DECIDE
    note(trace, PRUNED, view.seat, hidden.n_chosen, 0)
    for i in range(hidden.n_chosen):
        note_more(trace, hidden.chosen[i])
    left = 0
    for i in range(view.piles):
        if view.open[i]:
            view.tops[left] = view.tops[i]
            left += 1
    view.piles = left
    return end_turn(view, hidden)
