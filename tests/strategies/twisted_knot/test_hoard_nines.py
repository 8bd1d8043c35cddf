"""Collecting nines."""

from tests.strategies.twisted_knot.choices import best, does
from tests.twisted_knot.positions import facing, play

test_nines_are_hoarded = does(
    "hoard-nines",
    {
        "other cards go first": ("", "9x3 6 3", {"": "lay 6"}),
        "the nines go together when nothing else is left": ("", "9x3", "5 6 7 8", {"": "lay 9x3"}),
        "the parameter says how many others may be left": ("", "9x2 3", {"others=0": "lay 3", "others=1": "lay 9x2"}),
        "one is laid rather than the stack picked up": ("7", "9x2 2", {"": "lay 9x2"}),
    },
)


def test_they_carry_cards_off_the_pile() -> None:
    game = facing("", "9x3", pile="5 6 7 8")
    play(game, best(game, "hoard-nines"))
    assert game.view.pile_sizes[0] == 1


def test_they_are_the_last_to_be_given_away() -> None:
    game = play(facing("", "9x2 A K"), "lay A")
    assert best(game, "hoard-nines") == "pass K"
