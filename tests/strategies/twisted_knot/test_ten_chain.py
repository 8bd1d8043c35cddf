"""Tens for a string of goes."""

from tests.strategies.twisted_knot.choices import apart, does, story
from tests.twisted_knot.positions import facing

test_tens_are_kept_for_a_chain = does(
    "ten-chain",
    {
        "a single ten is kept": ("9", "10 6 K", {"hand=1": "lay 6", "tip=0": "lay 10"}),
        "enough tens with ranks to follow go together": ("9", "10x2 6 K", {"hand=1": "lay 10x2"}),
        "no more tens go than ranks can follow": ("9", "10x3 6 K", {"hand=1": "lay 10x2"}),
        "tens with nothing to follow wait": ("", "10x2 7 5", {"hand=1": "lay 5"}),
        "the parameter says how many make a chain": (
            *("9", "10x2 6 K"),
            {"hand=1,tens=1": "lay 10x2", "hand=1,tens=2": "lay 10x2", "hand=1,tens=3": "lay 6"},
        ),
        "the parameter says how many low cards may stay": (
            *("Q", "10x2 7 6 K"),
            {"hand=1,left=0": "lay 7", "hand=1,left=1": "lay 10x2"},
        ),
        "tens are held back only while the hand is large": ("9", "10 6 K", {"hand=3": "lay 6", "hand=4": "lay 10"}),
        "a ten is laid rather than the stack picked up": ("9", "10 2", {"hand=1": "lay 10"}),
    },
)


def test_a_chain_lays_three_times_in_one_turn() -> None:
    text = "hand 0: 10x2 6 K 2\nhand 1: 5\nhand 2: 5\nturn: 0"
    assert story(text, "ten-chain:hand=1", 3) == ["0 lay 10x2", "0 lay 6", "0 lay K"]


def test_only_moves_with_tens_score_otherwise() -> None:
    assert apart(facing("9", "10x2 6 K A"), "shed", "ten-chain:hand=1") == {"lay 10", "lay 10x2"}
