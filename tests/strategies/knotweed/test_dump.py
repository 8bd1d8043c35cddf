"""Getting rid of every card that goes."""

from tests.knotweed.positions import facing, play, position
from tests.strategies.knotweed.choices import best, does, story

test_the_most_cards_go = does(
    "dump",
    {
        "the largest group goes first": ("5C", "5D 9C 9D 9H KD", {"": "0: 9C 9D 9H"}),
        "of groups of one size the one with the least penalty": ("5C", "6C 7C 5D KD", {"": "0: 5D"}),
    },
)


def test_it_stops_only_when_nothing_goes() -> None:
    game = facing("5C 2D", "8C 5D KD 9H")
    assert best(game, "dump") == "0: 5D"
    play(game, "0: 5D")
    assert best(game, "dump") == "1: KD"


def test_a_story_of_a_split_and_going_out() -> None:
    text = """
        hand 0: 6C 6D KH
        hand 1: 7C 7D
        hand 2: 2S
        piles: 5C
        draw: AS AH AD AC
    """
    assert story(text, "dump", 2) == ["0 0: 6C 6D", "0 stop"]
    game = play(position(text), "0: 6C 6D", "stop")
    assert best(game, "dump") == "0: 7C 7D or 1: 7C 7D"
    assert best(position(text.replace("6D KH", "6D")), "dump") == "0: 6C 6D"
