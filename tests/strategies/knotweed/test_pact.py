"""Discarding in favour of an ally."""

import pytest

from tests.knotweed.positions import play, position
from tests.strategies.knotweed.choices import scores

# All queens, all hearts but one, are in the hands that seat 0 does not see or have been played; clubs and fives are
# still out.
TEXT = "hand 0: QH\nhand 1: 6C 7C 8C 5S\nhand 2: 9C 10C JC 5D\npiles: QC 5C\ndraw: KC 2C 3C"


@pytest.mark.parametrize(("ally", "as_another"), [(1, 2), (2, 1), (0, 0)])
def test_piles_go_for_an_ally_who_plays_next_and_otherwise_against_who_does(ally: int, as_another: int) -> None:
    game = play(position(TEXT), "0: QH")
    discards = scores(game, f"pact:ally={ally}")
    assert discards == scores(game, f"prune-against-next:tip={as_another}")
    assert len(set(discards.values())) == (1 if ally == 0 else 2)


def test_an_ally_plays_its_cards_like_anybody_else() -> None:
    game = position(TEXT)
    assert scores(game, "pact") == scores(game, "finisher")
