"""Playing at random."""

from tests.knotweed.positions import facing
from tests.strategies.knotweed.choices import scores


def test_all_moves_are_equally_good() -> None:
    assert scores(facing("5C", "5D 6C KD"), "random") == {"0: 5D": 0, "0: 6C": 0, "pass": 0}
