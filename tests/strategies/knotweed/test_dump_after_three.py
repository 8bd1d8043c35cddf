"""Everything else is free once a play has cost three."""

from knotlab.sim.playing.stepper import Stepper
from tests.knotweed.positions import play, position
from tests.strategies.knotweed.choices import best, does


def after(first: str, held: str) -> Stepper:
    """Once a card has been played onto the first pile."""
    game = play(position(f"hand 0: {held}\nhand 1: 2S\nhand 2: 3S\npiles: 5C 5H\ndraw: AS 4S 6S 7S"), f"0: {first}")
    return game


test_the_largest_group_follows = does(
    "dump-after-three",
    {
        "a play that cost 3; without the tip it stops": ("9C", "9C JH JS 2D", {"": "1: JH JS", "tip=0": "stop"}),
        "what costs no more follows one that cost less": ("6C", "6C 6H JS 2D", {"tip=1": "1: 6H", "tip=0": "1: 6H"}),
    },
    at=after,
)


def test_with_and_without_it_goes_out_whenever_it_can() -> None:
    for tip in (0, 1):
        game = position("hand 0: 9C KH\nhand 1: 2S\npiles: 5C 5H\ndraw: AS 3S")
        play(game, best(game, f"dump-after-three:tip={tip}"))
        play(game, best(game, f"dump-after-three:tip={tip}"))
        assert game.view.places[0] == 1
