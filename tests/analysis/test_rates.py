"""Rates: the delta method on ratios whose truth is known."""

import math

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.stats.rates import rate


def table(rng: np.random.Generator, n_deals: int) -> pl.LazyFrame:
    """Deals of two games each, with a number of cases that depends on the deal, as does the chance that a case is a
    hit. True rate: 1/2 of all cases.
    """
    likely = rng.random(n_deals) < 0.5
    cases = np.where(likely, 4, 2) * rng.integers(0, 2, n_deals)
    deal = np.repeat(np.arange(n_deals), cases)
    hits = rng.random(len(deal)) < np.where(likely[deal], 0.65, 0.2)
    return pl.LazyFrame({"game": 2 * deal + rng.integers(0, 2, len(deal)), "hit": hits})


@pytest.mark.long
def test_the_interval_covers_the_true_ratio_as_often_as_it_says() -> None:
    """True ratio: E hits / E cases = (4 * 0.65 + 2 * 0.2) / 6 = 0.5. Of 1,000 repetitions 932 to 968 cover (z =
    2.6).
    """
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(1000):
        estimate = rate(table(rng, 150), pl.col("hit"), pl.lit(1), rotations=2, n_deals=150)
        covered += estimate.low <= 0.5 <= estimate.high
    assert 932 <= covered <= 968


def test_rows_taken_for_independent_would_not_cover() -> None:
    """The twin that must fail: the interval of a plain share, as if every row were a draw of its own."""
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(1000):
        hits = table(rng, 150).collect()["hit"]
        half = 1.96 * math.sqrt(hits.mean() * (1 - hits.mean()) / len(hits))
        covered += abs(hits.mean() - 0.5) <= half
    assert covered < 932


def test_deals_without_a_case_count_and_stay_in() -> None:
    rows = pl.LazyFrame({"game": [0, 0, 1, 4], "hit": [1, 0, 1, 1]})
    estimate = rate(rows, pl.col("hit"), pl.lit(1), rotations=1, n_deals=10)
    assert (estimate.value, estimate.cases, estimate.covered, estimate.n) == (0.75, 4.0, 0.3, 10)
    d = np.array([1 - 0.75 * 2, 1 - 0.75, 1 - 0.75, *[0] * 7])
    assert estimate.error == pytest.approx(d.std(ddof=1) / math.sqrt(10) / (4 / 10))


def test_a_mean_is_taken_over_its_cases_alone() -> None:
    rows = pl.LazyFrame({"game": [0, 1, 2], "size": [3, 5, 100], "case": [True, True, False]})
    assert rate(rows, pl.col("size"), pl.col("case"), 1, 3).value == 4.0


def test_the_interval_of_a_share_keeps_to_what_a_share_can_be() -> None:
    """One miss in a hundred: Wilson's interval, with 99 degrees of freedom; the mean of numbers may be above 1."""
    rows = pl.LazyFrame({"game": range(100), "number": [0.0] + [1.0] * 99})
    share = rate(rows, pl.col("number") == 1, pl.lit(1), 1, 100)
    mean = rate(rows, pl.col("number"), pl.lit(1), 1, 100)
    assert share.value == 0.99 and (share.low, share.high) == pytest.approx((0.94424, 0.99828), abs=1e-5)
    assert share.error == mean.error and mean.high == pytest.approx(0.99 + 1.9842 * 0.01, abs=1e-5)


@pytest.mark.parametrize("n_deals", [1, 5])
def test_no_case_and_one_deal_are_answers(n_deals: int) -> None:
    none = rate(pl.LazyFrame({"game": [0], "hit": [1]}), pl.col("hit"), pl.col("hit") == 7, 1, n_deals)
    assert math.isnan(none.value) and none.cases == 0
    estimate = rate(pl.LazyFrame({"game": [0], "hit": [1]}), pl.col("hit"), pl.lit(1), 1, 1)
    assert estimate.value == 1.0 and math.isnan(estimate.error)
