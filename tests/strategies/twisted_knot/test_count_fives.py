"""Counting jacks and fives, between two."""

import pytest

from tests.strategies.twisted_knot.choices import best, scores
from tests.twisted_knot.positions import position

BIG = "9x4 10x4 Qx4 6x4"


def table(held: str, on_table: str = BIG, other: str = "7x2", seen: str = "", players: int = 2) -> str:
    """The player to move against one whose hand is partly known; whatever is named nowhere has left the game."""
    more = "hand 2: 8" if players == 3 else ""
    return f"""
        hand 0: {held}
        hand 1: {other}
        {more}
        known 0 1: {seen}
        stack: {on_table}
        turn: 0
    """


def test_a_single_jack_is_a_bomb_when_the_other_can_have_no_five() -> None:
    game = position(table("J K", seen="7x2"))
    assert best(game, "count-fives:hand=1") == "lay J"
    assert best(game, "count-fives:hand=1,tip=0") == "lay K"


def test_two_jacks_are_none_when_he_may_hold_two_fives() -> None:
    game = position(table("Jx2 K", other="5x2"))
    assert best(game, "count-fives:hand=1") == "lay K"
    assert best(game, "count-fives:hand=1,tip=0") == "lay Jx2"


@pytest.mark.parametrize(("seen", "move"), [("5x2", "lay K"), ("5 7", "lay Jx2")])
def test_known_cards_are_counted(seen: str, move: str) -> None:
    assert best(position(table("Jx2 K", other=seen, seen=seen)), "count-fives:hand=1") == move


def test_a_five_is_kept_while_the_other_may_hold_a_jack() -> None:
    game = position(table("5 7x2", on_table="", other="J 9"))
    assert best(game, "count-fives:hand=1") == "lay 7x2"


def test_it_is_kept_no_longer_than_that() -> None:
    game = position(table("5 7", on_table="", other="9 6", seen="9 6"))
    assert best(game, "count-fives:hand=1") == "lay 5"
    assert best(game, "count-fives:hand=1,tip=0") == "lay 7"


def test_without_the_tip_it_saves_and_bombs_by_fixed_numbers() -> None:
    bombing, saving = position(table("Jx2 K")), position(table("5 7x2", on_table="", other="J 9"))
    assert scores(bombing, "count-fives:hand=1,tip=0") == scores(bombing, "jack-bomb:hand=1")
    assert scores(saving, "count-fives:hand=1,tip=0") == scores(saving, "save-fives:hand=1")


def test_counting_changes_nothing_but_jacks_and_fives() -> None:
    game = position(table("9 K", on_table="", other="J 5"))
    assert scores(game, "count-fives:hand=1") == scores(game, "count-fives:hand=1,tip=0")


def test_with_more_players_it_just_sheds() -> None:
    game = position(table("J K 5", on_table="", players=3))
    assert scores(game, "count-fives:hand=1") == scores(game, "shed")
