"""Saving fives for a jack, between two."""

from functools import partial

from tests.strategies.twisted_knot.choices import apart, best, does, scores
from tests.twisted_knot.positions import facing, play

between_two = partial(facing, players=2)

test_fives_are_saved = does(
    "save-fives",
    {
        "the last five is kept": ("", "5 7", {"hand=1": "lay 7", "tip=0": "lay 5"}),
        "it answers a jack": ("9x4 J", "5 7", {"hand=1": "lay 5"}),
        "the parameter says how many are kept": (
            *("", "5x3 7"),
            {"hand=1,fives=1": "lay 5x2", "hand=1,fives=2": "lay 5", "hand=1,fives=3": "lay 7"},
        ),
        "they are kept only while the hand is large": ("", "5 7", {"hand=2": "lay 7", "hand=3": "lay 5"}),
    },
    at=between_two,
)


def test_with_more_players_it_just_sheds() -> None:
    game = facing("", "5 7", players=3)
    assert scores(game, "save-fives:hand=1") == scores(game, "shed")


def test_a_kept_five_is_given_away_last() -> None:
    game = between_two("", "9 5 A")
    play(game, "lay 9")
    assert best(game, "save-fives:hand=1") == "discard A"


def test_only_moves_with_fives_score_otherwise() -> None:
    assert apart(between_two("", "5x2 Q 9 K"), "shed", "save-fives:hand=1") == {"lay 5x2"}
