"""Playing at random: all moves alike."""

from tests.strategies.twyst.choices import scores
from tests.twyst.positions import after_bids, fill, play, start


def test_every_legal_move_is_as_good_as_any() -> None:
    assert set(scores(start(fill([set(), set(), set(), set()])), "random").values()) == {0.0}
    game = after_bids("AS 3C 4D 5H")
    assert scores(game, "random") == {"lead0": 0.0, "lead1": 0.0, "lead2": 0.0, "lead3": 0.0}
    play(game, "lead0")
    assert set(scores(game, "random").values()) == {0.0}
