"""Paying as little as possible."""

from tests.knotweed.positions import facing, play, position
from tests.strategies.knotweed.choices import best, does

test_it_pays_as_little_as_possible = does(
    "cheapest",
    {
        "the play with the least penalty comes first": ("5C", "9C 9D 6C KD", {"": "0: 6C"}),
        "among plays of one price the larger group": ("5C", "6C 6D KD", {"": "0: 6C 6D"}),
        "any play rather than a pass": ("5C", "9C KD", {"": "0: 9C"}),
    },
)


def test_it_goes_on_as_long_as_that_costs_nothing_more_and_then_stops() -> None:
    game = facing("5C 9H 2D", "6C 10H 4D JS")
    assert best(game, "cheapest") == "0: 6C or 1: 10H"
    play(game, "0: 6C")
    assert best(game, "cheapest") == "1: 10H"
    play(game, "1: 10H")
    assert best(game, "cheapest") == "stop"


def test_the_last_cards_are_played_whatever_they_cost() -> None:
    game = play(position("hand 0: 5D KC\nhand 1: 2S\npiles: 5C 9C\ndraw: AS 3S 4S 5S"), "0: 5D")
    assert best(game, "cheapest") == "1: KC"
