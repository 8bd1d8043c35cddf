"""Payoffs and estimates: values worked out by hand, and against NumPy."""

import numpy as np
import pytest

from knotlab.analysis.stats.estimate import mean_of_deals
from knotlab.analysis.stats.payoffs import UNIT, lost, place, won


def test_an_unfinished_game_with_nobody_out_is_shared_by_all() -> None:
    places = np.array([[0, 0, 0]])
    assert won(places).value.tolist() == lost(places).value.tolist() == [[UNIT // 3] * 3]
    assert place(places).value.tolist() == [[2 * UNIT] * 3]


def test_an_unfinished_game_with_one_out_leaves_two_places() -> None:
    places = np.array([[0, 1, 0]])
    assert won(places).value.tolist() == [[0, UNIT, 0]]
    assert lost(places).value.tolist() == [[UNIT // 2, 0, UNIT // 2]]
    assert place(places).value.tolist() == [[5 * UNIT // 2, UNIT, 5 * UNIT // 2]]


@pytest.mark.parametrize("n", range(2, 9))
def test_payoffs_of_every_game_add_up_and_lie_within_their_bounds(n: int) -> None:
    rng = np.random.default_rng(n)
    for out in range(n - 1):
        places = np.zeros((1, n), np.int64)
        places[0, rng.permutation(n)[:out]] = np.arange(1, out + 1)
        for metric, total in ((won, 1), (lost, 1), (place, n * (n + 1) // 2)):
            result = metric(places)
            assert result.value.sum() == total * UNIT
            assert (result.low <= result.value).all() and (result.value <= result.high).all()


def test_the_interval_on_many_deals_is_the_normal_one_over_deals() -> None:
    """Student's with 4,999 degrees of freedom: 1.960439 standard errors."""
    numbers = np.random.default_rng(1).integers(0, 3 * UNIT, 5000)
    estimate = mean_of_deals(int(numbers.sum()), int((numbers**2).sum()), len(numbers), 3 * UNIT)
    scaled = numbers / (3 * UNIT)
    error = scaled.std(ddof=1) / np.sqrt(len(scaled))
    assert estimate.value == pytest.approx(scaled.mean(), rel=1e-12)
    assert (estimate.low, estimate.high) == pytest.approx(
        (scaled.mean() - 1.960439 * error, scaled.mean() + 1.960439 * error), rel=1e-7
    )


def test_one_deal_has_no_interval_and_no_deal_no_mean() -> None:
    assert np.isnan(mean_of_deals(5, 25, 1, 1.0).low) and mean_of_deals(5, 25, 1, 1.0).value == 5
    assert np.isnan(mean_of_deals(0, 0, 0, 1.0).value)
