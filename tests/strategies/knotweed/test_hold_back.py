"""Not playing all one can."""

from tests.knotweed.positions import position
from tests.strategies.knotweed.choices import best, scores

NEXT_HAS_ONE = "hand 0: 5D 5H KH JS\nhand 1: 2S\npiles: 5C\ndraw: AH 3H 4H 6H"


def test_a_split_is_held_back_from_a_next_player_about_to_go_out() -> None:
    scored = scores(position(NEXT_HAS_ONE), "hold-back:fear=20")
    assert scored["0: 5D"] > scored["0: 5D 5H"]


def test_a_split_is_made_where_the_next_player_has_many_cards_or_nothing_is_feared() -> None:
    many = position(NEXT_HAS_ONE.replace("2S", "2S 3D 6D 7D 8D 9D 10D JD QD KD 2D AD"))
    assert best(many, "hold-back:fear=5") == "0: 5D 5H"
    assert best(position(NEXT_HAS_ONE), "hold-back:fear=0") == "0: 5D 5H"


def test_penalty_cards_weigh_their_price() -> None:
    text = "hand 0: 6C 6D 6H JS QS\nhand 1: 2S\npiles: 5C\ndraw: AS 3S 4S 6S"
    scored = scores(position(text), "hold-back:fear=0,price=2")
    assert (scored["0: 6C 6D 6H"], scored["pass"]) == (3 - 2, -6)


def test_it_goes_out_whenever_it_can() -> None:
    assert best(position("hand 0: 5D 5H 5S\nhand 1: 2S\npiles: 5C\ndraw: AS 3S"), "hold-back:fear=50") == "0: 5D 5H 5S"
