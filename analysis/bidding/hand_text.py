"""A hand of cards as somebody writes it."""

from collections.abc import Sequence

from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import N_CARDS, N_RANKS, RANKS, SUITS

NAMES = {"T": "10", "J": "J", "Q": "Q", "K": "K", "A": "A"} | {str(n): str(n) for n in range(2, 11)}


def card_name(card: int) -> str:
    """A card as it is written, as `10H`."""
    return f"{RANKS[card % N_RANKS]}{SUITS[card // N_RANKS]}"


def read_hand(text: str) -> int:
    """The set of the cards of a hand, written by suits as `S AKQ72 H 83 D K9 C AT54`, or card by card as `AS 10H`.

    text: a ten is `T` or `10`; a suit that is not named is empty. Returns bit c for card c. Raises InputError if this
    is no hand of thirteen different cards.

    Examples
    --------
    >>> read_hand("S AKQ72 H 83 D K9 C AT54") == read_hand("AS KS QS 7S 2S 8H 3H KD 9D AC 10C 5C 4C")
    True
    """
    cards: list[str] = []
    suit = ""
    for word in text.upper().replace(":", " ").replace(",", " ").replace(";", " ").split():
        if word in SUITS:
            suit = word
        elif word[-1] in SUITS and word[:-1] in NAMES:
            cards.append(NAMES[word[:-1]] + word[-1])
        elif suit and word != "-":
            cards += [NAMES.get(rank, rank) + suit for rank in word.replace("10", "T")]
        elif word != "-":
            raise InputError(f"'{word}' belongs to no suit; write a hand as \"S AKQ72 H 83 D K9 C AT54\"")
    return _set_of(cards)


def _set_of(cards: Sequence[str]) -> int:
    """The set of some cards by name, if they are a hand."""
    codes = {card_name(card): card for card in range(N_CARDS)}
    for card in cards:
        if card not in codes:
            raise InputError(f"there is no card '{card}'; ranks are {' '.join(reversed(RANKS))} (or T), suits S H D C")
        if cards.count(card) > 1:
            raise InputError(f"the hand has {card} twice; a pack has it once")
    if len(cards) != N_RANKS:
        raise InputError(f"a hand has {N_RANKS} cards, not {len(cards)}")
    return sum(1 << codes[card] for card in cards)
