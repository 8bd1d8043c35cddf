"""Playing at random."""

from tests.crazy_eights.positions import facing
from tests.strategies.crazy_eights.choices import scores


def test_all_moves_are_equally_good() -> None:
    assert scores(facing("5C", "5D 8C KD"), "random") == {"5D": 0, "8C": 0, "draw": 0}
