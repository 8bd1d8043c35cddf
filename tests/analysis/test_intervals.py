"""Intervals near bounds and on few deals: published values, coverage where the truth is known, and twins that fail."""

import math

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit
from scipy.stats import binom

from knotlab import play, tournament
from knotlab.analysis.stats.estimate import mean_of_deals
from knotlab.analysis.stats.intervals import FAR, SHARE, Range, interval, t_value, wilson
from knotlab.analysis.stats.moments import Crossed
from knotlab.analysis.stats.ranking import rank
from knotlab.analysis.stats.rates import rate
from tests.cli import GAME, knotlab

# --- published values ---


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_is_the_published_one(wins: int, games: int, low: float, high: float) -> None:
    """Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I,
    method 3.
    """
    known = wilson(wins / games, games, 1.959964)
    assert (round(known.low, 4), round(known.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("freedom", "confidence", "quantile"),
    [(1, 0.95, 12.706), (2, 0.95, 4.303), (5, 0.99, 4.032), (10, 0.95, 2.228), (30, 0.99, 2.750), (120, 0.95, 1.980)],
)
def test_students_quantile_is_that_of_the_tables(freedom: int, confidence: float, quantile: float) -> None:
    """Fisher and Yates, "Statistical tables for biological, agricultural and medical research", table III."""
    assert round(t_value(confidence, freedom), 3) == quantile


@pytest.mark.parametrize("freedom", [FAR, 5000, 10**8])
@given(confidence=st.floats(0.5, 1 - 1e-9))
def test_students_quantile_is_scipys_where_it_is_expanded(freedom: int, confidence: float) -> None:
    assert t_value(confidence, freedom) == pytest.approx(stdtrit(freedom, 0.5 + confidence / 2), rel=1e-11)


def test_the_interval_of_three_numbers_worked_out_by_hand() -> None:
    """1, 2 and 6: mean 3, standard deviation sqrt(7), standard error sqrt(7 / 3), times 4.3027 for two degrees."""
    estimate = mean_of_deals(9, 41, 3, 1.0)
    assert (estimate.value, estimate.error) == (3.0, pytest.approx(math.sqrt(7 / 3)))
    assert estimate.high - estimate.value == pytest.approx(4.30265 * math.sqrt(7 / 3), abs=1e-4)


# --- coverage ---

KINDS = {"near 0": (0.01, 0.3), "near 1": (0.98, 0.05), "middle": (0.4, 0.3)}


def shares_of_deals(rng: np.random.Generator, kind: str, n: int) -> tuple[np.ndarray, float]:
    """The shares of three games won on each of n deals whose games go alike, and the truth: beta-binomial."""
    truth, alike = KINDS[kind]
    a, b = truth * (1 / alike - 1), (1 - truth) * (1 / alike - 1)
    return rng.binomial(3, rng.beta(a, b, n)) / 3, truth


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [2, 5, 20, 100])
def test_intervals_of_shares_cover_the_truth_near_bounds_and_on_few_deals(kind: str, n: int) -> None:
    """At least the lower end of the exact binomial band at 99.9 % for 1,000 repetitions at 0.95 (z = 3.3): 926. With
    few deals they may cover more, as there is little to go by.
    """
    rng, covered = np.random.default_rng([n, len(kind)]), 0
    for _ in range(1000):
        shares, truth = shares_of_deals(rng, kind, n)
        low, high = interval(shares.mean(), shares.std(ddof=1) / math.sqrt(n), n, 0.95, SHARE)
        covered += low <= truth <= high
        assert 0 <= low < high <= 1
    assert covered >= binom.ppf(0.0005, 1000, 0.95)


@pytest.mark.parametrize(("kind", "n"), [("near 0", 20), ("near 1", 20), ("middle", 2)])
def test_normal_intervals_would_not_cover(kind: str, n: int) -> None:
    """The twin that must fail."""
    rng, covered = np.random.default_rng(1), 0
    for _ in range(1000):
        shares, truth = shares_of_deals(rng, kind, n)
        covered += abs(shares.mean() - truth) <= 1.96 * shares.std(ddof=1) / math.sqrt(n)
    assert covered < 850


@pytest.mark.parametrize("n", [2, 3, 10])
def test_students_intervals_cover_the_mean_of_few_normal_numbers_exactly(n: int) -> None:
    """Exact binomial band at 99 % for 4,000 repetitions at 0.95; the normal ones are the twin."""
    numbers = np.random.default_rng(n).normal(size=(4000, n))
    mean, error = numbers.mean(axis=1), numbers.std(axis=1, ddof=1) / math.sqrt(n)
    ends = [interval(float(m), float(e), n, 0.95) for m, e in zip(mean, error, strict=True)]
    covered = sum(low <= 0 <= high for low, high in ends)
    assert binom.ppf(0.005, 4000, 0.95) <= covered <= binom.ppf(0.995, 4000, 0.95)
    assert (np.abs(mean) <= 1.96 * error).sum() < binom.ppf(0.005, 4000, 0.95)


# --- what does not vary ---


def test_where_all_deals_agree_the_interval_says_how_many_deals_there_were() -> None:
    """All deals came to 1/2. If one deal in three came to something else, 9 deals would agree with probability
    (2/3)^9 = 0.026, so a third, not more, is what 95% leave open: 1/2 +- 1/6 where the others would come to 0 or 1.
    """
    low, high = interval(0.5, 0.0, 9, 1 - 2 * (2 / 3) ** 9, SHARE)
    assert (low, high) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    low, high = interval(2.0, 0.0, 9, 1 - 2 * (2 / 3) ** 9, Range(1.0, 4.0))
    assert (low, high) == (pytest.approx(2 - 1 / 3), pytest.approx(2 + 2 / 3))


def test_no_share_is_outside_its_bounds_and_none_is_certain() -> None:
    for wins in range(41):
        estimate = mean_of_deals(wins, wins, 40, 1.0, bounds=SHARE)
        assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1 and estimate.high - estimate.low > 0.05


def test_one_deal_has_no_interval_whatever_it_is() -> None:
    for outcome in (mean_of_deals(3, 9, 1, 3.0, bounds=SHARE), mean_of_deals(3, 9, 1, 3.0)):
        assert outcome.value == 1 and math.isnan(outcome.low) and math.isnan(outcome.high)


def test_a_mean_without_bounds_that_did_not_vary_has_no_interval() -> None:
    assert math.isnan(mean_of_deals(30, 300, 3, 1.0).low)


def test_a_rate_that_is_always_or_never_does_not_seem_certain() -> None:
    """Wilson's interval for 30 of 30 deals with Student's quantile for 29 degrees, 2.0452: 30 / (30 + 2.0452^2)."""
    rows = pl.LazyFrame({"game": range(30), "hit": [True] * 30})
    estimate = rate(rows, pl.col("hit"), pl.lit(1), 1, 40)
    assert (estimate.value, estimate.high) == (1.0, 1.0) and estimate.low == pytest.approx(
        30 / (30 + 2.0452**2), abs=1e-4
    )
    never = rate(rows, ~pl.col("hit"), pl.lit(1), 1, 40)
    assert (never.value, never.low) == (0.0, 0.0) and never.high == pytest.approx(1 - estimate.low)


def test_a_rate_goes_by_the_deals_that_have_a_case() -> None:
    """Three deals of a thousand: Student's quantile for two degrees, not the normal one."""
    rows = pl.LazyFrame({"game": [1, 5, 9], "size": [2.0, 3.0, 7.0]})
    estimate = rate(rows, pl.col("size"), pl.lit(1), 1, 1000)
    assert estimate.high - estimate.value == pytest.approx(4.30265 * estimate.error, rel=1e-5)
    single = rate(rows.head(1), pl.col("size"), pl.lit(1), 1, 1000)
    assert single.value == 2.0 and math.isnan(single.low)


# --- in results ---


def test_a_strategy_that_always_wins_is_not_certain_to() -> None:
    result = play(GAME, ["shed", "random"], games=200)
    won = result.estimate("win_rate", 0)
    assert won.value == 1.0 and won.high == 1.0 and won.low == pytest.approx(100 / (100 + 1.9842**2), abs=1e-4)
    shown = knotlab("play", GAME, "shed", "random", "--games", 200).out
    assert "100.00%" in shown and "[96.21, 100.00]" in shown and "[100.00, 100.00]" not in shown


def test_a_strategy_in_all_seats_has_the_rates_that_the_rules_give_it() -> None:
    result = play(GAME, ["shed"] * 4, games=40)
    for metric, value in (("win_rate", 0.25), ("loss_rate", 0.25), ("mean_place", 2.5)):
        estimate = result.estimate(metric, 0)
        assert (estimate.value, estimate.low, estimate.high) == (value, value, value)


@pytest.mark.more
def test_two_deals_make_no_rank_and_no_pair_certain() -> None:
    """Seven strategies alike that tremble, three players, two deals: stars came from numbers that happened not to
    vary.
    """
    names = ["save-queens", "two-pressure", "ten-chain", "shed", "joker-pressure", "careful-pressure", "hoard-nines"]
    for seed in range(1, 7):
        result = tournament(GAME, list(names), games=40, players=3, seed=seed)
        assert result.facts["deals"] == 2
        assert (result.ratings["best_rank"] == 1).all() and (result.ratings["worst_rank"] == len(names)).all()
        assert not (result.pairs["ahead_low"] > 0.5).any() and not (result.invasions["low"] > 0).any()
        assert result.cycles == ()


def test_ranks_of_few_deals_hold_as_often_as_they_say() -> None:
    """Three equal strategies on four deals: some rank set that leaves a strategy out in at most 5% of 400 repetitions
    (upper end of the exact binomial band at 99.5 %).
    """
    wrong = 0
    for repetition in range(400):
        ranking = rank(Crossed.of(np.random.default_rng([5, repetition]).normal(size=(4, 3))))
        wrong += bool((ranking.best_rank > 1).any())
    assert wrong <= binom.ppf(0.995, 400, 0.05)


def test_numbers_that_do_not_vary_rank_by_how_many_deals_there_are() -> None:
    numbers = np.tile([1.0, 0.0], (3, 1))
    assert rank(Crossed.of(numbers), bounds=SHARE).best_rank.tolist() == [1, 1]
    assert rank(Crossed.of(np.tile([1.0, 0.0], (100, 1))), bounds=SHARE).best_rank.tolist() == [1, 2]
    assert rank(Crossed.of(np.tile([1.0, 0.0], (100, 1)))).best_rank.tolist() == [
        1,
        1,
    ]  # without bounds anything may still come
