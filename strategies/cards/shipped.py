"""The table cards that ship."""

from importlib import import_module

from knotlab.strategies.cards.text import Card

GAMES = ("twisted-knot", "knotweed")


def shipped_card(game: str) -> Card:
    """The card of a game, as its strategy `card` plays it."""
    card: Card = import_module(f"knotlab.strategies.{game.replace('-', '_')}.card").CARD
    return card
