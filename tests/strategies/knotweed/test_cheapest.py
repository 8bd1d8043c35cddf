"""Paying as little as possible."""

from tests.knotweed.positions import facing, play, position
from tests.strategies.knotweed.choices import best


def test_the_play_with_the_least_penalty_comes_first() -> None:
    assert best(facing("5C", "9C 9D 6C KD"), "cheapest") == "0: 6C"


def test_among_plays_of_one_price_the_larger_group() -> None:
    assert best(facing("5C", "6C 6D KD"), "cheapest") == "0: 6C 6D"


def test_it_goes_on_as_long_as_that_costs_nothing_more_and_then_stops() -> None:
    game = facing("5C 9H 2D", "6C 10H 4D JS")
    assert best(game, "cheapest") == "0: 6C or 1: 10H"
    play(game, "0: 6C")
    assert best(game, "cheapest") == "1: 10H"
    play(game, "1: 10H")
    assert best(game, "cheapest") == "stop"


def test_any_play_rather_than_a_pass() -> None:
    assert best(facing("5C", "9C KD"), "cheapest") == "0: 9C"


def test_the_last_cards_are_played_whatever_they_cost() -> None:
    game = position("hand 0: 5D KC\nhand 1: 2S\npiles: 5C 9C\ndraw: AS 3S 4S 5S")
    play(game, "0: 5D")
    assert best(game, "cheapest") == "1: KC"
