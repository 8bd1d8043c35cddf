"""Collecting aces, and collecting nines."""

import pytest

from tests.strategies.twisted_knot.choices import best
from tests.twisted_knot.positions import facing, play

each = pytest.mark.parametrize(("name", "card"), [("hoard-aces", "A"), ("hoard-nines", "9")])


@each
def test_other_cards_go_first(name: str, card: str) -> None:
    assert best(facing("", f"{card}x3 6 3"), name) == "lay 6"


@each
def test_they_go_together_when_nothing_else_is_left_and_carry_cards_off_the_pile(name: str, card: str) -> None:
    game = facing("", f"{card}x3", pile="5 6 7 8")
    assert best(game, name) == f"lay {card}x3"
    play(game, f"lay {card}x3")
    assert game.view.pile_sizes[0] == 1


@each
@pytest.mark.parametrize(("others", "move"), [(0, "lay 3"), (1, "lay {}x2")])
def test_the_parameter_says_how_many_other_cards_may_be_left(name: str, card: str, others: int, move: str) -> None:
    assert best(facing("", f"{card}x2 3"), f"{name}:others={others}") == move.format(card)


@each
def test_one_is_laid_rather_than_the_stack_picked_up(name: str, card: str) -> None:
    assert best(facing({"A": "K", "9": "7"}[card], f"{card}x2 2"), name) == f"lay {card}x2"


@pytest.mark.parametrize(
    ("name", "held", "other", "gift"),
    [("hoard-aces", "Ax2 9 K", "9", "discard K"), ("hoard-nines", "9x2 A K", "A", "pass K")],
)
def test_they_are_the_last_to_be_given_away(name: str, held: str, other: str, gift: str) -> None:
    game = facing("", held)
    play(game, f"lay {other}")
    assert best(game, name) == gift
