"""Keeping eights for a turn in which nothing else matches."""

from tests.crazy_eights.positions import facing, play
from tests.strategies.crazy_eights.choices import best


def test_an_eight_is_kept_while_another_card_matches() -> None:
    assert best(facing("5C", "AC 8D KD"), "keep-eights") == "AC"
    assert best(facing("5C", "AC 8D KD"), "keep-eights:tip=0") == "8D"


def test_an_eight_is_played_rather_than_drawing() -> None:
    assert best(facing("5C", "8D KD"), "keep-eights") == "8D"


def test_it_names_the_suit_of_which_it_holds_most() -> None:
    game = play(facing("5C", "8D 9H KH QD 8S"), "8D")
    assert best(game, "keep-eights") == "name H"
