"""Jokers as weapons."""

from knotlab.sim.playing.stepper import Stepper
from tests.strategies.twisted_knot.choices import does
from tests.twisted_knot.positions import position


def table(next_hand: str, held: str = "Jkx2 6 K") -> Stepper:
    """The player to move holds two jokers; the next player holds some cards."""
    return position(f"hand 0: {held}\nhand 1: {next_hand}\nhand 2: 5\npile 1: 4 4\nstack: 9\nturn: 0")


test_jokers_are_weapons = does(
    "joker-pressure",
    {
        "a joker goes at a player with few cards, one at a time": ("7 5", {"hand=1": "lay Jk"}),
        "and at one with a single card": ("7", {"hand=1": "lay Jk"}),
        "jokers are kept from a player with many cards": ("7 5 K Q", {"hand=1": "lay 6"}),
        "the parameter says how many cards are few": (
            "7 5 K Q",
            {"hand=1,cards=3": "lay 6", "hand=1,cards=4": "lay Jk"},
        ),
        "a joker is laid rather than the stack picked up": ("7 5 K Q", "Jk 2", {"hand=1": "lay Jk"}),
        "they are held back only while the hand is large": ("7 5 K Q", {"hand=4": "lay 6", "hand=5": "lay Jkx2"}),
    },
    at=table,
)
