"""The rules of Twisted Knot and its Southampton variant, rulings TK-1 to TK-29.

A position is a VIEW and a HIDDEN record (`state.py`). `deal` and `begin` start a game; then, until it is OVER: `legal` lists the moves of the
decision at hand, `apply` plays one and goes on to the next decision (DECIDE) or to the end of the turn (TURN), after which `open_turn` starts the next.
Where chance decides (CHANCE), `draw_chance` draws and `settle` goes on.
"""

import numpy as np

from sim.chance import DEAL, below, shuffle
from sim.jit import inline, jit
from sim.lowlevel import add_row, clear_row, copy_row, lowest_bit
from sim.protocol import CHANCE, DECIDE, OVER, TURN
from sim.trace import note
from sim.twisted_knot.cards import (
    ACE,
    ALL,
    BEATS_IN_ORDER,
    EIGHT,
    FIVE,
    FOUR,
    JACK,
    JOKER,
    KING,
    N_RANKS,
    NINE,
    NOTHING,
    QUEEN,
    SATISFIES,
    TEN,
    THREE,
    TWO,
)  # fmt: skip
from sim.twisted_knot.state import (
    DISCARD,
    GIVING,
    GO_ON,
    LAY,
    LAYING,
    PAIRING,
    PASS,
    PICK_UP,
    TOP_UP,
    TOPPING_UP,
)  # fmt: skip

# What a trace notes (sim/trace.py): code, seat and two values.
TOOK, LAID, DISCARDED, PASSED, CLEARED, PICKED_UP, WENT_OUT = range(7)


# --- the start (TK-1..3) ---


@jit
def deal(view, hidden, chance):
    """TK-1, 2: shuffle the pack in its listed order and deal it out."""
    n = 0
    for rank in range(N_RANKS):
        for _ in range(view.deck[rank]):
            hidden.deck[n] = rank
            n += 1
    hidden.n_cards = n
    shuffle(chance, hidden.deck, n)


@jit
def begin(view, hidden, trace):
    """TK-3: let all take their first card; the holder of the lowest starts, unless chance must decide between several."""
    clear_table(view, hidden)
    for seat in range(view.players):
        take(view, hidden, trace, seat, 1)
    hidden.lot = lowest_holder(view, hidden, 0)
    if lowest_holders(view, hidden) > 1:
        return CHANCE
    return settle(view, hidden, trace)


@jit
def draw_chance(view, hidden, chance):
    """TK-3: one of the holders of the lowest card by lot."""
    hidden.lot = lowest_holder(view, hidden, below(chance, DEAL, lowest_holders(view, hidden)))


@jit
def settle(view, hidden, trace):
    """TK-3: the seat that the lot fell on has the first turn."""
    view.starter = view.seat = hidden.lot
    view.next = next_seat(view, hidden, view.seat)
    view.first_card = hidden.deck[view.starter]
    return TURN


@jit
def clear_table(view, hidden):
    """Set everything but the settings and the deck to the state before TK-3."""
    n = view.players
    view.holding, view.direction = n, 1
    view.discarded = hidden.turns = hidden.out = hidden.spent = 0
    view.goes = view.misses = view.owed = view.pairs = view.pair_mask = 0
    view.receiver = NOTHING
    clear_row(view.cleared)
    for seat in range(n):
        clear_row(hidden.hands[seat])
        clear_row(hidden.discards[seat])
        for viewer in range(n):
            clear_row(hidden.known[viewer, seat])
        hidden.held[seat] = 0
        hidden.taken[seat] = 0
        view.places[seat] = 0
        view.hand_sizes[seat] = 0
        view.pile_sizes[seat] = (hidden.n_cards - seat + n - 1) // n
    join_neighbours(view, hidden)
    empty_stack(view)


@jit
def join_neighbours(view, hidden):
    """TK-4: who follows whom, in both directions, among those still holding cards."""
    for step in (-1, 1):
        for seat in range(view.players):
            other = (seat + step) % view.players
            while view.places[other] > 0 and other != seat:
                other = (other + step) % view.players
            hidden.beside[step + 1, seat] = other


@jit
def lowest_holder(view, hidden, number):
    """TK-3: holder number 0, 1 ... of the lowest first card, by ascending seat."""
    lowest = lowest_level(view, hidden)
    for seat in range(view.players):
        if level(hidden.deck[seat]) == lowest:
            if number == 0:
                return seat
            number -= 1
    return 0


@jit
def lowest_holders(view, hidden):
    """TK-3: how many hold a lowest first card."""
    lowest = lowest_level(view, hidden)
    holders = 0
    for seat in range(view.players):
        holders += level(hidden.deck[seat]) == lowest
    return holders


@jit
def lowest_level(view, hidden):
    """The level of the lowest first card."""
    lowest = np.int64(N_RANKS + 1)
    for seat in range(view.players):
        lowest = min(lowest, level(hidden.deck[seat]))
    return lowest


@jit
def level(rank):
    """TK-3: where a rank stands in the order that finds the starter (3 after 2; 4 and 8 equal)."""
    if rank == TWO:
        return 0
    if rank == THREE:
        return 1
    if rank >= FOUR:
        return N_RANKS
    return rank + 1


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
    """TK-5, 8: with an empty hand take the pile's top; then perhaps a chance to top up; then lay or pick up."""
    seat = view.seat
    if view.hand_sizes[seat] == 0:
        take(view, hidden, trace, seat, 1)
    view.pairs = view.demand_count if view.demand == JOKER else 0
    view.pair_mask = BEATS_IN_ORDER[view.showing] if view.pairs > 0 else 0
    missing = cards_needed(view) - view.hand_sizes[seat]
    view.decision = TOPPING_UP if 0 < missing <= view.pile_sizes[seat] else LAYING
    return DECIDE


@inline
def cards_needed(view):
    """TK-8: how many cards it takes in all to meet the demand."""
    if view.demand == JOKER:
        return 2 * view.demand_count
    if view.demand == TWO or is_magic_jack(view):
        return view.demand_count
    return 1


@inline
def is_magic_jack(view):
    """TK-12: a Jack to be answered while exactly two players hold cards."""
    return view.demand == JACK and view.holding == 2


@inline
def next_seat(view, hidden, seat):
    """TK-4: the next seat after one, in the direction now valid, that still holds cards."""
    return np.int64(hidden.beside[view.direction + 1, seat])


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
        for _ in range(view.misses % view.holding):
            seat = next_seat(view, hidden, seat)
    view.seat = seat
    if view.holding == 2:  # direction has no meaning any more (TK-20)
        view.direction = 1
    hidden.turns += 1
    return TURN


# --- legal moves (TK-6, TK-8, TK-10..16) ---


@inline
def legal(view, options):
    """List the legal moves of the decision at hand, from what the player knows; their number."""
    if view.decision == TOPPING_UP:
        n = add(options, 0, TOP_UP, NOTHING, cards_needed(view) - view.hand_sizes[view.seat])
        return add(options, n, GO_ON, NOTHING, 0)
    if view.decision == GIVING:
        kind = PASS if view.receiver >= 0 else DISCARD
        n = 0
        for rank in range(N_RANKS):
            if view.hand[rank] > 0:
                n = add(options, n, kind, rank, 1)
        return n
    n = list_pairs(view, options) if view.pairs > 0 else list_lays(view, options)
    if view.decision == LAYING and view.stack_size > 0:
        n = add(options, n, PICK_UP, NOTHING, view.stack_size)
    return n


@inline
def add(options, n, kind, rank, count):
    """Write a move into the list as number n; n + 1."""
    options.move[n, 0] = kind
    options.move[n, 1] = rank
    options.move[n, 2] = count
    return n + 1


@inline
def list_lays(view, options):
    """TK-10..13, 16: every rank that meets the demand, in every number from the one demanded."""
    ranks, least = satisfying(view)
    ranks &= view.held
    n = 0
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        for count in range(least, view.hand[rank] + 1):
            n = add(options, n, LAY, rank, count)
    return n


@inline
def satisfying(view):
    """TK-10..13: the set of ranks that meet the demand, and how many cards it takes (jokers apart)."""
    if view.demand == NOTHING:
        return ALL, 1
    if view.demand == EIGHT:
        return BEATS_IN_ORDER[view.showing], 1
    if view.demand == TWO:
        return 1 << QUEEN, view.demand_count
    if is_magic_jack(view):
        return 1 << FIVE, view.demand_count
    return SATISFIES[view.demand], 1


@jit
def list_pairs(view, options):
    """TK-14: pairs on jokers, as far as the hand that remains can supply the pairs owed after them."""
    supply = pairs_in_hand(view)
    n = 0
    for rank in range(N_RANKS):
        if view.pair_mask >> rank & 1:
            held = view.hand[rank]
            for count in range(2, held + 1):
                if supply - held // 2 + (held - count) // 2 >= view.pairs - 1:
                    n = add(options, n, LAY, rank, count)
    return n


@jit
def pairs_in_hand(view):
    """TK-14: how many of the pairs owed the hand can supply."""
    supply = 0
    for rank in range(N_RANKS):
        if view.pair_mask >> rank & 1:
            supply += view.hand[rank] // 2
    return supply


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
    if kind == TOP_UP or kind == GO_ON:
        view.decision = LAYING
        return DECIDE
    give(view, hidden, trace, rank)
    return give_on(view, hidden, trace)


@jit
def take(view, hidden, trace, seat, count):
    """TK-3, 5, 8, 23: some cards from the top of the own pile into the hand."""
    note(trace, TOOK, seat, hidden.taken[seat], count)
    for _ in range(count):
        rank = hidden.deck[seat + view.players * hidden.taken[seat]]
        hidden.taken[seat] += 1
        hidden.hands[seat, rank] += 1
        hidden.held[seat] |= 1 << rank
        view.hand[rank] += 1
    view.held = hidden.held[seat]
    view.hand_sizes[seat] += count
    view.pile_sizes[seat] -= count
    hidden.spent += count


@inline
def drop(view, hidden, seat, rank, count):
    """Cards leave the hand of the player to move."""
    hidden.hands[seat, rank] -= count
    view.hand[rank] -= count
    view.hand_sizes[seat] -= count
    if view.hand[rank] == 0:
        view.held &= ~(1 << rank)
        hidden.held[seat] = view.held


@inline
def pick_up(view, hidden, trace):
    """TK-6: the whole stack into the hand; goes and misses lapse, the turn ends."""
    seat = view.seat
    note(trace, PICKED_UP, seat, view.stack_size, 0)
    add_row(hidden.hands[seat], view.stack_counts, view.deck)
    hidden.held[seat] |= view.stack_held
    for viewer in range(view.players):
        add_row(hidden.known[viewer, seat], view.stack_counts, view.deck)
    clear_row(hidden.known[seat, seat])
    view.hand_sizes[seat] += view.stack_size
    empty_stack(view)
    view.misses = 0
    return end_turn(view, hidden)


@inline
def empty_stack(view):
    """An empty table: nothing to beat."""
    view.stack_size = view.top_count = view.alike = view.demand_count = 0
    view.top = view.demand = view.showing = view.repeated = NOTHING
    view.stack_held = 0
    clear_row(view.stack_counts)


@inline
def lay(view, hidden, trace, rank, count):
    """TK-16, 17: cards of one rank join the stack and take effect."""
    seat = view.seat
    note(trace, LAID, seat, rank, count)
    drop(view, hidden, seat, rank, count)
    for viewer in range(view.players):
        known = hidden.known[viewer, seat, rank]
        hidden.known[viewer, seat, rank] = max(0, known - count)
    push(view, rank, count)
    hidden.laid = rank
    if view.pairs > 0:
        view.pairs -= 1
    take_effect(view, hidden)
    return give_on(view, hidden, trace)


@inline
def push(view, rank, count):
    """The stack after a lay, and the demand that the lay leaves (TK-11..15, TK-28, TK-29)."""
    for i in range(count):
        view.stack[view.stack_size + i] = rank
    view.stack_size += count
    view.stack_counts[rank] += count
    view.stack_held |= 1 << rank
    view.alike = view.alike + count if view.top == rank else count
    view.top, view.top_count = rank, count
    if rank != EIGHT:
        view.repeated = rank
        if rank != JOKER:
            view.showing = rank
    view.demand = view.repeated if view.repeats else rank
    view.demand_count = count if view.demand >= 0 and view.multiply[view.demand] else 1


@inline
def take_effect(view, hidden):
    """TK-18..22: what a 9, 10, J, K or A does, or an 8 that repeats one (TK-28)."""
    rank, n = view.demand, view.demand_count
    if rank == NINE or rank == ACE:
        held = view.hand_sizes[view.seat] + view.pile_sizes[view.seat]
        view.owed = min(n, held)
        view.receiver = NOTHING if rank == NINE else view.next
    elif rank == TEN:
        view.goes += n
    elif rank == JACK and n & 1 and view.holding > 2:
        view.direction = -view.direction
        view.next = next_seat(view, hidden, view.seat)
    elif rank == KING:
        view.misses += n


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
        hidden.hands[to, rank] += 1
        hidden.held[to] |= 1 << rank
        view.hand_sizes[to] += 1
        view.known[to, rank] = min(view.known[to, rank] + 1, view.deck[rank])
        hidden.known[seat, to, rank] = view.known[to, rank]
        hidden.known[to, seat, rank] = max(0, hidden.known[to, seat, rank] - 1)
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


# --- positions (TK-27) ---


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
