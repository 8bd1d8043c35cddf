"""Bidding by the state of a match."""

from itertools import product

import numpy as np
import pytest

from knotlab.analysis.bidding.match_kernels import LOWEST, STEP
from knotlab.analysis.bidding.match_wise import WAYS, changes_of
from knotlab.analysis.runs.play import make_job
from knotlab.sim.playing.batches import play_games
from knotlab.strategies.twyst._match_ways import N_TOTALS, TARGET, WAY_AT
from tests.strategies.twyst.choices import scores
from tests.twyst.positions import fill, play, start

HANDS = (  # of the four seats; all have something that one way or another goes alone with
    "AS KS QS JS 10S 9S AC 4C 5C 3D 4D 3H 4H",
    "KC QC JC 10C 9C 8C KD QD 5D 6D 5H 6H 7H",
    "2S 4S 6S 7S 2C 3C 6C 2D 7D 8D 2H 8H 9H",
)


def by_state(totals: tuple[int, ...], bids: str, strategy: str) -> dict[str, float]:
    """The scores of all bids of the seat that comes after some bids, with the totals of a match."""
    game = start(fill([set(hand.split()) for hand in HANDS] + [set()]))
    game.view.totals[:] = totals
    if bids:
        play(game, bids)
    return scores(game, strategy)


def places(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Totals as places on the grid."""
    return tuple(round((total - LOWEST) / STEP) for total in totals)


@pytest.mark.long
@pytest.mark.parametrize("bids", ["", "4C", "4C KC"])
def test_it_bids_as_the_way_that_is_best_for_the_totals_says(bids: str) -> None:
    seat, met = len(bids.split()), set()
    for totals in product((-200, 0, 250, 450), repeat=4):
        way = list(WAYS)[WAY_AT[(*places(totals), seat)]]
        changes = changes_of(way)
        other = f"threshold@v3:{changes}" if changes else "threshold@v3"
        assert by_state(totals, bids, "match-wise") == by_state(totals, bids, other), totals
        met.add(way)
    assert {"as usual", "any solo"} <= met


def test_totals_are_rounded_to_the_grid_and_its_ends() -> None:
    risky = tuple(
        int(LOWEST + STEP * place) for place in np.argwhere(WAY_AT[..., 0] == list(WAYS).index("any solo"))[0]
    )
    expected = by_state(risky, "", "match-wise")
    assert expected != by_state((0, 0, 0, 0), "", "match-wise")
    assert by_state(tuple(total + 24 for total in risky), "", "match-wise") == expected
    below = tuple(-9000 if total == LOWEST else total for total in risky)
    assert by_state(below, "", "match-wise") == expected


def test_what_counts_is_how_far_the_target_is() -> None:
    far = (250, 450, 200, 200)
    nearer = tuple(total - 200 for total in far)
    assert by_state(nearer, "", "match-wise:target=300") == by_state(far, "", "match-wise")
    assert (
        by_state(nearer, "", "match-wise")
        == by_state((0, 0, 0, 0), "", "match-wise")
        != by_state(far, "", "match-wise")
    )


@pytest.mark.long
def test_in_a_deal_by_itself_it_bids_as_usual() -> None:
    both = [
        play_games(make_job("twyst", [f"{bidder}+high"] * 4, seed=4), 0, 400)
        for bidder in ("match-wise", "threshold@v3")
    ]
    assert (both[0] == both[1]).all()


def test_the_ways_are_the_same_in_whatever_order_the_others_sit() -> None:
    assert WAY_AT.shape == (N_TOTALS,) * 4 + (4,) and LOWEST + STEP * N_TOTALS == TARGET
    a, b, c, d, seat = 9, 3, 12, 7, 1
    others = [WAY_AT[x, a, y, z, seat] for x, y, z in ((b, c, d), (d, b, c), (c, d, b), (c, b, d))]
    assert len(set(others)) == 1
