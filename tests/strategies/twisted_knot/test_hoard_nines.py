"""Collecting nines."""

import pytest

from tests.strategies.twisted_knot.choices import best
from tests.twisted_knot.positions import facing, play


def test_other_cards_go_first() -> None:
    assert best(facing("", "9x3 6 3"), "hoard-nines") == "lay 6"


def test_the_nines_go_together_when_nothing_else_is_left() -> None:
    game = facing("", "9x3", pile="5 6 7 8")
    assert best(game, "hoard-nines") == "lay 9x3"


def test_they_carry_cards_off_the_pile() -> None:
    game = facing("", "9x3", pile="5 6 7 8")
    play(game, best(game, "hoard-nines"))
    assert game.view.pile_sizes[0] == 1


@pytest.mark.parametrize(("others", "move"), [(0, "lay 3"), (1, "lay 9x2")])
def test_the_parameter_says_how_many_other_cards_may_be_left(others: int, move: str) -> None:
    assert best(facing("", "9x2 3"), f"hoard-nines:others={others}") == move


def test_one_is_laid_rather_than_the_stack_picked_up() -> None:
    assert best(facing("7", "9x2 2"), "hoard-nines") == "lay 9x2"


def test_they_are_the_last_to_be_given_away() -> None:
    game = facing("", "9x2 A K")
    play(game, "lay A")
    assert best(game, "hoard-nines") == "pass K"
