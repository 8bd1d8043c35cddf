"""The table card of Twisted Knot, line by line."""

from tests.strategies.twisted_knot.choices import best, does
from tests.twisted_knot.positions import facing, play

test_its_lines_decide = does(
    "card",
    {
        "2: two nines on top are picked up": ("9x2", "K J 5", {"": "pick up"}),
        "4: an eight before aces": ("9", "A 8 7x2", {"": "lay 8"}),
        "5: an ace onto two tens": ("10x2", "A K", {"": "lay A"}),
        "8: a large hand keeps its nines": ("", "9 K K J J", {"": "lay Jx2"}),
        "8: a small one does not": ("", "9 K", {"": "lay 9"}),
        "10: queens are kept": ("", "Q 7", {"": "lay 7"}),
    },
)


def test_what_no_line_settles_is_the_lowest_rank_all_of_it() -> None:
    assert best(facing("", "5x2 7"), "card") == "lay 5x2"


def test_cards_to_end_with_are_not_given_away() -> None:
    game = facing("", "9 A 5 7")
    play(game, "lay 9")
    assert best(game, "card") == "discard 5"
