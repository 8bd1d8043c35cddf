"""Playing rather than passing."""

from tests.knotweed.positions import facing, play, position
from tests.strategies.knotweed.choices import best


def test_something_is_played_even_at_the_price_of_a_pass() -> None:
    assert best(facing("5C", "9C KD"), "always-play") == "0: 9C"


def test_without_the_tip_it_passes_where_every_play_costs_3() -> None:
    assert best(facing("5C", "9C KD"), "always-play:tip=0") == "pass"


def test_without_the_tip_it_still_plays_what_costs_less() -> None:
    assert (
        best(facing("5C", "7C 9C KD"), "always-play:tip=0") == best(facing("5C", "7C 9C KD"), "always-play") == "0: 7C"
    )


def test_with_and_without_it_goes_out_whenever_it_can() -> None:
    for tip in (0, 1):
        game = position("hand 0: 9C KH\nhand 1: 2S\npiles: 5C 5H\ndraw: AS 3S")
        play(game, best(game, f"always-play:tip={tip}"))
        play(game, best(game, f"always-play:tip={tip}"))
        assert game.view.places[0] == 1
