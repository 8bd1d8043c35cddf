"""Jokers as weapons."""

import pytest

from tests.strategies.twisted_knot.choices import best
from tests.twisted_knot.positions import position


def table(next_hand: str) -> str:
    """The player to move holds two jokers; the next player holds some cards."""
    return f"""
        hand 0: Jkx2 6 K
        hand 1: {next_hand}
        hand 2: 5
        pile 1: 4 4
        stack: 9
        turn: 0
    """


@pytest.mark.parametrize("hand", ["7", "7 5"])
def test_a_joker_goes_at_a_player_with_few_cards_one_at_a_time(hand: str) -> None:
    assert best(position(table(hand)), "joker-pressure:hand=1") == "lay Jk"


def test_jokers_are_kept_from_a_player_with_many_cards() -> None:
    assert best(position(table("7 5 K Q")), "joker-pressure:hand=1") == "lay 6"


@pytest.mark.parametrize(("cards", "move"), [(3, "lay 6"), (4, "lay Jk")])
def test_the_parameter_says_how_many_cards_are_few(cards: int, move: str) -> None:
    assert best(position(table("7 5 K Q")), f"joker-pressure:hand=1,cards={cards}") == move


def test_a_joker_is_laid_rather_than_the_stack_picked_up() -> None:
    text = table("7 5 K Q").replace("Jkx2 6 K", "Jk 2")
    assert best(position(text), "joker-pressure:hand=1") == "lay Jk"


@pytest.mark.parametrize(("hand", "move"), [(4, "lay 6"), (5, "lay Jkx2")])
def test_jokers_are_held_back_only_while_the_hand_is_large(hand: int, move: str) -> None:
    assert best(position(table("7 5 K Q")), f"joker-pressure:hand={hand}") == move
