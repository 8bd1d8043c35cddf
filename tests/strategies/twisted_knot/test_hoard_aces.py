"""Collecting aces."""

import pytest

from tests.strategies.twisted_knot.choices import best
from tests.twisted_knot.positions import facing, play


def test_other_cards_go_first() -> None:
    assert best(facing("", "Ax3 6 3"), "hoard-aces") == "lay 6"


def test_the_aces_go_together_when_nothing_else_is_left() -> None:
    game = facing("", "Ax3", pile="5 6 7 8")
    assert best(game, "hoard-aces") == "lay Ax3"


def test_they_carry_cards_off_the_pile() -> None:
    game = facing("", "Ax3", pile="5 6 7 8")
    play(game, best(game, "hoard-aces"))
    assert game.view.pile_sizes[0] == 1


@pytest.mark.parametrize(("others", "move"), [(0, "lay 3"), (1, "lay Ax2")])
def test_the_parameter_says_how_many_other_cards_may_be_left(others: int, move: str) -> None:
    assert best(facing("", "Ax2 3"), f"hoard-aces:others={others}") == move


def test_one_is_laid_rather_than_the_stack_picked_up() -> None:
    assert best(facing("K", "Ax2 2"), "hoard-aces") == "lay Ax2"


def test_they_are_the_last_to_be_given_away() -> None:
    game = facing("", "Ax2 9 K")
    play(game, "lay 9")
    assert best(game, "hoard-aces") == "discard K"
