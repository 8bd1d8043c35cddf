"""Results kept for all positions that differ from the solved one in cards that do not matter only."""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twyst.cards import N_RANKS, N_SUITS, suit_mask
from knotlab.sim.games.twyst.solver.state import BUCKET, NO, UNKNOWN, YES, live_cards
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.lowlevel import count_bits, highest_bit, lowest_bit


@inline
def suit_lengths(search):
    """The length of every suit in every hand, four bits each; the last one follows from the others."""
    lengths = 0
    for seat in range(SEATS):
        for suit in range(N_SUITS - (seat == SEATS - 1)):
            lengths = lengths << 4 | count_bits(search.hands[seat] & suit_mask(suit))
    return lengths


@jit
def note_holders(search, live):
    """Write down who holds each suit's live cards, from the top."""
    for half in range(2):
        holders = 0
        for suit in range(2 * half, 2 * half + 2):
            shift, cards = 26 * (suit & 1) + 24, live & suit_mask(suit)
            while cards:
                bit = 1 << highest_bit(cards)
                odd = (search.hands[1] | search.hands[3]) & bit != 0
                upper = (search.hands[2] | search.hands[3]) & bit != 0
                holders |= (odd | upper << 1) << shift
                shift -= 2
                cards ^= bit
        search.holders[half] = holders


@inline
def bucket_of(table, lengths, leader):
    """The first of the places for a position's results; no step leaves 64 bits."""
    mixed = (lengths & (1 << 30) - 1) * 40503 + (lengths >> 30) * 34283 + leader * 65537
    mixed = ((mixed ^ mixed >> 15) & (1 << 31) - 1) * 49843
    return (mixed ^ mixed >> 13) % (len(table) // BUCKET) * BUCKET


@jit
def look_up(search, table, ply):
    """The answer that a kept result gives, or UNKNOWN."""
    live, lengths, leader = live_cards(search, ply), suit_lengths(search), search.seat[ply]
    note_holders(search, live)
    first = bucket_of(table, lengths, leader)
    for place in range(first, first + BUCKET):
        result = table[place]
        if result.epoch == (search.epoch << 2 | leader) and result.lengths == lengths and agrees(search, result):
            if result.low >= search.need[ply] or result.high < search.need[ply]:
                for suit in range(N_SUITS):
                    search.relevant[ply] |= from_top(live & suit_mask(suit), result.depths >> 4 * suit & 15)
                return YES if result.low >= search.need[ply] else NO
    return UNKNOWN


@inline
def agrees(search, result):
    """Whether the cards that matter to a result are where they were."""
    first = (search.holders[0] & result.known[0]) == result.holders[0]
    return first and (search.holders[1] & result.known[1]) == result.holders[1]


@inline
def from_top(cards, depth):
    """The lowest of this many of the highest cards, as a set."""
    for _ in range(depth - 1):
        cards ^= 1 << highest_bit(cards)
    return 1 << highest_bit(cards) if depth else 0


@jit
def keep(search, table, ply, answer):
    """Keep the result of a position at the start of a trick."""
    if ply & 3:
        return
    live, lengths, leader = live_cards(search, ply), suit_lengths(search), search.seat[ply]
    note_holders(search, live)
    known0 = known1 = depths = 0
    for suit in range(N_SUITS):
        relevant = search.relevant[ply] & suit_mask(suit)
        depth = count_bits(live & suit_mask(suit) & ~((1 << lowest_bit(relevant)) - 1)) if relevant else 0
        depths |= depth << 4 * suit
        bits = ((1 << 2 * depth) - 1) << 26 * (suit & 1) + 26 - 2 * depth
        known0 |= bits if suit < 2 else 0
        known1 |= bits if suit >= 2 else 0
    epoch = search.epoch << 2 | leader
    result = table[place_for(search, table, lengths, epoch, known0, known1)]
    if result.epoch != epoch or result.lengths != lengths or result.depths != depths or not agrees(search, result):
        result.epoch, result.lengths, result.depths = epoch, lengths, depths
        result.known[0], result.known[1] = known0, known1
        result.holders[0], result.holders[1] = search.holders[0] & known0, search.holders[1] & known1
        result.low, result.high = 0, N_RANKS
    if answer == YES:
        result.low = max(result.low, search.need[ply])
    else:
        result.high = min(result.high, search.need[ply] - 1)


@inline
def place_for(search, table, lengths, epoch, known0, known1):
    """Where to keep a result: in its own place, else in one that is void, else in the place of another one."""
    first = bucket_of(table, lengths, epoch & 3)
    chosen = first + search.nodes % BUCKET
    for place in range(first, first + BUCKET):
        result = table[place]
        if result.epoch >> 2 != search.epoch:
            return place
        same = (result.known[0] == known0) & (result.known[1] == known1) & (result.lengths == lengths)
        if same & (result.epoch == epoch) and agrees(search, result):
            return place
    return chosen
