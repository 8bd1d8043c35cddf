"""Saving fives for a jack, between two."""

import pytest

from tests.strategies.twisted_knot.choices import best, scores
from tests.twisted_knot.positions import facing, play


def test_the_last_five_is_kept_between_two() -> None:
    assert best(facing("", "5 7", players=2), "save-fives:hand=1") == "lay 7"
    assert best(facing("", "5 7", players=2), "save-fives:tip=0") == "lay 5"


def test_with_more_players_it_just_sheds() -> None:
    game = facing("", "5 7", players=3)
    assert scores(game, "save-fives:hand=1") == scores(game, "shed")


def test_it_answers_a_jack() -> None:
    assert best(facing("9x4 J", "5 7", players=2), "save-fives:hand=1") == "lay 5"


@pytest.mark.parametrize(("fives", "move"), [(1, "lay 5x2"), (2, "lay 5"), (3, "lay 7")])
def test_the_parameter_says_how_many_are_kept(fives: int, move: str) -> None:
    assert best(facing("", "5x3 7", players=2), f"save-fives:hand=1,fives={fives}") == move


@pytest.mark.parametrize(("hand", "move"), [(2, "lay 7"), (3, "lay 5")])
def test_they_are_kept_only_while_the_hand_is_large(hand: int, move: str) -> None:
    assert best(facing("", "5 7", players=2), f"save-fives:hand={hand}") == move


def test_a_kept_five_is_given_away_last() -> None:
    game = facing("", "9 5 A", players=2)
    play(game, "lay 9")
    assert best(game, "save-fives:hand=1") == "discard A"


def test_only_moves_with_fives_score_otherwise() -> None:
    game = facing("", "5x2 Q 9 K", players=2)
    plain, saved = scores(game, "shed"), scores(game, "save-fives:hand=1")
    assert {move for move in plain if plain[move] != saved[move]} == {"lay 5x2"}
