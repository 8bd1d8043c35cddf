"""Everything else is free once a play has cost three."""

from tests.knotweed.positions import play, position
from tests.strategies.knotweed.choices import best

TEXT = "hand 0: 9C JH JS 2D\nhand 1: 2S\nhand 2: 3S\npiles: 5C 5H\ndraw: AS 4S 6S 7S"


def after_three(strategy: str) -> str:
    """What it does once a play has cost 3."""
    game = position(TEXT)
    play(game, "0: 9C")
    return best(game, strategy)


def test_once_a_play_has_cost_3_the_largest_group_follows() -> None:
    assert after_three("dump-after-three") == "1: JH JS"


def test_without_the_tip_it_stops_once_a_play_has_cost_3() -> None:
    assert after_three("dump-after-three:tip=0") == "stop"


def test_a_play_that_cost_less_is_followed_by_what_costs_no_more_with_and_without() -> None:
    for tip in (0, 1):
        game = position("hand 0: 6C 6H JS 2D\nhand 1: 2S\nhand 2: 3S\npiles: 5C 5H\ndraw: AS 4S 6S 7S")
        play(game, "0: 6C")
        assert best(game, f"dump-after-three:tip={tip}") == "1: 6H"


def test_with_and_without_it_goes_out_whenever_it_can() -> None:
    for tip in (0, 1):
        game = position("hand 0: 9C KH\nhand 1: 2S\npiles: 5C 5H\ndraw: AS 3S")
        play(game, best(game, f"dump-after-three:tip={tip}"))
        play(game, best(game, f"dump-after-three:tip={tip}"))
        assert game.view.places[0] == 1
