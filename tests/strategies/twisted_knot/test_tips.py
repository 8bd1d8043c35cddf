"""What all players of a single tip have in common."""

import pytest

from tests.strategies.twisted_knot.choices import agree


@pytest.mark.parametrize(
    "follower",
    (
        "hoard-aces hoard-nines hoard-both jack-bomb:hand=1 joker-pressure:hand=1 planned-finish save-fives:hand=1 "
        "save-queens:hand=1 ten-chain:hand=1 ten-three-nine:hand=1 two-pressure:hand=1"
    ).split(),
)
def test_without_the_tip_it_just_sheds(follower: str) -> None:
    assert agree(f"{follower}{',' if ':' in follower else ':'}tip=0", "shed")
    assert not agree(follower, "shed")
