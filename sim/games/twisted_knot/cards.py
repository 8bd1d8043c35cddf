"""The cards of Twisted Knot: ranks in card order, what beats what (TK-1, TK-11, TK-13).

A rank is its place 0..13 in the card order; a set of ranks is a bit mask (bit r for rank r).
"""

import numpy as np

NAMES = ("2", "5", "Q", "7", "9", "10", "Jk", "6", "J", "K", "A", "3", "4", "8")
N_RANKS = len(NAMES)
TWO, FIVE, QUEEN, SEVEN, NINE, TEN, JOKER, _, JACK, KING, ACE, THREE, FOUR, EIGHT = range(N_RANKS)
NOTHING = -1  # in place of a rank: no card

MAX_COPIES = 16  # four packs with four jokers each
MAX_CARDS = 4 * (52 + 4)
ALL = (1 << N_RANKS) - 1

RANK = {name: rank for rank, name in enumerate(NAMES)}


def mask(names: str) -> int:
    """The set of some ranks, named with spaces between: `mask("2 5 Q")`."""
    return sum(1 << RANK[name] for name in names.split())


def _at_or_above(rank: int) -> int:
    """TK-13: the ranks that beat a showing card in card order; 3, 4 and 8 are one level."""
    if rank == TWO:
        return ALL & ~mask("2")
    if rank == FIVE:
        return ALL & ~mask("2 5")
    if rank in (THREE, FOUR, EIGHT):
        return ALL & ~mask("2")
    return sum(1 << r for r in range(rank, N_RANKS))


# TK-13: by the showing card; the last entry, index NOTHING, is for no card at all.
BEATS_IN_ORDER = np.array([*(_at_or_above(rank) for rank in range(N_RANKS)), ALL], np.int64)

# TK-11: by the rank on top. Jokers, 8s, answered 2s and Magic Jacks have rules of their own.
_SATISFIED_BY = {
    "2": "Q",
    "5": "Q 10 Jk 6 A 4 8",
    "Q": "Q 7 9 10 Jk 6 J K A 3 4 8",
    "7": "7 9 Jk J K 3",
    "9": "9 10 Jk 6 J K A 3 4 8",
    "10": "10 Jk 6 J K A 3 4 8",
    "6": "6 J K A 3 4 8",
    "J": "J K A 3 4 8",
    "K": "K A 3 4 8",
    "A": "A 3 4 8",
    "3": "5 Q 7 9 10 Jk 6 J K A 3 4 8",
}
SATISFIES = np.array([mask(_SATISFIED_BY[name]) if name in _SATISFIED_BY else ALL for name in NAMES] + [ALL], np.int64)


def composition(packs: int, jokers: int) -> np.ndarray:
    """TK-1: how many cards of each rank are in the game, shape (14,)."""
    counts = np.full(N_RANKS, 4 * packs, np.int32)
    counts[JOKER] = jokers * packs
    return counts
