"""Collecting aces and nines."""

import pytest

from tests.strategies.twisted_knot.choices import best
from tests.twisted_knot.positions import facing, pile, play


def test_other_cards_go_first() -> None:
    assert best(facing("", "Ax3 9x2 6x2 3x2"), "hoard-both") == "lay 6x2"


def test_the_smaller_group_goes_with_the_last_plain_cards() -> None:
    game = facing("Q", "Ax3 9x2 6 3", pile="5 6 7 8")
    assert best(game, "hoard-both") == "lay 9x2"
    play(game, "lay 9x2")
    assert best(game, "hoard-both") == "discard 6"


def test_the_greater_group_then_carries_cards_off_the_pile() -> None:
    game = facing("", "Ax3", pile="5 6 7 8")
    assert best(game, "hoard-both") == "lay Ax3"
    play(game, "lay Ax3")
    assert pile(game, 0) == "8"


@pytest.mark.parametrize(("others", "move"), [(0, "lay 3"), (1, "lay 9x2")])
def test_the_parameter_says_how_many_other_cards_may_be_left(others: int, move: str) -> None:
    assert best(facing("", "9x2 3"), f"hoard-both:others={others}") == move


def test_with_one_of_the_two_groups_it_hoards_as_the_tips_on_each() -> None:
    for held, other in (("Ax2 6", "hoard-aces"), ("9x2 6", "hoard-nines")):
        game = facing("", held)
        assert best(game, "hoard-both") == best(game, other)
