"""The cards that a player does not see, dealt to the other three exactly uniformly among all deals that agree with what
is known.

Known are the sizes of the hands, the bid cards still in them (TY-2, TY-8) and the suits that somebody failed to follow.
The other unseen cards stand in a row. Cards i, i + 1, .. can be dealt in so many ways if the next player takes a more
of them, the one after b and the third the rest: from the last card on that somebody cannot have, that is a product of
binomial coefficients; for cards before it, `ways[i, a, b]` is filled in. All these deals are numbered from 0 on, so a
uniform number below their count is a uniform deal. The largest count, 39! / 13!^3 = 8.4e16, is exact in 64 bits.
"""

import math
from collections.abc import Sequence

import numpy as np

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twyst.cards import ALL, N_CARDS, N_RANKS, NOTHING, suit_of
from knotlab.sim.games.twyst.state import BIDDING, SEATS
from knotlab.sim.kernels.chance import DEAL, word
from knotlab.sim.lowlevel import highest_bit, lowest_bit
from knotlab.sim.protocol import record_dtype

OTHERS = SEATS - 1
MOST = N_CARDS - N_RANKS
# By n and k + 1: the ways to choose k out of n; none for k = -1.
CHOICES = np.array([[0, *(math.comb(n, k) for k in range(N_RANKS + 1))] for n in range(MOST + 1)], np.int64)

UNSEEN = record_dtype(
    [
        ("n", "i8"),  # cards whose holder is not known
        ("cards", "i8", MOST),
        ("room", "i8", OTHERS),  # by player after oneself: how many of them he holds
        ("voids", "i8", OTHERS),  # suits that he has not
        ("known", "i8", OTHERS),  # cards that he is known to hold
        ("free", "i8"),  # the first card from which on everybody can have every card
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
    """Fill the table of ways back from the last card that somebody cannot have; the number of deals."""
    unseen.free = first_free(unseen)
    for i in range(unseen.free - 1, -1, -1):
        left, suit = unseen.n - i, suit_of(unseen.cards[i])
        first, second, third = (unseen.voids[0] >> suit & 1, unseen.voids[1] >> suit & 1, unseen.voids[2] >> suit & 1)
        for a in range(max(0, left - unseen.room[1] - unseen.room[2]), min(left, unseen.room[0]) + 1):
            for b in range(max(0, left - a - unseen.room[2]), min(left - a, unseen.room[1]) + 1):
                total = 0
                if a > 0 and not first:
                    total += ways_from(unseen, i + 1, a - 1, b)
                if b > 0 and not second:
                    total += ways_from(unseen, i + 1, a, b - 1)
                if a + b < left and not third:
                    total += ways_from(unseen, i + 1, a, b)
                unseen.ways[i, a, b] = total
    return ways_from(unseen, 0, unseen.room[0], unseen.room[1])


@inline
def first_free(unseen):
    """The number of the first card from which on everybody can have every card."""
    voids = unseen.voids[0] | unseen.voids[1] | unseen.voids[2]
    first = unseen.n
    while first > 0 and voids >> suit_of(unseen.cards[first - 1]) & 1 == 0:
        first -= 1
    return first


@inline
def ways_from(unseen, i, a, b):
    """The ways to deal card i and those after it."""
    left = unseen.n - i
    if i < unseen.free:
        return unseen.ways[i, a, b]
    return CHOICES[left, a + 1] * CHOICES[left - a, b + 1]


@inline
def ways_with(unseen, i, a, b, k):
    """The ways to deal from card i on that give card i to player k."""
    c = unseen.n - i - a - b
    if unseen.voids[k] >> suit_of(unseen.cards[i]) & 1 or (a, b, c)[k] <= 0:
        return 0
    return ways_from(unseen, i + 1, a - (k == 0), b - (k == 1))


@jit
def deal_unseen(unseen, number, hands, seat):
    """Give the other three hands as in deal `number` (0 .. ways - 1) of a player's unseen cards."""
    for k in range(OTHERS):
        hands[seat + k + 1 & 3] = unseen.known[k]
    a, b = unseen.room[0], unseen.room[1]
    for i in range(unseen.free):
        k, ways = 0, ways_with(unseen, i, a, b, 0)
        while number >= ways:
            number -= ways
            k += 1
            ways = ways_with(unseen, i, a, b, k)
        hands[seat + k + 1 & 3] |= 1 << unseen.cards[i]
        a -= k == 0
        b -= k == 1
    deal_free(unseen, number, a, b, hands, seat)


@inline
def deal_free(unseen, number, a, b, hands, seat):
    """The same from the first card on that everybody can have, without a branch."""
    first, second, third = hands[seat + 1 & 3], hands[seat + 2 & 3], hands[seat + 3 & 3]
    for left in range(unseen.n - unseen.free, 0, -1):
        card = 1 << unseen.cards[unseen.n - left]
        to_first = CHOICES[left - 1, a] * CHOICES[left - a, b + 1]
        to_both = to_first + CHOICES[left - 1, a + 1] * CHOICES[left - 1 - a, b]
        is_first, is_third = number < to_first, number >= to_both
        is_second = not is_first and not is_third
        number -= 0 if is_first else to_both if is_third else to_first
        first |= card if is_first else 0
        second |= card if is_second else 0
        third |= card if is_third else 0
        a -= is_first
        b -= is_second
    hands[seat + 1 & 3], hands[seat + 2 & 3], hands[seat + 3 & 3] = first, second, third


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


def deal_others(views: np.ndarray, hiddens: np.ndarray, view: np.record, seed: int, deals: Sequence[int]) -> None:
    """Give fresh deals, before any bid, the hand of a player who bids in his seat, and the others' hands redealt.

    view: of that player. deals: each has a stream of its own, by seed, hand and number, so that deals do not depend on
    how they are grouped.
    """
    hand, own = int(view["hand"]), int(view["seat"])
    rest = np.array([card for card in range(N_CARDS) if not hand >> card & 1])
    others = [seat for seat in range(SEATS) if seat != own]
    for i, deal in enumerate(deals):
        shuffled = np.random.default_rng([seed, hand >> 26, hand & (1 << 26) - 1, int(deal)])
        bits = np.int64(1) << shuffled.permutation(rest).reshape(OTHERS, N_RANKS)
        hiddens["hands"][i, others] = bits.sum(axis=1)
    hiddens["hands"][:, own] = hand
    hiddens["dealt"] = hiddens["hands"]
    views["hand"], views["totals"] = hiddens["hands"][:, 0], view["totals"]


@jit
def redeal(view, hidden, chance):
    """Deal the unseen cards again with words of the deal's stream: every deal that agrees with the view is equally
    likely (sim/playing/branch.py).

    While bids are chosen, the deal is that of the new hands; bids made before are not seen, and have to be made again
    (`can_redeal`).
    """
    redeal_with(np.empty(1, UNSEEN), view, hidden, chance)


@jit
def redeal_with(unseens, view, hidden, chance):
    """The same with an array of its own to work in: a record taken from an array does not keep it, an argument does."""
    unseen = unseens[0]
    ways = survey(unseen, view)
    deal_unseen(unseen, uniform_number(chance, ways), hidden.hands, view.seat)
    if view.decision == BIDDING:
        for seat in range(SEATS):
            hidden.dealt[seat] = hidden.hands[seat]
