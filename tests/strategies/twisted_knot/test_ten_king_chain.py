"""Tens with kings."""

import pytest

from tests.strategies.twisted_knot.choices import agree, best, story
from tests.twisted_knot.positions import facing, position

CHAIN = """
    hand 0: 10x3 6x2 Jx2 Kx2 Ax3
    hand 1: 5
    hand 2: 5
    pile 0: 5 7 Q 2
    turn: 0
"""


def test_the_chain_of_the_books_in_one_turn_after_the_other() -> None:
    assert story(CHAIN, "ten-king-chain:hand=1", 5) == [
        "0 lay 10x3",
        "0 lay 6x2",
        "0 lay Jx2",
        "0 lay Kx2",
        "0 lay Ax3",
    ]


def test_without_the_tip_the_kings_do_not_bring_the_turn_back() -> None:
    assert best(position(CHAIN), "ten-king-chain:tip=0") == best(position(CHAIN), "hoard-aces")


def test_tens_wait_for_the_kings_that_it_takes() -> None:
    assert best(facing("", "10x2 6 K A"), "ten-king-chain:hand=1") == "lay 6"
    assert best(facing("", "10x2 6 K A", players=2), "ten-king-chain:hand=1") == "lay 10x2"


def test_tens_wait_for_something_to_lay_on_the_kings() -> None:
    assert best(facing("", "10x2 6 Kx2"), "ten-king-chain:hand=1") == "lay 6"


def test_kings_are_kept_for_the_last_go() -> None:
    assert best(facing("6", "J Kx2 3"), "ten-king-chain:hand=1") == "lay J"
    assert best(facing("6", "Kx2 3"), "ten-king-chain:hand=1") == "lay 3"
    assert best(facing("6", "Kx2 3"), "ten-king-chain:tip=0") == "lay Kx2"


@pytest.mark.parametrize(("tens", "move"), [(2, "lay 10x2"), (3, "lay 6")])
def test_the_parameter_says_how_many_start_a_chain(tens: int, move: str) -> None:
    assert best(facing("", "10x2 6 Kx2 A"), f"ten-king-chain:hand=1,tens={tens}") == move


@pytest.mark.parametrize(("left", "move"), [(0, "lay 7"), (1, "lay 10x2")])
def test_the_parameter_says_how_many_low_cards_may_stay(left: int, move: str) -> None:
    assert best(facing("Q", "10x2 7 6 Kx2 A"), f"ten-king-chain:hand=1,left={left}") == move


@pytest.mark.parametrize(("hand", "move"), [(3, "lay 3"), (4, "lay Kx2")])
def test_cards_are_held_back_only_while_the_hand_is_large(hand: int, move: str) -> None:
    assert best(facing("6", "Kx2 3"), f"ten-king-chain:hand={hand}") == move


def test_without_the_tip_it_hoards_aces_or_just_sheds() -> None:
    assert agree("ten-king-chain:hand=1,tip=0", "hoard-aces")
    assert agree("ten-king-chain:hand=1,tip=0,aces=0", "shed")
