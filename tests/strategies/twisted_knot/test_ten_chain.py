"""Tens for a string of goes."""

import pytest

from tests.strategies.twisted_knot.choices import best, scores, story
from tests.twisted_knot.positions import facing


def test_a_single_ten_is_kept() -> None:
    assert best(facing("9", "10 6 K"), "ten-chain:hand=1") == "lay 6"
    assert best(facing("9", "10 6 K"), "ten-chain:tip=0") == "lay 10"


def test_enough_tens_with_ranks_to_follow_go_together() -> None:
    assert best(facing("9", "10x2 6 K"), "ten-chain:hand=1") == "lay 10x2"


def test_no_more_tens_go_than_ranks_can_follow() -> None:
    assert best(facing("9", "10x3 6 K"), "ten-chain:hand=1") == "lay 10x2"


def test_tens_with_nothing_to_follow_wait() -> None:
    assert best(facing("", "10x2 7 5"), "ten-chain:hand=1") == "lay 5"


@pytest.mark.parametrize(("tens", "move"), [(1, "lay 10x2"), (2, "lay 10x2"), (3, "lay 6")])
def test_the_parameter_says_how_many_make_a_chain(tens: int, move: str) -> None:
    assert best(facing("9", "10x2 6 K"), f"ten-chain:hand=1,tens={tens}") == move


@pytest.mark.parametrize(("left", "move"), [(0, "lay 7"), (1, "lay 10x2")])
def test_the_parameter_says_how_many_low_cards_may_stay(left: int, move: str) -> None:
    assert best(facing("Q", "10x2 7 6 K"), f"ten-chain:hand=1,left={left}") == move


@pytest.mark.parametrize(("hand", "move"), [(3, "lay 6"), (4, "lay 10")])
def test_tens_are_held_back_only_while_the_hand_is_large(hand: int, move: str) -> None:
    assert best(facing("9", "10 6 K"), f"ten-chain:hand={hand}") == move


def test_a_ten_is_laid_rather_than_the_stack_picked_up() -> None:
    assert best(facing("9", "10 2"), "ten-chain:hand=1") == "lay 10"


def test_a_chain_lays_three_times_in_one_turn() -> None:
    text = """
        hand 0: 10x2 6 K 2
        hand 1: 5
        hand 2: 5
        turn: 0
    """
    assert story(text, "ten-chain:hand=1", 3) == ["0 lay 10x2", "0 lay 6", "0 lay K"]


def test_only_moves_with_tens_score_otherwise() -> None:
    game = facing("9", "10x2 6 K A")
    plain, chain = scores(game, "shed"), scores(game, "ten-chain:hand=1")
    assert {move for move in plain if plain[move] != chain[move]} == {"lay 10", "lay 10x2"}
