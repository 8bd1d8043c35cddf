"""The table cards that ship, and the words of their lines."""

from types import ModuleType

from knotlab.sim.errors import InputError
from knotlab.strategies.cards.text import Card, Phrases
from knotlab.strategies.home import module_of

GAMES = ("twisted-knot", "knotweed")


def shipped_card(game: str) -> Card:
    """The card of a game, as its strategy `card` plays it; raises InputError if the game has none."""
    card: Card = _module(game, "card").CARD
    return card


def phrases_of(game: str) -> Phrases:
    """The words of a card's lines; raises InputError if the game has no card."""
    phrases: Phrases = _module(game, "_card_words").PHRASES
    return phrases


def _module(game: str, name: str) -> ModuleType:
    if game not in GAMES:
        raise InputError(f"table cards are for {' and '.join(GAMES)}; leave the game out for the bidding card of twyst")
    return module_of(game, name)
