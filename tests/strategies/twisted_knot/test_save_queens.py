"""Saving queens."""

from tests.strategies.twisted_knot.choices import apart, best, does
from tests.twisted_knot.positions import facing, play

test_queens_are_saved = does(
    "save-queens",
    {
        "the last queen is kept": ("", "Q 7", {"hand=1": "lay 7", "tip=0": "lay Q"}),
        "it answers a two": ("2", "Q 7", {"hand=1": "lay Q"}),
        "the parameter says how many are kept": (
            *("", "Qx3 7"),
            {"hand=1,queens=1": "lay Qx2", "hand=1,queens=2": "lay Q", "hand=1,queens=3": "lay 7"},
        ),
        "they are kept only while the hand is large": ("", "Q 7", {"hand=2": "lay 7", "hand=3": "lay Q"}),
    },
)


def test_a_kept_queen_is_given_away_last() -> None:
    game = play(facing("", "9 Q A"), "lay 9")
    assert best(game, "save-queens:hand=1") == "discard A"


def test_only_moves_with_queens_score_otherwise() -> None:
    assert apart(facing("", "Qx2 5 9 K"), "shed", "save-queens:hand=1") == {"lay Qx2"}
