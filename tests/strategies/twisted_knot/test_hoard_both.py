"""Collecting aces and nines."""

from tests.strategies.twisted_knot.choices import best, does
from tests.twisted_knot.positions import facing, pile, play


def test_the_smaller_group_goes_with_the_last_plain_cards() -> None:
    game = facing("Q", "Ax3 9x2 6 3", pile="5 6 7 8")
    assert best(game, "hoard-both") == "lay 9x2"
    play(game, "lay 9x2")
    assert best(game, "hoard-both") == "discard 6"


def test_the_greater_group_then_carries_cards_off_the_pile() -> None:
    game = facing("", "Ax3", pile="5 6 7 8")
    assert best(game, "hoard-both") == "lay Ax3"
    play(game, "lay Ax3")
    assert pile(game, 0) == "8"


test_the_rest_goes_first = does(
    "hoard-both",
    {
        "other cards go first": ("", "Ax3 9x2 6x2 3x2", {"": "lay 6x2"}),
        "the parameter says how many others may be left": ("", "9x2 3", {"others=0": "lay 3", "others=1": "lay 9x2"}),
    },
)


def test_with_one_of_the_two_groups_it_hoards_as_the_tips_on_each() -> None:
    for held, other in (("Ax2 6", "hoard-aces"), ("9x2 6", "hoard-nines")):
        game = facing("", held)
        assert best(game, "hoard-both") == best(game, other)
