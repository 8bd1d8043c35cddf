"""The search itself, card by card and without recursion."""

from functools import cache
from typing import Any

from knotlab.sim.compiling import jit as compiling
from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.compiling.later import types
from knotlab.sim.games.twyst.cards import N_SUITS, NOTHING, suit_mask, suit_of
from knotlab.sim.games.twyst.solver.memory import keep, look_up
from knotlab.sim.games.twyst.solver.ordering import list_moves
from knotlab.sim.games.twyst.solver.state import NO, RESULT, SEARCH, UNKNOWN, YES, is_striving, live_cards, wins
from knotlab.sim.games.twyst.solver.sure import sure_tricks
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.lowlevel import count_bits, highest_bit, lowest_bit


def solve(searches, table):
    """The most tricks of the counted seats that the striving ones can force, that under way included."""
    search = searches[0]
    n = (count_bits(live_cards(search, 0)) + search.laid) // SEATS
    high = min(n, search.limit)
    low = min(search.floor, high)
    need = min(max(search.guess, 1), high)
    while low < high:
        if reaches(search, table, need):
            low = need
            need += 1
        else:
            high = need - 1
            need -= 1
    return low


solve_part = jit(solve)  # for compiled code, which cannot call an entry


@jit
def reaches(search, table, need):
    """Whether at least `need` tricks can be forced."""
    ply = root = search.laid
    search.need[ply] = need
    answer = arrive(search, table, ply)
    while True:
        if answer == UNKNOWN and search.tried[ply] < search.n_moves[ply]:
            ply = play_next(search, ply)
            answer = arrive(search, table, ply)
            continue
        if answer == UNKNOWN:
            answer = give_up(search, table, ply)
        if ply == root:
            return answer == YES
        ply = take_back(search, ply)
        if (answer == YES) == is_striving(search, search.seat[ply]):
            search.relevant[ply] = search.relevant[ply + 1]
            keep(search, table, ply, answer)
        else:
            search.relevant[ply] |= search.relevant[ply + 1]
            answer = UNKNOWN


# --- from card to card ---


@jit
def play_next(search, ply):
    """Play the next card on the list of a ply; the ply that follows."""
    card, seat = search.moves[ply, search.tried[ply]] & 63, search.seat[ply]
    search.tried[ply] += 1
    search.card[ply] = card
    search.hands[seat] ^= 1 << card
    search.best[ply] = ply if wins(search, ply, card) else search.best[ply - 1]
    if ply & 3 < 3:
        search.seat[ply + 1] = seat + 1 & 3
        search.need[ply + 1] = search.need[ply]
    else:
        winner = search.seat[search.best[ply]]
        search.seat[ply + 1] = winner
        search.need[ply + 1] = search.need[ply] - counts(search, ply, winner)
    return ply + 1


@inline
def counts(search, ply, winner):
    """Whether a full trick counts: of a counted seat, and in Nemo clean."""
    clean = True
    for trick_ply in range(ply - 3, ply + 1):
        clean &= suit_of(search.card[trick_ply]) != search.unwanted
    return clean & (search.counted >> winner & 1 == 1)


@jit
def take_back(search, ply):
    """Back to the ply before. After a full trick the result also rests on its winner, if another card of its suit was
    played.
    """
    if ply & 3 == 0:
        winner = search.card[search.best[ply - 1]]
        same = 0
        for trick_ply in range(ply - 4, ply):
            same += suit_of(search.card[trick_ply]) == suit_of(winner)
        search.relevant[ply] |= (1 << winner) if same > 1 else 0
    ply -= 1
    search.hands[search.seat[ply]] ^= 1 << search.card[ply]
    return ply


# --- a position ---


@jit
def arrive(search, table, ply):
    """Answer a position without a search, or list the cards to try: UNKNOWN."""
    search.nodes += 1
    search.relevant[ply] = search.tried[ply] = 0
    n = count_bits(search.hands[search.seat[ply]])
    if search.need[ply] <= 0:
        return YES
    if search.need[ply] > n:
        return NO
    if ply & 3 == 0:
        if search.counted == search.striving and search.unwanted == NOTHING:
            answer = sure_tricks(search, ply, n)
            if answer != UNKNOWN:
                return answer
        answer = look_up(search, table, ply)
        if answer != UNKNOWN:
            return answer
    list_moves(search, ply)
    return UNKNOWN


@jit
def give_up(search, table, ply):
    """No card did what its player wanted: the answer, and what it rests on. The rank of a card stands for those equal
    to it, since they were not tried.
    """
    seat = search.seat[ply]
    live, own = live_cards(search, ply), search.hands[seat]
    for suit in range(N_SUITS):
        relevant = search.relevant[ply] & suit_mask(suit)
        if relevant:
            card = lowest_bit(relevant)
            below = live & suit_mask(suit) & ((1 << card) - 1)
            while below and own >> card & 1 and own >> highest_bit(below) & 1:
                card = highest_bit(below)
                search.relevant[ply] |= 1 << card
                below &= (1 << card) - 1
    answer = NO if is_striving(search, seat) else YES
    keep(search, table, ply, answer)
    return answer


@cache
def solver() -> Any:
    """The compiled `solve`."""
    vector = compiling.vector_type
    return compiling.entry(solve, types.int64(vector(SEARCH), vector(RESULT)), "twyst.solve")
