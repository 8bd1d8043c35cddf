"""The cards that a player does not see, dealt to the other three exactly uniformly among all deals that agree with what
is known.

Known are the sizes of the hands, the bid cards still in them (TY-2, TY-8) and the suits that somebody failed to follow.
The other unseen cards stand in a row; `ways[i, a, b]` is the number of ways to deal cards i, i + 1, .. if the next
player takes a more of them, the one after b and the third the rest. All these deals are numbered from 0 on, so a
uniform number below their count is a uniform deal. The largest count, 39! / 13!^3 = 8.4e16, is exact in 64 bits.
"""

import numpy as np

from knotlab.sim.chance import DEAL, word
from knotlab.sim.games.twyst.cards import ALL, N_CARDS, N_RANKS, NOTHING, suit_of
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.jit import jit
from knotlab.sim.lowlevel import highest_bit, lowest_bit
from knotlab.sim.protocol import record_dtype

OTHERS = SEATS - 1
MOST = N_CARDS - N_RANKS

UNSEEN = record_dtype(
    [
        ("n", "i8"),  # cards whose holder is not known
        ("cards", "i8", MOST),
        ("room", "i8", OTHERS),  # by player after oneself: how many of them he holds
        ("voids", "i8", OTHERS),  # suits that he has not
        ("known", "i8", OTHERS),  # cards that he is known to hold
        ("ways", "i8", (MOST + 1, N_RANKS + 1, N_RANKS + 1)),
    ]
)


@jit
def survey(unseen, view):
    """Write into a fresh record what a player knows of the unseen cards, and count the deals that agree with it: their
    number.
    """
    cards = ALL & ~view.played & ~view.hand
    for k in range(OTHERS):
        seat = view.seat + k + 1 & 3
        shown = 1 << int(view.shown[seat]) if view.shown[seat] != NOTHING else 0  # int: of 32 bits without the compiler
        unseen.known[k] = shown & ~view.played
        unseen.room[k] = view.hand_sizes[seat] - (unseen.known[k] != 0)
        unseen.voids[k] = view.voids[seat]
        cards &= ~unseen.known[k]
    unseen.n = 0
    while cards:
        unseen.cards[unseen.n] = lowest_bit(cards)
        cards &= cards - 1
        unseen.n += 1
    return count(unseen)


@jit
def count(unseen):
    """Fill the table of ways from the last card back; the number of deals."""
    n = unseen.n
    unseen.ways[n, 0, 0] = 1
    for i in range(n - 1, -1, -1):
        for a in range(min(n - i, unseen.room[0]) + 1):
            for b in range(min(n - i - a, unseen.room[1]) + 1):
                total = 0
                for k in range(OTHERS):
                    total += ways_with(unseen, i, a, b, k)
                unseen.ways[i, a, b] = total
    return unseen.ways[0, unseen.room[0], unseen.room[1]]


@jit
def ways_with(unseen, i, a, b, k):
    """The ways to deal from card i on that give card i to player k."""
    if unseen.voids[k] >> suit_of(unseen.cards[i]) & 1:
        return 0
    if k == 0:
        return unseen.ways[i + 1, a - 1, b] if a > 0 else 0
    if k == 1:
        return unseen.ways[i + 1, a, b - 1] if b > 0 else 0
    return unseen.ways[
        i + 1, a, b
    ]  # none if the third has no room left: then a + b is more than the cards from i + 1 on


@jit
def deal_unseen(unseen, number, hands, seat):
    """Give the other three hands as in deal `number` (0 .. ways - 1) of a player's unseen cards."""
    for k in range(OTHERS):
        hands[seat + k + 1 & 3] = unseen.known[k]
    a, b = unseen.room[0], unseen.room[1]
    for i in range(unseen.n):
        k, ways = 0, ways_with(unseen, i, a, b, 0)
        while number >= ways:
            number -= ways
            k += 1
            ways = ways_with(unseen, i, a, b, k)
        hands[seat + k + 1 & 3] |= 1 << unseen.cards[i]
        a -= k == 0
        b -= k == 1


@jit
def uniform_number(chance, n):
    """A number 0 .. n - 1, each exactly equally likely: as many bits as n - 1 has, drawn again until they are below
    n.
    """
    if n == 1:
        return 0
    shift = np.uint64(63 - highest_bit(n - 1))
    while True:
        number = np.int64(word(chance, DEAL) >> shift)
        if number < n:
            return number


@jit
def redeal(view, hidden, chance):
    """Deal the unseen cards anew with words of the deal's stream: every deal that agrees with the view is equally
    likely (sim/branch.py).

    Not while bids are chosen, unless by the eldest (`can_redeal`): bids made before are not seen, and would have to be
    made anew.
    """
    redeal_with(np.zeros(1, UNSEEN), view, hidden, chance)


@jit
def redeal_with(unseens, view, hidden, chance):
    """The same with an array of its own to work in: a record taken from an array does not keep it, an argument does."""
    unseen = unseens[0]
    ways = survey(unseen, view)
    deal_unseen(unseen, uniform_number(chance, ways), hidden.hands, view.seat)
