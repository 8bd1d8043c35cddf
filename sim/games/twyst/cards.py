"""The cards of Twyst: 52 of them, ranked A K Q J 10 .. 2 in each of the suits C D H S.

A card is a number 0..51: 13 * suit + rank, with the suits in that order and the ranks 2 .. A as 0..12; so the higher of
two cards of a suit has the higher number. A set of cards is a bit mask (bit c for card c), a set of suits likewise (bit
s for suit s).
"""

from knotlab.sim.compiling.jit import inline

SUITS = ("C", "D", "H", "S")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
N_SUITS, N_RANKS, N_CARDS = 4, 13, 52
DEUCE, SEVEN, TEN, JACK, KING, ACE = 0, 5, 8, 9, 11, 12
NOTHING = -1  # in place of a card, a suit or a seat: none
ALL = (1 << N_CARDS) - 1
ONE_SUIT = (1 << N_RANKS) - 1  # the cards of suit 0

NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
CODE = {name: card for card, name in enumerate(NAMES)}


@inline
def suit_of(card):
    """A card's suit 0..3: card // 13, without a division."""
    return card * 5 >> 6


@inline
def rank_of(card):
    """A card's rank 0..12."""
    return card - N_RANKS * suit_of(card)


@inline
def suit_mask(suit):
    """The set of a suit's cards."""
    return ONE_SUIT << N_RANKS * suit


def mask(names: str) -> int:
    """The set of some cards, named with spaces between: `mask("AS 10H")`."""
    return sum(1 << CODE[name] for name in names.split())


def spell(cards: int) -> list[str]:
    """The names of a set of cards, in listed order."""
    return [name for card, name in enumerate(NAMES) if int(cards) >> card & 1]
