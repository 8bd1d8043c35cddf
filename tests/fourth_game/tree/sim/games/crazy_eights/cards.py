"""The cards of Crazy Eights: their numbers, what matches what, the points in a hand (CE-1, CE-6, CE-13).

A rank is 0..12 for A, 2 .. K; a suit 0..3 for C, D, H, S; a card is the number 4 * rank + suit.
"""

from collections.abc import Iterable, Sequence

from knotlab.sim.compiling.jit import inline

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
N_RANKS, N_SUITS = len(RANKS), len(SUITS)
TWO, EIGHT, TEN = 1, 7, 9

MAX_PACKS = 2
KINDS = N_RANKS * N_SUITS  # different cards
MAX_CARDS = KINDS * MAX_PACKS

NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
NUMBER = {name: number for number, name in enumerate(NAMES)}


# --- for compiled code ---


@inline
def rank_of(card):
    """A card's rank, 0..12."""
    return card >> 2


@inline
def suit_of(card):
    """A card's suit, 0..3."""
    return card & 3


@inline
def matches(card, top, suit):
    """CE-6: whether a card can be played onto `top` when `suit` is asked for."""
    return rank_of(card) == EIGHT or suit_of(card) == suit or rank_of(card) == rank_of(top)


@inline
def points_of(card):
    """CE-13: what a card counts in hand."""
    rank = rank_of(card)
    if rank == EIGHT:
        return 50
    return min(rank + 1, 10)


# --- for Python ---


def names(cards: Iterable[int]) -> list[str]:
    """Cards by name.

    >>> names([28, 51])
    ['8C', 'KS']
    """
    return [NAMES[card] for card in cards]


def listed(counts: Sequence[int]) -> list[str]:
    """Cards by name in the listed order of the pack, from how many there are of each.

    >>> listed([2] + [0] * 50 + [1])
    ['AC', 'AC', 'KS']
    """
    return [NAMES[card] for card, count in enumerate(counts) for _ in range(count)]
