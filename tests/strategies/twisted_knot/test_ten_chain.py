"""Tens for a string of goes."""

import pytest

from tests.strategies.twisted_knot.choices import best, story
from tests.twisted_knot.positions import facing


def test_a_single_ten_is_kept() -> None:
    assert best(facing("9", "10 6 K"), "ten-chain") == "lay 6"


def test_enough_tens_with_something_to_follow_go_together() -> None:
    assert best(facing("9", "10x2 6 K"), "ten-chain") == "lay 10x2"


def test_tens_with_nothing_to_follow_wait() -> None:
    assert best(facing("", "10x2 7 5"), "ten-chain") == "lay 5"


@pytest.mark.parametrize(("tens", "move"), [(1, "lay 10x2"), (2, "lay 10x2"), (3, "lay 6")])
def test_the_parameter_says_how_many_make_a_chain(tens: int, move: str) -> None:
    assert best(facing("9", "10x2 6 K"), f"ten-chain:tens={tens}") == move


def test_a_ten_is_laid_rather_than_the_stack_picked_up() -> None:
    assert best(facing("9", "10 2"), "ten-chain") == "lay 10"


def test_a_chain_lays_three_times_in_one_turn() -> None:
    text = """
        hand 0: 10x2 6 K 2x2
        hand 1: 5
        hand 2: 5
        turn: 0
    """
    assert story(text, "ten-chain", 3) == ["0 lay 10x2", "0 lay 6", "0 lay K"]
