"""Pressure with care for a player with one card in hand."""

import pytest

from tests.strategies.twisted_knot.choices import best, scores
from tests.twisted_knot.positions import position


def table(next_hand: str, held: str, on_table: str = "", next_pile: str = "4 4") -> str:
    """The player to move holds some cards; the next player holds some, over a pile."""
    return f"""
        hand 0: {held}
        hand 1: {next_hand}
        hand 2: 5
        pile 1: {next_pile}
        stack: {on_table}
        turn: 0
    """


def test_no_joker_goes_at_a_player_with_one_card() -> None:
    game = position(table("7", "Jk 6 K", "9"))
    assert best(game, "careful-pressure:hand=1") == "lay 6"
    assert best(game, "careful-pressure:hand=1,tip=0") == "lay Jk"


def test_a_single_two_goes_at_him() -> None:
    game = position(table("7", "2x2 6 K"))
    assert best(game, "careful-pressure:hand=1") == "lay 2"
    assert best(game, "careful-pressure:hand=1,tip=0") == "lay 2x2"


@pytest.mark.parametrize("settings", ["", "@tips-v1", ":hand=20"])
def test_the_care_does_not_hang_on_how_large_the_hand_is(settings: str) -> None:
    assert best(position(table("7", "Jk A", "9")), f"careful-pressure{settings}") == "lay A"
    assert best(position(table("7", "2x2 A")), f"careful-pressure{settings}") != "lay 2x2"


@pytest.mark.parametrize(("held", "on_table", "move"), [("Jk 6 K", "9", "lay Jk"), ("2x2 6 K", "", "lay 2x2")])
def test_a_player_without_a_pile_cannot_top_up_so_no_care_is_needed(held: str, on_table: str, move: str) -> None:
    assert best(position(table("7", held, on_table, next_pile="")), "careful-pressure:hand=1") == move


@pytest.mark.parametrize("hand", ["7 5", "7 5 K", "7 5 K Q"])
@pytest.mark.parametrize(("held", "on_table"), [("Jk 6 K", "9"), ("2x2 6 K", "")])
def test_at_other_hands_the_care_changes_nothing(hand: str, held: str, on_table: str) -> None:
    game = position(table(hand, held, on_table))
    assert scores(game, "careful-pressure:hand=1") == scores(game, "careful-pressure:hand=1,tip=0")


def test_without_the_care_it_presses_as_the_tips_on_jokers_and_twos() -> None:
    jokers, twos = position(table("7", "Jk 6 K", "9")), position(table("7", "2x2 6 K"))
    assert scores(jokers, "careful-pressure:hand=1,tip=0") == scores(jokers, "joker-pressure:hand=1")
    assert scores(twos, "careful-pressure:hand=1,tip=0") == scores(twos, "two-pressure:hand=1")
