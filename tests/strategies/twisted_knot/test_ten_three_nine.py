"""Tens with threes and nines."""

import pytest

from tests.strategies.twisted_knot.choices import best, does, story
from tests.twisted_knot.positions import facing


def chain(hand: str, n_decisions: int) -> list[str]:
    """What the player to move does with a hand over a pile, and an empty table."""
    text = f"hand 0: {hand}\nhand 1: 5\nhand 2: 5\npile 0: 5 7 Q 2\nturn: 0"
    return [move.removeprefix("0 ") for move in story(text, "ten-three-nine:hand=1", n_decisions)]


def test_two_tens_the_threes_then_the_nines_which_throw_cards_out() -> None:
    assert chain("10x2 3x2 9x2 2 5", 5) == ["lay 10x2", "lay 3x2", "lay 9x2", "discard 2", "discard 5"]


def test_with_a_third_ten_a_seven_goes_between() -> None:
    assert chain("10x3 3 9x2 7x2", 4) == ["lay 10x3", "lay 3", "lay 7x2", "lay 9x2"]


def test_no_five_goes_between_since_nines_do_not_go_on_it() -> None:
    assert chain("10x3 3 9x2 7x2 5", 3) == ["lay 10x3", "lay 3", "lay 7x2"]


@pytest.mark.parametrize("held", ["10 3 9 6", "10x2 9 6", "10x2 3 6"])
def test_the_parts_of_a_chain_wait_for_each_other(held: str) -> None:
    assert best(facing("", held), "ten-three-nine:hand=1") == "lay 6"
    assert best(facing("", held), "ten-three-nine:tip=0") != "lay 6"


test_a_chain_takes_what_it_is_told_to = does(
    "ten-three-nine",
    {
        "no more tens go than the chain has goes for": ("", "10x3 3 9", {"hand=1": "lay 10x2"}),
        "the parameter says how many nines it takes": (
            *("", "10x2 3 9 6"),
            {"hand=1,nines=1": "lay 10x2", "hand=1,nines=2": "lay 6"},
        ),
        "the parameter says how many tens it takes": (
            *("", "10x2 3 9 6"),
            {"hand=1,tens=2": "lay 10x2", "hand=1,tens=3": "lay 6"},
        ),
        "without the chain the same cards just wait": (
            *("", "10x2 3 9 6"),
            {"hand=1,tip=1": "lay 10x2", "hand=1,tip=2": "lay 6", "hand=6,tip=2": "lay 9"},
        ),
        "cards are held back only while the hand is large": ("", "10 3 9 6", {"hand=4": "lay 6", "hand=5": "lay 9"}),
    },
)
