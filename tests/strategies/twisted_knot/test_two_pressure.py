"""Twos as weapons."""

import pytest

from tests.strategies.twisted_knot.choices import best, scores
from tests.twisted_knot.positions import position


def table(next_hand: str) -> str:
    """The player to move holds two twos and faces an empty table; the next player holds some cards."""
    return f"""
        hand 0: 2x2 6 K
        hand 1: {next_hand}
        hand 2: 5
        pile 1: 4 4
        turn: 0
    """


@pytest.mark.parametrize("hand", ["7", "7 5"])
def test_twos_go_together_at_a_player_with_few_cards(hand: str) -> None:
    assert best(position(table(hand)), "two-pressure:hand=1") == "lay 2x2"


def test_twos_are_kept_from_a_player_with_many_cards() -> None:
    assert best(position(table("7 5 K")), "two-pressure:hand=1") == "lay 6"
    assert best(position(table("7 5 K")), "two-pressure:tip=0") == "lay 2x2"


@pytest.mark.parametrize(("cards", "move"), [(2, "lay 6"), (3, "lay 2x2")])
def test_the_parameter_says_how_many_cards_are_few(cards: int, move: str) -> None:
    assert best(position(table("7 5 K")), f"two-pressure:hand=1,cards={cards}") == move


def test_the_parameter_says_how_many_go_together() -> None:
    assert best(position(table("7 5")), "two-pressure:hand=1,most=1") == "lay 2"


@pytest.mark.parametrize(("hand", "move"), [(4, "lay 6"), (5, "lay 2x2")])
def test_they_are_held_back_only_while_the_hand_is_large(hand: int, move: str) -> None:
    assert best(position(table("7 5 K")), f"two-pressure:hand={hand}") == move


def test_only_moves_with_twos_score_otherwise() -> None:
    game = position(table("7 5 K"))
    plain, pressing = scores(game, "shed"), scores(game, "two-pressure:hand=1")
    assert {move for move in plain if plain[move] != pressing[move]} == {"lay 2", "lay 2x2"}
