"""Getting rid of the points in hand."""

from tests.crazy_eights.positions import facing, play
from tests.strategies.crazy_eights.choices import best


def test_the_card_that_counts_most_goes_first_eights_included() -> None:
    assert best(facing("5C", "5D 9C KC 2C"), "high-cards") == "KC"
    assert best(facing("5C", "5D 9C KC 8D"), "high-cards") == "8D"


def test_it_draws_only_if_nothing_matches() -> None:
    assert best(facing("5C", "AC KD"), "high-cards") == "AC"
    assert best(facing("5C", "9H KD"), "high-cards") == "draw"


def test_it_names_a_suit_by_lot() -> None:
    game = play(facing("5C", "8D KD QD"), "8D")
    assert best(game, "high-cards") == "name C or name D or name H or name S"
