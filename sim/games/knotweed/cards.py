"""The cards of Knotweed: their numbers, sets of cards of one rank, the penalty of a play (KW-1, KW-4, KW-5).

A rank is 0..12 for A, 2 .. K; a suit 0..3 for C, D, H, S; a card is the number 4 * rank + suit. Several cards of one
rank are written as one number, here called a **group**: an octal digit for each suit says how many, clubs last.
`0o1002` is two cards of clubs and one of spades.
"""

from knotlab.sim.compiling.jit import inline

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
N_RANKS, N_SUITS = len(RANKS), len(SUITS)

MAX_DECKS = 4
MAX_CARDS = 52 * MAX_DECKS
HAND_SIZE = 5  # KW-1
FULL = 3  # KW-5, KW-7: the largest penalty, and that of a pass

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
def copies(group, suit):
    """How many cards of one suit are in a group."""
    return group >> (3 * suit) & 7


@inline
def size(group):
    """How many cards are in a group."""
    return (group & 7) + (group >> 3 & 7) + (group >> 6 & 7) + (group >> 9 & 7)


@inline
def single(suit):
    """The group of one card of a suit."""
    return 1 << (3 * suit)


@inline
def penalty(top, rank):
    """KW-5: what a play of `rank` onto the card `top` costs: steps up in rank, wrapping from K to A, 3 at most."""
    steps = rank - (top >> 2)
    if steps < 0:
        steps += 13
    return min(steps, 3)


@inline
def next_part(part, gaps):
    """The next larger group among all parts of a group, from the empty one on; after the last the empty one.

    gaps: 7 less each digit of the whole group. With them filled in, adding 1 carries over every digit that is full, and
    leaves 0 there: no digit has to be asked.
    """
    carried = part + gaps + 1
    full = (carried | carried >> 1 | carried >> 2) & 0o1111
    return (carried & 0o7777) - (gaps & 7 * full)


# --- for Python ---


def cards_of(rank: int, group: int) -> list[str]:
    """A group's cards by name, in ascending order.

    >>> cards_of(5, 0o1002)
    ['6C', '6C', '6S']
    """
    return [RANKS[rank] + suit for i, suit in enumerate(SUITS) for _ in range(group >> 3 * i & 7)]
