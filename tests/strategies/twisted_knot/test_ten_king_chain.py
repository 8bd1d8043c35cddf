"""Tens with kings."""

from functools import partial

from tests.strategies.twisted_knot.choices import agree, best, does, story
from tests.twisted_knot.positions import facing, position

CHAIN = """
    hand 0: 10x3 6x2 Jx2 Kx2 Ax3
    hand 1: 5
    hand 2: 5
    pile 0: 5 7 Q 2
    turn: 0
"""


def test_the_chain_of_the_books_in_one_turn_after_the_other() -> None:
    lays = ["0 lay 10x3", "0 lay 6x2", "0 lay Jx2", "0 lay Kx2", "0 lay Ax3"]
    assert story(CHAIN, "ten-king-chain:hand=1", 5) == lays


def test_without_the_tip_the_kings_do_not_bring_the_turn_back() -> None:
    assert best(position(CHAIN), "ten-king-chain:tip=0") == best(position(CHAIN), "hoard-aces")


test_tens_and_kings_wait_for_each_other = does(
    "ten-king-chain",
    {
        "tens wait for the kings that it takes": ("", "10x2 6 K A", {"hand=1": "lay 6"}),
        "tens wait for something to lay on the kings": ("", "10x2 6 Kx2", {"hand=1": "lay 6"}),
        "kings are kept for the last go": ("6", "J Kx2 3", {"hand=1": "lay J"}),
        "until nothing else is left": ("6", "Kx2 3", {"hand=1": "lay 3", "tip=0": "lay Kx2"}),
        "the parameter says how many tens start a chain": (
            *("", "10x2 6 Kx2 A"),
            {"hand=1,tens=2": "lay 10x2", "hand=1,tens=3": "lay 6"},
        ),
        "the parameter says how many low cards may stay": (
            *("Q", "10x2 7 6 Kx2 A"),
            {"hand=1,left=0": "lay 7", "hand=1,left=1": "lay 10x2"},
        ),
        "cards are held back only while the hand is large": ("6", "Kx2 3", {"hand=3": "lay 3", "hand=4": "lay Kx2"}),
    },
)
test_between_two_one_king_is_enough = does(
    "ten-king-chain", {"tens go": ("", "10x2 6 K A", {"hand=1": "lay 10x2"})}, at=partial(facing, players=2)
)


def test_without_the_tip_it_hoards_aces_or_just_sheds() -> None:
    assert agree("ten-king-chain:hand=1,tip=0", "hoard-aces")
    assert agree("ten-king-chain:hand=1,tip=0,aces=0", "shed")
