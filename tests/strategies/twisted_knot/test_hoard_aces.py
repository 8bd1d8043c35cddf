"""Collecting aces."""

from tests.strategies.twisted_knot.choices import best, does
from tests.twisted_knot.positions import facing, play

test_aces_are_hoarded = does(
    "hoard-aces",
    {
        "other cards go first": ("", "Ax3 6 3", {"": "lay 6"}),
        "the aces go together when nothing else is left": ("", "Ax3", "5 6 7 8", {"": "lay Ax3"}),
        "the parameter says how many others may be left": ("", "Ax2 3", {"others=0": "lay 3", "others=1": "lay Ax2"}),
        "one is laid rather than the stack picked up": ("K", "Ax2 2", {"": "lay Ax2"}),
    },
)


def test_they_carry_cards_off_the_pile() -> None:
    game = facing("", "Ax3", pile="5 6 7 8")
    play(game, best(game, "hoard-aces"))
    assert game.view.pile_sizes[0] == 1


def test_they_are_the_last_to_be_given_away() -> None:
    game = play(facing("", "Ax2 9 K"), "lay 9")
    assert best(game, "hoard-aces") == "discard K"
