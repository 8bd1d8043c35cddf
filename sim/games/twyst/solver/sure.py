"""Tricks that a side is sure of, which settle a position at the start of a trick without a search."""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twyst.cards import N_RANKS, N_SUITS, suit_mask
from knotlab.sim.games.twyst.solver.state import NO, UNKNOWN, YES, is_striving, live_cards
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.lowlevel import count_bits, highest_bit, lowest_bit


@jit
def sure_tricks(search, ply, n):
    """Whether sure tricks answer a position at the start of a trick: what the leader takes in a row, and after it a
    friend whom the leader can reach, or the highest trumps of one hand.
    """
    leader, live = search.seat[ply], live_cards(search, ply)
    tricks, relevant, _ = run_of(search, leader, live)
    answer = settled(search, ply, n, leader, tricks)
    search.relevant[ply] = relevant if answer != UNKNOWN else 0
    for seat in range(SEATS):
        if answer != UNKNOWN:
            return answer
        if seat != leader and is_striving(search, seat) == is_striving(search, leader):
            more, also, entries = run_of(search, seat, live)
            if entries & search.hands[leader]:
                answer = settled(search, ply, n, leader, min(n, tricks + more))
                search.relevant[ply] = relevant | also if answer != UNKNOWN else 0
        if search.trump >= 0 and answer == UNKNOWN:
            answer = sure_trumps(search, ply, n, seat, live)
    return answer


@jit
def run_of(search, seat, live):
    """The tricks that a seat takes in a row when it leads, the cards that this rests on, and the suits (as sets of
    cards) in which it wins the first of them. Nobody who holds a trump runs out of a suit meanwhile.
    """
    tricks = relevant = suits = 0
    for suit in range(N_SUITS):
        own, rivals = search.hands[seat] & suit_mask(suit), live & ~search.hands[seat] & suit_mask(suit)
        top = masters(own, rivals)
        if top:
            most, least = 0, N_RANKS
            for other in range(SEATS):
                if other != seat:
                    length = count_bits(search.hands[other] & suit_mask(suit))
                    most = max(most, length)
                    if search.trump >= 0 and suit != search.trump and search.hands[other] & suit_mask(search.trump):
                        least = min(least, length)
            run = min(count_bits(own if count_bits(top) >= most else top), least)
            if run:
                tricks += run
                suits |= suit_mask(suit)
                relevant |= 1 << lowest_bit(top) if rivals else 0
    return tricks, relevant, suits


@inline
def sure_trumps(search, ply, n, seat, live):
    """Whether the trumps of one hand answer a position: each takes a trick, unless a foe gives a higher one for it."""
    trumps = live & suit_mask(search.trump)
    higher = tricks = lowest = 0
    while trumps:
        card = highest_bit(trumps)
        trumps ^= 1 << card
        if search.hands[seat] >> card & 1:
            lowest = 1 << card
            if higher:
                higher -= 1
            else:
                tricks += 1
        else:
            higher += is_foe_card(search, seat, card)
    answer = settled(search, ply, n, seat, tricks)
    if answer != UNKNOWN:
        search.relevant[ply] = lowest
    return answer


@inline
def is_foe_card(search, seat, card):
    """Whether a live card is held by the other side."""
    side = search.striving if is_striving(search, seat) else ~search.striving
    foe = 0
    for other in range(SEATS):
        foe |= (search.hands[other] >> card & 1) & (1 - (side >> other & 1))
    return foe


@inline
def masters(own, rivals):
    """One's own cards of a suit that no rival card beats."""
    return own & ~((2 << highest_bit(rivals)) - 1) if rivals else own


@inline
def settled(search, ply, n, seat, tricks):
    """What it answers that a seat is sure of some of the n tricks left."""
    if is_striving(search, seat):
        return YES if tricks >= search.need[ply] else UNKNOWN
    return NO if n - tricks < search.need[ply] else UNKNOWN
