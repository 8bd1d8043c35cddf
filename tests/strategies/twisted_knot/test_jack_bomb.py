"""Several jacks at once, between two."""

from functools import partial

from tests.strategies.twisted_knot.choices import apart, does, scores
from tests.twisted_knot.positions import facing

BIG = "9x4 10x4 Qx4 6x4"
between_two = partial(facing, players=2)

test_several_jacks_are_a_bomb = does(
    "jack-bomb",
    {
        "two jacks go together on a big stack": (BIG, "Jx2 6 K", {"": "lay Jx2", "tip=0": "lay 6"}),
        "jacks are held back from a small stack": ("6", "Jx2 K", {"hand=1": "lay K"}),
        "the parameter says how big the stack must be": (*(BIG, "Jx2 6"), {"stack=16": "lay Jx2", "stack=17": "lay 6"}),
        "the parameter says how many make a bomb": (BIG, "Jx2 6", {"jacks=2": "lay Jx2", "jacks=3": "lay 6"}),
        "they are held back only while the hand is large": ("6", "Jx2 K", {"hand=3": "lay K", "hand=4": "lay Jx2"}),
    },
    at=between_two,
)


def test_with_more_players_it_just_sheds() -> None:
    game = facing(BIG, "Jx2 6 K")
    assert scores(game, "jack-bomb:hand=1") == scores(game, "shed")


def test_only_moves_with_jacks_score_otherwise() -> None:
    assert apart(between_two(BIG, "Jx2 6 K"), "shed", "jack-bomb:hand=1") == {"lay J", "lay Jx2"}
