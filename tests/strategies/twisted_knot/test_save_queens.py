"""Saving queens."""

import pytest

from tests.strategies.twisted_knot.choices import best, scores
from tests.twisted_knot.positions import facing, play


def test_the_last_queen_is_kept() -> None:
    assert best(facing("", "Q 7"), "save-queens:hand=1") == "lay 7"
    assert best(facing("", "Q 7"), "save-queens:tip=0") == "lay Q"


def test_it_answers_a_two() -> None:
    assert best(facing("2", "Q 7"), "save-queens:hand=1") == "lay Q"


@pytest.mark.parametrize(("queens", "move"), [(1, "lay Qx2"), (2, "lay Q"), (3, "lay 7")])
def test_the_parameter_says_how_many_are_kept(queens: int, move: str) -> None:
    assert best(facing("", "Qx3 7"), f"save-queens:hand=1,queens={queens}") == move


@pytest.mark.parametrize(("hand", "move"), [(2, "lay 7"), (3, "lay Q")])
def test_they_are_kept_only_while_the_hand_is_large(hand: int, move: str) -> None:
    assert best(facing("", "Q 7"), f"save-queens:hand={hand}") == move


def test_a_kept_queen_is_given_away_last() -> None:
    game = facing("", "9 Q A")
    play(game, "lay 9")
    assert best(game, "save-queens:hand=1") == "discard A"


def test_only_moves_with_queens_score_otherwise() -> None:
    game = facing("", "Qx2 5 9 K")
    plain, saved = scores(game, "shed"), scores(game, "save-queens:hand=1")
    assert {move for move in plain if plain[move] != saved[move]} == {"lay Qx2"}
