"""What a strategy does at a position of Twyst."""

from tests.strategies.choosing import Choosing
from tests.twyst import positions
from tests.twyst.positions import fill, play, start

CHOOSING = Choosing("twyst", positions)
scores, best = CHOOSING.scores, CHOOSING.best


def bid(hand: str, strategy: str) -> str:
    """What a strategy bids with a hand."""
    return best(start(fill([set(hand.split()), set(), set(), set()])), strategy)


def named(bids: str, strategy: str) -> str:
    """Whom a strategy names to lead after four bids."""
    game = play(start(fill([{card} for card in bids.split()])), bids)
    return best(game, strategy)
