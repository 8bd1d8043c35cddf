"""Beware of splitting."""

from tests.knotweed.positions import play, position
from tests.strategies.knotweed.choices import best, does

test_groups_are_not_split = does(
    "split-only-to-go-out",
    {
        "with many cards a single one is played; without the tip the group": (
            "hand 0: 6C 6D 6H 9S JH KD 2D\nhand 1: 2S\npiles: 5C\ndraw: AS 3S 4S 6S",
            {"": "0: 6C", "tip=0": "0: 6C 6D 6H"},
        ),
        "a group is played where piles are short to go out next turn": (
            "hand 0: 6C 6D KH\nhand 1: 2S\npiles: 5C\ndraw: AS 3S 4S 6S",
            {"": "0: 6C 6D", "cards=2": "0: 6C"},
        ),
    },
    at=position,
)


def test_a_split_that_lets_it_go_out_now_is_made() -> None:
    game = position("hand 0: 5D 5H 5S\nhand 1: 2S\npiles: 5C\ndraw: AS 3S")
    assert best(game, "split-only-to-go-out:cards=1") == "0: 5D 5H 5S"
    play(game, "0: 5D 5H 5S")
    assert game.view.places[0] == 1
