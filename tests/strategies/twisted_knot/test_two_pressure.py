"""Twos as weapons."""

from knotlab.sim.playing.stepper import Stepper
from tests.strategies.twisted_knot.choices import apart, does
from tests.twisted_knot.positions import position


def table(next_hand: str) -> Stepper:
    """The player to move holds two twos and faces an empty table; the next player holds some cards."""
    return position(f"hand 0: 2x2 6 K\nhand 1: {next_hand}\nhand 2: 5\npile 1: 4 4\nturn: 0")


test_twos_are_weapons = does(
    "two-pressure",
    {
        "twos go together at a player with few cards": ("7 5", {"hand=1": "lay 2x2"}),
        "and at one with a single card": ("7", {"hand=1": "lay 2x2"}),
        "twos are kept from a player with many cards": ("7 5 K", {"hand=1": "lay 6", "tip=0": "lay 2x2"}),
        "the parameter says how many cards are few": (
            "7 5 K",
            {"hand=1,cards=2": "lay 6", "hand=1,cards=3": "lay 2x2"},
        ),
        "the parameter says how many go together": ("7 5", {"hand=1,most=1": "lay 2"}),
        "they are held back only while the hand is large": ("7 5 K", {"hand=4": "lay 6", "hand=5": "lay 2x2"}),
    },
    at=table,
)


def test_only_moves_with_twos_score_otherwise() -> None:
    assert apart(table("7 5 K"), "shed", "two-pressure:hand=1") == {"lay 2", "lay 2x2"}
