"""Picking up for aces and nines."""

import pytest

from tests.strategies.twisted_knot.choices import agree, apart, best, does
from tests.twisted_knot.positions import facing

PLAIN = "pick-up-for-aces-and-nines"


@pytest.mark.parametrize("on_table", ["9", "Q A", "A"])
def test_a_small_stack_with_an_ace_or_a_nine_is_picked_up(on_table: str) -> None:
    game = facing(on_table, "4 6")
    assert best(game, PLAIN) == "pick up"
    assert best(game, f"{PLAIN}:limit=0").startswith("lay")


test_what_is_picked_up = does(
    PLAIN,
    {
        "a stack without them is not": ("Q 6", "6 K", {"": "lay 6"}),
        "the limit says how big it may be": ("Q 9 K", "A", {"limit=2": "lay A", "limit=3": "pick up"}),
        "the parameter says how many must be in it": ("Q 9", "K 4", {"wanted=1": "pick up", "wanted=2": "lay K"}),
    },
)


def test_only_picking_up_scores_otherwise() -> None:
    assert apart(facing("Q 9", "K 4 Ax2"), "hoard-both", PLAIN) == {"pick up"}


def test_at_limit_0_it_is_hoard_both() -> None:
    assert agree(f"{PLAIN}:limit=0", "hoard-both")
    assert agree(f"{PLAIN}:limit=0,others=2", "hoard-both:others=2")
