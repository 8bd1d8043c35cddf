"""Counting jacks and fives, between two."""

from knotlab.sim.playing.stepper import Stepper
from tests.strategies.twisted_knot.choices import does, scores
from tests.twisted_knot.positions import position

BIG = "9x4 10x4 Qx4 6x4"


def table(held: str, on_table: str = BIG, other: str = "7x2", seen: str = "", players: int = 2) -> Stepper:
    """The player to move against one whose hand is partly known; whatever is named nowhere has left the game."""
    more = "hand 2: 8" if players == 3 else ""
    return position(f"hand 0: {held}\nhand 1: {other}\n{more}\nknown 0 1: {seen}\nstack: {on_table}\nturn: 0")


test_jacks_and_fives_are_counted = does(
    "count-fives",
    {
        "a single jack is a bomb when the other can have no five": (
            *("J K", BIG, "7x2", "7x2"),
            {"hand=1": "lay J", "hand=1,tip=0": "lay K"},
        ),
        "two jacks are none when he may hold two fives": (
            *("Jx2 K", BIG, "5x2"),
            {"hand=1": "lay K", "hand=1,tip=0": "lay Jx2"},
        ),
        "two fives that are known are counted": ("Jx2 K", BIG, "5x2", "5x2", {"hand=1": "lay K"}),
        "and so is one": ("Jx2 K", BIG, "5 7", "5 7", {"hand=1": "lay Jx2"}),
        "a five is kept while the other may hold a jack": ("5 7x2", "", "J 9", {"hand=1": "lay 7x2"}),
        "without saving, a bomb is laid, and nothing is kept": ("J K", BIG, "7x2", "7x2", {"save=0": "lay J"}),
        "nor is a jack that is no bomb": ("J 9", "", "5 7", "5 7", {"hand=1": "lay 9", "hand=1,save=0": "lay 9"}),
        "nor a five": ("5 7x2", "", "J 9", {"hand=1": "lay 7x2", "hand=1,save=0": "lay 5"}),
        "it is kept no longer than that": ("5 7", "", "9 6", "9 6", {"hand=1": "lay 5", "hand=1,tip=0": "lay 7"}),
    },
    at=table,
)


def test_without_the_tip_it_saves_and_bombs_by_fixed_numbers() -> None:
    bombing, saving = table("Jx2 K"), table("5 7x2", on_table="", other="J 9")
    assert scores(bombing, "count-fives:hand=1,tip=0") == scores(bombing, "jack-bomb:hand=1")
    assert scores(saving, "count-fives:hand=1,tip=0") == scores(saving, "save-fives:hand=1")


def test_counting_changes_nothing_but_jacks_and_fives() -> None:
    game = table("9 K", on_table="", other="J 5")
    assert scores(game, "count-fives:hand=1") == scores(game, "count-fives:hand=1,tip=0")


def test_with_more_players_it_just_sheds() -> None:
    game = table("J K 5", on_table="", players=3)
    assert scores(game, "count-fives:hand=1") == scores(game, "shed")
