"""Choosing which piles to discard."""

from tests.knotweed.positions import facing, play, position
from tests.strategies.knotweed.choices import best, scores

# All queens, all hearts but one, are in the hands that seat 0 does not see or have been played; clubs and fives are
# still out.
TEXT = "hand 0: QH\nhand 1: 6C 7C 8C 5S\nhand 2: 9C 10C JC 5D\npiles: QC 5C\ndraw: KC 2C 3C"


def test_on_going_out_the_pile_that_most_unseen_cards_fit_goes_first() -> None:
    game = play(position(TEXT), "0: QH")
    assert best(game, "prune-against-next") == "prune 1"
    against, favouring = scores(game, "prune-against-next"), scores(game, "prune-against-next:tip=2")
    assert favouring == {move: -score for move, score in against.items()} and len(set(favouring.values())) > 1


def test_without_the_tip_all_piles_are_equally_good_to_discard() -> None:
    game = play(position(TEXT), "0: QH")
    assert set(scores(game, "prune-against-next:tip=0").values()) == {0.0}


def test_what_it_plays_does_not_depend_on_the_tip() -> None:
    for piles in ("5C 2D", "5C"):
        game = facing(piles, "9C 6C JD 5D")
        assert (
            scores(game, "prune-against-next") == scores(game, "prune-against-next:tip=0") == scores(game, "finisher")
        )
