"""Picking up for aces and nines."""

import pytest

from tests.strategies.twisted_knot.choices import agree, best, scores
from tests.twisted_knot.positions import facing

PLAIN = "pick-up-for-aces-and-nines"


@pytest.mark.parametrize("on_table", ["9", "Q A", "A"])
def test_a_small_stack_with_an_ace_or_a_nine_is_picked_up(on_table: str) -> None:
    game = facing(on_table, "4 6")
    assert best(game, PLAIN) == "pick up"
    assert best(game, f"{PLAIN}:limit=0").startswith("lay")


def test_one_without_them_is_not() -> None:
    assert best(facing("Q 6", "6 K"), PLAIN) == "lay 6"


@pytest.mark.parametrize(("limit", "move"), [(2, "lay A"), (3, "pick up")])
def test_the_limit_says_how_big_the_stack_may_be(limit: int, move: str) -> None:
    assert best(facing("Q 9 K", "A"), f"{PLAIN}:limit={limit}") == move


@pytest.mark.parametrize(("wanted", "move"), [(1, "pick up"), (2, "lay K")])
def test_the_parameter_says_how_many_must_be_in_it(wanted: int, move: str) -> None:
    assert best(facing("Q 9", "K 4"), f"{PLAIN}:wanted={wanted}") == move


def test_only_picking_up_scores_otherwise() -> None:
    game = facing("Q 9", "K 4 Ax2")
    without, picking = scores(game, "hoard-both"), scores(game, PLAIN)
    assert {move for move in without if without[move] != picking[move]} == {"pick up"}


def test_at_limit_0_it_is_hoard_both() -> None:
    assert agree(f"{PLAIN}:limit=0", "hoard-both")
    assert agree(f"{PLAIN}:limit=0,others=2", "hoard-both:others=2")
