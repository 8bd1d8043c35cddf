"""The rules of Twisted Knot and its Southampton variant, rulings TK-1 to TK-29.

A position is a VIEW and a HIDDEN record (`state.py`). `deal` and `begin` start a game; then, until it is OVER: `legal`
lists the moves of the decision at hand, `apply` plays one and goes on to the next decision (DECIDE) or to the end of
the turn (TURN), after which `open_turn` starts the next. Where chance decides (CHANCE), `draw_chance` draws and
`settle` goes on.
"""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twisted_knot.cards import ACE, BEATS_IN_ORDER, FOUR, JACK, JOKER, KING, NINE, NOTHING, TEN
from knotlab.sim.games.twisted_knot.demand import legal, missing_cards, pairs_in_hand
from knotlab.sim.games.twisted_knot.position import progress, same_position, write_result
from knotlab.sim.games.twisted_knot.sketch import (
    fingerprint,
    forget_and_sketch,
    keep_sketch,
    learn_and_sketch,
    leave_sketch,
    sketch_gift,
)
from knotlab.sim.games.twisted_knot.start import begin, deal, draw_chance, settle
from knotlab.sim.games.twisted_knot.state import (
    CLEARED,
    DISCARDED,
    GIVING,
    GO_ON,
    LAID,
    LAY,
    LAYING,
    PAIRING,
    PASSED,
    PICK_UP,
    PICKED_UP,
    TAKING,
    TOP_UP,
    TOPPING_UP,
    WENT_OUT,
)
from knotlab.sim.games.twisted_knot.table import drop, empty_stack, join_neighbours, next_seat, push, take
from knotlab.sim.games.twisted_knot.unseen import imagine, redeal
from knotlab.sim.kernels.trace import note
from knotlab.sim.kernels.vectors import add_row, copy_row
from knotlab.sim.protocol import DECIDE, OVER, TURN

__all__ = [
    "apply",
    "begin",
    "deal",
    "draw_chance",
    "fingerprint",
    "imagine",
    "keep_sketch",
    "leave_sketch",
    "legal",
    "open_turn",
    "progress",
    "redeal",
    "same_position",
    "settle",
    "write_result",
]


# --- turns and goes (TK-4..9, TK-26) ---


@inline
def open_turn(view, hidden, trace):
    """TK-5: start the turn of `view.seat`, whose private knowledge the view now shows."""
    seat = view.seat
    copy_row(view.hand, hidden.hands[seat])
    copy_row(view.discards, hidden.discards[seat])
    for other in range(view.players):
        copy_row(view.known[other], hidden.known[seat, other])
    view.held = hidden.held[seat]
    view.next = next_seat(view, hidden, seat)
    view.goes, view.misses = 1, 0
    return open_go(view, hidden, trace)


@inline
def open_go(view, hidden, trace):
    """TK-5, 8: with an empty hand take the pile's top, perhaps by choice; then perhaps a chance to top up; then lay or
    pick up.
    """
    seat = view.seat
    view.pairs = view.demand_count if view.demand == JOKER else 0
    view.pair_mask = BEATS_IN_ORDER[view.showing] if view.pairs > 0 else 0
    view.bound = 0
    if view.hand_sizes[seat] == 0:
        if view.unseen and view.stack_size > 0:
            view.bound, view.decision = 1, TAKING
            return DECIDE
        take(view, hidden, trace, seat, 1)
    view.decision = TOPPING_UP if missing_cards(view) > 0 else LAYING
    return DECIDE


@inline
def end_go(view, hidden, trace):
    """The next go of this turn, or the end of the turn."""
    view.goes -= 1
    if view.goes > 0:
        return open_go(view, hidden, trace)
    return end_turn(view, hidden)


@inline
def end_turn(view, hidden):
    """TK-22, 26: play moves on, over those who miss their turn."""
    seat = next_seat(view, hidden, view.seat)
    if view.misses > 0:
        for _ in range(passed_over(view)):
            seat = next_seat(view, hidden, seat)
    view.seat = seat
    if view.holding == 2:  # direction has no meaning any more (TK-20)
        view.direction = 1
    hidden.turns += 1
    return TURN


@jit
def passed_over(view):
    """TK-22: how many players play passes over, counting round the table or each opponent once."""
    if view.misses_end:
        return min(view.misses, view.holding - (view.places[view.seat] == 0))
    return view.misses % view.holding


# --- playing a move (TK-6..9, TK-14..25) ---


@inline
def apply(view, hidden, trace, kind, rank, count):
    """Play one legal move and go on to the next decision, turn or end: DECIDE, TURN or OVER."""
    if kind == LAY:
        return lay(view, hidden, trace, rank, count)
    if kind == PICK_UP:
        return pick_up(view, hidden, trace)
    if kind == TOP_UP:
        take(view, hidden, trace, view.seat, count)
        view.decision = TOPPING_UP if view.decision == TAKING and missing_cards(view) > 0 else LAYING
        return DECIDE
    if kind == GO_ON:
        view.decision = LAYING
        return DECIDE
    give(view, hidden, trace, rank)
    return give_on(view, hidden, trace)


@inline
def pick_up(view, hidden, trace):
    """TK-6: the whole stack into the hand; goes lapse, and misses unless they are kept; the turn ends."""
    seat = view.seat
    note(trace, PICKED_UP, seat, view.stack_size, 0)
    add_row(hidden.hands[seat], view.stack_counts, view.deck)
    hidden.held[seat] |= view.stack_held
    if hidden.sketched:
        learn_and_sketch(view, hidden)
    else:
        for viewer in range(view.players):
            if viewer != seat:
                add_row(hidden.known[viewer, seat], view.stack_counts, view.deck)
    view.hand_sizes[seat] += view.stack_size
    empty_stack(view)
    view.misses *= view.misses_kept
    return end_turn(view, hidden)


@inline
def lay(view, hidden, trace, rank, count):
    """TK-16, 17: cards of one rank join the stack and take effect."""
    seat = view.seat
    note(trace, LAID, seat, rank, count)
    drop(view, hidden, seat, rank, count)
    if hidden.sketched:
        forget_and_sketch(view, hidden, rank, count)
    else:
        for viewer in range(view.players):
            hidden.known[viewer, seat, rank] = max(hidden.known[viewer, seat, rank] - count, 0)
    push(view, rank, count)
    hidden.laid = rank
    if view.pairs > 0:
        view.pairs -= 1
    take_effect(view, hidden)
    return give_on(view, hidden, trace)


@inline
def take_effect(view, hidden):
    """TK-18..22: what a 9, 10, J, K or A does, or an 8 that repeats one (TK-28)."""
    rank, n = view.demand, view.demand_count
    view.goes += n * (rank == TEN)
    view.misses += n * (rank == KING)
    if rank == NINE or rank == ACE:
        held = view.hand_sizes[view.seat] + view.pile_sizes[view.seat]
        view.owed = min(n, held)
        view.receiver = NOTHING if rank == NINE else view.next
    elif rank == JACK and n & 1 and view.holding > 2:
        view.direction = -view.direction
        view.next = next_seat(view, hidden, view.seat)


@jit
def give_on(view, hidden, trace):
    """TK-23: go on giving cards away, from the hand by choice, then from the pile; then the lay's end."""
    seat = view.seat
    while view.owed > 0:
        if view.hand_sizes[seat] > 0:
            view.decision = GIVING
            return DECIDE
        rank = hidden.deck[seat + view.players * hidden.taken[seat]]
        take(view, hidden, trace, seat, 1)
        give(view, hidden, trace, rank)
    return finish_lay(view, hidden, trace)


@inline
def give(view, hidden, trace, rank):
    """TK-18, 21, 23: one card out of the game, or to the receiver; who saw it go knows it."""
    seat, to = view.seat, view.receiver
    drop(view, hidden, seat, rank, 1)
    view.owed -= 1
    if to >= 0:
        note(trace, PASSED, seat, to, rank)
        if hidden.sketched:
            sketch_gift(view, hidden, rank)
        hidden.hands[to, rank] += 1
        hidden.held[to] |= 1 << rank
        view.hand_sizes[to] += 1
        view.known[to, rank] = min(view.known[to, rank] + 1, view.deck[rank])
        hidden.known[seat, to, rank] = view.known[to, rank]
        hidden.known[to, seat, rank] = max(hidden.known[to, seat, rank] - 1, 0)
    else:
        note(trace, DISCARDED, seat, rank, 0)
        view.discarded += 1
        view.discards[rank] += 1
        hidden.discards[seat, rank] += 1
        hidden.spent += 1


@inline
def finish_lay(view, hidden, trace):
    """TK-9, 14, 24, 25: clearing, going out, then the next pair or the end of the go."""
    seat = view.seat
    view.receiver = NOTHING
    if hidden.laid == FOUR or view.alike >= 4:
        clear(view, hidden, trace)
    if view.hand_sizes[seat] == 0 and view.pile_sizes[seat] == 0:
        return go_out(view, hidden, trace)
    if view.pairs > 0 and view.stack_size > 0 and pairs_in_hand(view) >= view.pairs:
        view.decision = PAIRING
        return DECIDE
    return end_go(view, hidden, trace)


@jit
def clear(view, hidden, trace):
    """TK-24, 25: the stack leaves the game and the layer has one more go."""
    note(trace, CLEARED, view.seat, view.stack_size, 0)
    add_row(view.cleared, view.stack_counts, view.deck)
    hidden.spent += view.stack_size
    hidden.heap = 0
    empty_stack(view)
    view.goes += 1


@jit
def go_out(view, hidden, trace):
    """TK-9: no card left; the place is taken, and with one player left the game is over."""
    seat = view.seat
    hidden.out += 1
    hidden.spent += 1
    view.places[seat] = hidden.out
    view.holding -= 1
    join_neighbours(view, hidden)
    note(trace, WENT_OUT, seat, hidden.out, 0)
    if view.holding > 1:
        return end_turn(view, hidden)
    view.places[next_seat(view, hidden, seat)] = view.players
    hidden.turns += 1
    return OVER
