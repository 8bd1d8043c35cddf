"""Just emptying the hand."""

from tests.strategies.twisted_knot.choices import best, does, story
from tests.twisted_knot.positions import facing, play, position

test_the_hand_is_emptied = does(
    "shed",
    {
        "the lowest card that goes is laid with all of its rank": ("Q", "9x2 10 K A", {"": "lay 9x2"}),
        "it never picks up while it can lay": ("5 Q 7 9x3 6 K", "A 2x3", {"": "lay A"}),
        "it tops up whenever it may": ("Jk", "7", "5 5 5", {"": "top up 1"}),
    },
)


def test_it_gives_away_its_lowest_card() -> None:
    game = play(facing("", "9 3 5 K"), "lay 9")
    assert best(game, "shed") == "discard 5"


def test_a_story_of_a_ten_and_what_follows() -> None:
    text = """
        hand 0: 7 10 6 K
        hand 1: 9 3
        hand 2: 5 J
        turn: 0
    """
    assert story(text, "shed", 3) == ["0 lay 7", "1 lay 9", "1 discard 3"]
    assert best(position(text.replace("7 10", "10")), "shed") == "lay 10"
