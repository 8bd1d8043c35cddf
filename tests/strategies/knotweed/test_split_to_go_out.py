"""Splitting piles at the right moment."""

from tests.knotweed.positions import play, position
from tests.strategies.knotweed.choices import best, does

test_short_of_piles_it_splits = does(
    "split-to-go-out",
    {
        "it pays for a split, but not with more cards than it thinks of going out with": (
            "hand 0: 5D 6C 6D 6H KH\nhand 1: 2S\npiles: 5C\ndraw: AS 3S 4S 6S",
            {"weight=12,cards=6": "0: 6C 6D 6H", "weight=12,cards=4": "0: 5D", "weight=0,cards=6": "0: 5D"},
        )
    },
    at=position,
)


def test_it_goes_out_whenever_it_can() -> None:
    game = position("hand 0: 9C 6H\nhand 1: 2S\npiles: 5C 5H\ndraw: AS 3S")
    play(game, best(game, "split-to-go-out"))
    assert best(game, "split-to-go-out") in ("0: 9C", "1: 6H")
