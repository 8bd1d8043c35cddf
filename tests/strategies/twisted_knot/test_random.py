"""Playing at random: all moves alike."""

from tests.strategies.twisted_knot.choices import best, scores
from tests.twisted_knot.positions import facing


def test_every_legal_move_is_as_good_as_any() -> None:
    game = facing("5", "Q 10x2 K A")
    assert best(game, "random") == "lay Q or lay 10 or lay 10x2 or lay A or pick up"
    assert set(scores(game, "random").values()) == {0.0}
