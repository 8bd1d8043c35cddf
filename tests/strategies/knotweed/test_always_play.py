"""Playing rather than passing."""

from tests.knotweed.positions import play, position
from tests.strategies.knotweed.choices import best, does

test_it_plays_rather_than_passes = does(
    "always-play",
    {
        "something is played even at the price of a pass": ("5C", "9C KD", {"": "0: 9C", "tip=0": "pass"}),
        "without the tip it still plays what costs less": ("5C", "7C 9C KD", {"": "0: 7C", "tip=0": "0: 7C"}),
    },
)


def test_with_and_without_it_goes_out_whenever_it_can() -> None:
    for tip in (0, 1):
        game = position("hand 0: 9C KH\nhand 1: 2S\npiles: 5C 5H\ndraw: AS 3S")
        play(game, best(game, f"always-play:tip={tip}"))
        play(game, best(game, f"always-play:tip={tip}"))
        assert game.view.places[0] == 1
