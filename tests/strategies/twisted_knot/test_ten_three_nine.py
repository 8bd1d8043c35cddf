"""Tens with threes and nines."""

import pytest

from tests.strategies.twisted_knot.choices import best, story
from tests.twisted_knot.positions import facing


def chain(hand: str) -> str:
    """The player to move with a hand over a pile, and an empty table."""
    return f"""
        hand 0: {hand}
        hand 1: 5
        hand 2: 5
        pile 0: 5 7 Q 2
        turn: 0
    """


def test_two_tens_the_threes_then_the_nines_which_throw_cards_out() -> None:
    moves = story(chain("10x2 3x2 9x2 2 5"), "ten-three-nine:hand=1", 5)
    assert moves == ["0 lay 10x2", "0 lay 3x2", "0 lay 9x2", "0 discard 2", "0 discard 5"]


def test_with_a_third_ten_a_seven_goes_between() -> None:
    assert story(chain("10x3 3 9x2 7x2"), "ten-three-nine:hand=1", 4) == [
        "0 lay 10x3",
        "0 lay 3",
        "0 lay 7x2",
        "0 lay 9x2",
    ]


def test_no_five_goes_between_since_nines_do_not_go_on_it() -> None:
    assert story(chain("10x3 3 9x2 7x2 5"), "ten-three-nine:hand=1", 3) == ["0 lay 10x3", "0 lay 3", "0 lay 7x2"]


def test_no_more_tens_go_than_the_chain_has_goes_for() -> None:
    assert best(facing("", "10x3 3 9"), "ten-three-nine:hand=1") == "lay 10x2"


@pytest.mark.parametrize("held", ["10 3 9 6", "10x2 9 6", "10x2 3 6"])
def test_the_parts_of_a_chain_wait_for_each_other(held: str) -> None:
    assert best(facing("", held), "ten-three-nine:hand=1") == "lay 6"
    assert best(facing("", held), "ten-three-nine:tip=0") != "lay 6"


@pytest.mark.parametrize(("nines", "move"), [(1, "lay 10x2"), (2, "lay 6")])
def test_the_parameter_says_how_many_nines_it_takes(nines: int, move: str) -> None:
    assert best(facing("", "10x2 3 9 6"), f"ten-three-nine:hand=1,nines={nines}") == move


@pytest.mark.parametrize(("tens", "move"), [(2, "lay 10x2"), (3, "lay 6")])
def test_the_parameter_says_how_many_tens_it_takes(tens: int, move: str) -> None:
    assert best(facing("", "10x2 3 9 6"), f"ten-three-nine:hand=1,tens={tens}") == move


@pytest.mark.parametrize(("hand", "move"), [(4, "lay 6"), (5, "lay 9")])
def test_cards_are_held_back_only_while_the_hand_is_large(hand: int, move: str) -> None:
    assert best(facing("", "10 3 9 6"), f"ten-three-nine:hand={hand}") == move
