"""Shedding the longest suit."""

from tests.crazy_eights.positions import facing, play
from tests.strategies.crazy_eights.choices import best, scores


def test_a_card_of_the_longest_suit_goes_first() -> None:
    assert best(facing("5C", "5D AD 2D KC"), "longest-suit:points=0") == "5D"
    assert best(facing("5C", "5D AD 2D KC"), "longest-suit:points=1") == "KC"


def test_an_eight_is_worth_more_the_more_cards_the_next_player_holds() -> None:
    game = facing("5C", "8D KD 2C")  # the next player holds two cards
    assert scores(game, "longest-suit:points=0.5,eight=3") == {"2C": 0.5 * 2 + 1, "8D": 0.5 * 50 - 3 * 2, "draw": -1000}


def test_the_last_card_goes_whatever_it_is() -> None:
    assert best(facing("5C", "8D"), "longest-suit:eight=50") == "8D"


def test_it_names_the_suit_of_which_it_holds_most() -> None:
    game = play(facing("5C", "8D 9H KH QD"), "8D")
    assert best(game, "longest-suit") == "name H"
