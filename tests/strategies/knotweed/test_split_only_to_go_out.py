"""Beware of splitting."""

from tests.knotweed.positions import play, position
from tests.strategies.knotweed.choices import best

MANY = "hand 0: 6C 6D 6H 9S JH KD 2D\nhand 1: 2S\npiles: 5C\ndraw: AS 3S 4S 6S"
FEW = "hand 0: 6C 6D KH\nhand 1: 2S\npiles: 5C\ndraw: AS 3S 4S 6S"


def test_with_many_cards_a_single_card_is_played() -> None:
    assert best(position(MANY), "split-only-to-go-out") == "0: 6C"


def test_without_the_tip_the_whole_group_is_played() -> None:
    assert best(position(MANY), "split-only-to-go-out:tip=0") == "0: 6C 6D 6H"


def test_a_group_is_played_where_piles_are_short_to_go_out_next_turn() -> None:
    assert best(position(FEW), "split-only-to-go-out") == "0: 6C 6D"
    assert best(position(FEW), "split-only-to-go-out:cards=2") == "0: 6C"


def test_a_split_that_lets_it_go_out_now_is_made() -> None:
    game = position("hand 0: 5D 5H 5S\nhand 1: 2S\npiles: 5C\ndraw: AS 3S")
    assert best(game, "split-only-to-go-out:cards=1") == "0: 5D 5H 5S"
    play(game, "0: 5D 5H 5S")
    assert game.view.places[0] == 1
