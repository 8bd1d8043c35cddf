"""The confidence sequence and its verdicts: published values, and what happens on streams whose mean is known.

Tolerances are the upper ends of exact binomial bands at 99.5 %: for 2,000 streams at 0.05, 0.0626. Each validity check
has a twin that must fail.
"""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from knotlab.analysis.stats.moments import Moments, moments
from knotlab.analysis.stats.sequence import (
    HOLDS,
    NO_DIFFERENCE,
    OPEN,
    WRONG,
    Interval,
    Watch,
    at_the_cap,
    deals_for_skewness,
    deals_to_decide,
    half_width,
    looks,
    planned_deals,
    tuned_rho,
)
from knotlab.sim.errors import InputError
from tests.analysis.streams import (
    DIFFERS_RARELY,
    LAWS,
    LOSES_HARDLY_EVER,
    SWINGS,
    SYMMETRIC,
    Law,
    Unguarded,
    watch_streams,
)

ALPHA = 0.05
# Worked out apart from this program from the published formula, for standard deviation 1 and a sequence tuned to 10,000
# deals.
GOLDEN = {
    0.05: {1_000: 0.121908, 10_000: 0.030352, 100_000: 0.010251},
    0.002: {1_000: 0.149092, 10_000: 0.040268, 100_000: 0.013253},
}
RHO = {0.05: 0.0281712, 0.002: 0.0387642}
FIXED = 20_000  # deals of the test of fixed size that the sequence is compared with
Z_90 = 1.959964 + 1.281552  # such a test at 0.05, two-sided, has 90 % power at this many standard errors


def most(share: float, n: int) -> float:
    """The upper end of the exact binomial band at 99.5 %."""
    return float(binom.ppf(0.995, n, share)) / n


# --- the formula ---


@pytest.mark.parametrize("alpha", GOLDEN)
def test_half_widths_and_rho_are_the_published_ones(alpha: float) -> None:
    rho = tuned_rho(alpha, 10_000)
    assert rho == pytest.approx(RHO[alpha], abs=1e-7)
    for n, width in GOLDEN[alpha].items():
        assert half_width(n, 1.0, alpha, rho) == pytest.approx(width, abs=1e-6)


@pytest.mark.parametrize("n", [1_000, 10_000, 100_000])
def test_the_golden_values_tell_a_one_sided_level_from_a_two_sided_one(n: int) -> None:
    """The failing twin: the same formula at twice the level is far outside the tolerance."""
    wrong = half_width(n, 1.0, 2 * ALPHA, tuned_rho(2 * ALPHA, 10_000))
    assert abs(wrong - GOLDEN[ALPHA][n]) > 1e-4


def log_e_value(n: np.ndarray, mean: np.ndarray, sd: np.ndarray, theta: float, rho: float) -> np.ndarray:
    """The logarithm of the evidence against a mean of theta: a normal mixture, as the paper has it."""
    c = n * rho**2
    return -0.5 * np.log(c + 1) + n * c / (2 * (c + 1)) * ((mean - theta) / sd) ** 2


def test_a_mean_is_outside_the_interval_exactly_if_the_e_value_reaches_one_over_alpha() -> None:
    rng = np.random.default_rng(1)
    n, mean, sd, theta = rng.integers(1000, 100_000, 5000), rng.normal(0, 0.02, 5000), rng.uniform(0.1, 2, 5000), 0.01
    rho = tuned_rho(ALPHA, 10_000)
    outside = np.abs(mean - theta) >= half_width(n, sd, ALPHA, rho)
    assert (outside == (log_e_value(n, mean, sd, theta, rho) >= math.log(1 / ALPHA))).all()
    assert 0 < outside.sum() < len(outside)


def test_the_planned_deals_are_those_of_the_z_values_worked_out_before() -> None:
    assert math.sqrt(planned_deals(1.0, 0.01, 0.05)) / 100 == pytest.approx(3.04, abs=0.005)
    assert math.sqrt(planned_deals(1.0, 0.01, 0.002)) / 100 == pytest.approx(4.03, abs=0.005)
    n = planned_deals(0.5, 0.004, 0.01)
    assert half_width(n, 0.5, 0.01, tuned_rho(0.01, n)) == pytest.approx(0.004, rel=1e-4)


def test_looks_come_at_fixed_deals_five_per_cent_apart_and_at_the_cap() -> None:
    schedule = list(looks(60_050))
    assert schedule[:3] == [1000, 1100, 1200] and schedule[-1] == 60_050
    assert all(look % 100 == 0 for look in schedule[:-1])
    assert all(1.05 * look <= other < 1.05 * look + 100 for look, other in itertools.pairwise(schedule[:-1]))


def test_moments_from_sums_are_those_of_the_numbers() -> None:
    numbers = np.random.default_rng(2).choice([-3.0, 0.0, 0.0, 0.0, 1.0], 500)
    result = moments(500, *(float((numbers**power).sum()) for power in (1, 2, 3)))
    centred = numbers - numbers.mean()
    assert result.mean == pytest.approx(numbers.mean())
    assert result.sd == pytest.approx(numbers.std(ddof=1))
    assert result.skewness == pytest.approx((centred**3).mean() / (centred**2).mean() ** 1.5)


# --- validity: what happens on streams without an effect ---


@pytest.mark.long
@pytest.mark.parametrize("name", LAWS)
def test_streams_without_an_effect_hardly_ever_seem_to_have_one(name: str) -> None:
    seen = watch_streams(Watch(0.01, ALPHA, 1.0, 10_000), LAWS[name], 2000, 100_000, seed=11)
    assert seen.excluded.mean() <= 0.0626
    assert seen.peeked.mean() >= 0.40  # the twin: peeking with |z| > 1.96 at the same looks at the same streams


def test_without_the_guards_a_very_skew_law_gives_false_alarms() -> None:
    """The twin of the check above, for the guard on skewness."""
    guarded, unguarded = (
        watch_streams(kind(0.01, ALPHA, 1.0, 10_000), LOSES_HARDLY_EVER, 2000, 30_000, seed=12).excluded.mean()
        for kind in (Watch, Unguarded)
    )
    assert guarded <= 0.0626 < unguarded


@pytest.mark.long
def test_twenty_five_claims_together_keep_the_family_wise_error() -> None:
    assert family_wise_error(ALPHA / 25, 60) <= most(ALPHA, 60)
    assert family_wise_error(ALPHA, 60) > most(ALPHA, 60)  # the twin: each claim at the level of the family


@pytest.mark.long
def test_twenty_five_claims_together_keep_the_family_wise_error_in_a_thousand_families() -> None:
    assert family_wise_error(ALPHA / 25, 1000) <= ALPHA


def family_wise_error(alpha: float, families: int) -> float:
    """The share of families of 25 claims with a wrong verdict: a third of them without effect, a third each with an
    effect just as large as matters.
    """
    wrong = np.zeros((25, families), bool)
    sd, margin = SYMMETRIC.sd, 0.05 * SYMMETRIC.sd
    watch = Watch(margin, alpha, 1.0, planned_deals(sd, margin, alpha))
    for claim in range(25):
        truth = margin * (claim % 3 - 1)
        seen = watch_streams(watch, SYMMETRIC.moved(truth), families, 10 * watch.tuned, seed=[13, claim])
        true = {0: (OPEN, NO_DIFFERENCE), 1: (OPEN, HOLDS), -1: (OPEN, WRONG)}[claim % 3 - 1]
        wrong[claim] = ~np.isin(seen.verdict, true) | (seen.known.low > truth) | (seen.known.high < truth)
    return float(wrong.any(axis=0).mean())


# --- power: what happens on streams with one ---


@pytest.mark.long
@pytest.mark.parametrize("name", LAWS)
def test_an_effect_that_a_fixed_test_finds_in_nine_of_ten_is_found_with_few_more_deals(name: str) -> None:
    law = LAWS[name]
    result, deals = power(law, FIXED)
    assert result >= 0.98
    assert deals <= 1.10 * FIXED


@pytest.mark.long
def test_a_sequence_tuned_to_far_too_many_deals_takes_longer() -> None:
    """The failing twin of the check on power."""
    assert power(SYMMETRIC, 500 * FIXED)[1] > 1.10 * FIXED


def power(law: Law, tuned: int) -> tuple[float, float]:
    """The share of streams in which an effect beyond the margin is found, and the mean number of deals."""
    beyond = Z_90 * law.sd / math.sqrt(FIXED)
    margin = beyond / 5
    seen = watch_streams(Watch(margin, ALPHA, 1.0, tuned), law.moved(margin + beyond), 1000, 10 * FIXED, seed=14)
    return float((seen.verdict == HOLDS).mean()), float(seen.deals.mean())


@pytest.mark.parametrize("name", LAWS)
def test_no_effect_is_called_equivalent_and_one_that_matters_is_not(name: str) -> None:
    law = LAWS[name]
    margin = 0.05 * law.sd
    watch = Watch(margin, ALPHA, 1.0, planned_deals(law.sd, margin, ALPHA))
    cap = -(-10 * watch.tuned // 100) * 100
    assert (watch_streams(watch, law, 1000, cap, seed=15).verdict == NO_DIFFERENCE).mean() >= 0.95
    assert (watch_streams(watch, law.moved(margin), 1000, cap, seed=16).verdict == NO_DIFFERENCE).mean() <= ALPHA


def test_without_the_guards_a_law_of_rare_swings_is_called_equivalent() -> None:
    """The twin of the check above: the mean is 0.001, all of it from one deal in a thousand."""
    shares = [
        (watch_streams(kind(0.001, ALPHA, 1.0, 10_000), SWINGS, 2000, 10_000, seed=17).verdict == NO_DIFFERENCE).mean()
        for kind in (Watch, Unguarded)
    ]
    assert shares[0] <= 0.0626 < shares[1]


@pytest.mark.long
@pytest.mark.parametrize("name", LAWS)
def test_streams_without_an_effect_hardly_ever_seem_to_have_one_however_long(name: str) -> None:
    seen = watch_streams(Watch(0.01, 0.01, 1.0, 10_000), LAWS[name], 10_000, 300_000, seed=18)
    assert seen.excluded.mean() <= most(0.01, 10_000)


# --- verdicts and degenerate input ---


def test_verdicts_are_read_from_where_the_interval_lies() -> None:
    watch = Watch(0.01, ALPHA, 1.0, 10_000)
    seen = Moments(50_000, 0.0, 0.3, 0.0)
    cases = {
        (-0.009, 0.009): NO_DIFFERENCE,
        (0.001, 0.009): NO_DIFFERENCE,
        (0.011, 0.03): HOLDS,
        (-0.03, -0.011): WRONG,
        (0.005, 0.02): OPEN,
    }
    for (low, high), verdict in cases.items():
        assert watch.judge(Interval(low, high), seen) == verdict
    assert at_the_cap(Interval(0.005, 0.02)) == HOLDS
    assert at_the_cap(Interval(-0.02, -0.005)) == WRONG
    assert at_the_cap(Interval(-0.02, 0.005)) == OPEN


def test_no_verdict_comes_before_the_guards_hold() -> None:
    watch = Watch(0.01, ALPHA, 1.0, 10_000)
    above = Interval(0.02, 0.03)
    assert watch.judge(above, Moments(900, 0.0, 1.0, 0.0)) == OPEN
    assert watch.judge(above, Moments(5_000, 0.0, 1.0, 15.0)) == OPEN  # 28 + 25 * 15^2 = 5653
    assert watch.judge(above, Moments(5_700, 0.0, 1.0, 15.0)) == HOLDS
    # 100 g^2 at this level.
    assert Watch(0.01, 0.005, 1.0, 10_000).judge(above, Moments(5_700, 0.0, 1.0, 15.0)) == OPEN
    assert watch.judge(above, Moments(5_000, 0.0, 0.0, 0.0)) == OPEN
    assert watch.enough_for_equivalent == pytest.approx(368.9, abs=0.1)  # 100 ln 40
    assert Watch(0.0001, ALPHA, 1.0, 10_000).judge(Interval(-1e-5, 1e-5), Moments(30_000, 0.0, 1.0, 0.0)) == OPEN


def test_a_look_that_leaves_nothing_of_the_interval_changes_nothing() -> None:
    known = Watch(0.01, ALPHA, 1.0, 10_000).tighten(Interval(0.1, 0.2), Moments(10_000, -0.5, 0.1, 0.0))
    assert tuple(map(float, known)) == (0.1, 0.2)


@pytest.mark.parametrize(
    ("margin", "alpha"),
    [(0.0, 0.05), (-0.1, 0.05), (math.nan, 0.05), (math.inf, 0.05), (0.01, 0.0), (0.01, 1.0), (0.01, math.nan)],
)
def test_a_margin_or_level_that_makes_no_sense_is_refused(margin: float, alpha: float) -> None:
    with pytest.raises(InputError, match=r"smallest effect|level"):
        Watch(margin, alpha, 1.0, 1000)


def test_deals_that_are_all_alike_decide_nothing_however_many() -> None:
    watch = Watch(0.01, ALPHA, 1.0, 10_000)
    for value in (0.0, 0.1, -1.0):
        for n in (2, 1_000, 10**6):
            seen = moments(n, value * n, value**2 * n, value**3 * n)
            known = watch.tighten(watch.widest, seen)
            assert tuple(map(float, known)) == (-1.0, 1.0)
            assert watch.judge(known, seen) == OPEN == at_the_cap(known)
            assert deals_to_decide(watch, seen) is None


def test_a_number_that_is_none_decides_nothing() -> None:
    watch = Watch(0.01, ALPHA, 1.0, 10_000)
    seen = Moments(5_000, math.nan, math.nan, math.nan)
    known = watch.tighten(watch.widest, seen)
    assert tuple(map(float, known)) == (-1.0, 1.0)
    assert watch.judge(known, seen) == OPEN


def test_an_undecided_claim_is_projected_to_the_deals_that_settle_it() -> None:
    watch = Watch(0.01, ALPHA, 1.0, 10_000)
    seen = Moments(10_000, 0.004, 0.5, 0.0)
    assert deals_to_decide(watch, seen) == planned_deals(0.5, 0.006, ALPHA)
    assert deals_to_decide(watch, seen._replace(mean=0.03)) == planned_deals(0.5, 0.02, ALPHA)
    assert deals_to_decide(watch, seen._replace(skewness=1000.0)) == deals_for_skewness(1000.0, ALPHA)


def test_a_rare_law_is_watched_until_its_skewness_allows_a_verdict() -> None:
    """One deal in 500 differs, all one way: the first guarded look is after some 25 * 22^2 deals."""
    one_way = Law((0.0, 1.0), (0.998, 0.002))
    seen = watch_streams(Watch(0.0001, ALPHA, 1.0, 10_000), one_way, 200, 30_000, seed=19)
    assert seen.deals.min() > 5_000
    assert (seen.verdict == HOLDS).mean() > 0.9
    assert DIFFERS_RARELY.skewness == 0.0


def test_a_small_effect_does_not_end_a_preliminary_look_before_its_direction_could_be_seen() -> None:
    wide = Watch(margin=0.32, alpha=0.05, reach=1.0, tuned=2000, fine=0.04, exact=0.1)
    small, clear = Interval(-0.1, 0.2), Interval(0.05, 0.3)
    assert wide.judge_exact(small, 990) == OPEN and wide.judge_exact(small, 1000) == NO_DIFFERENCE
    assert wide.judge_exact(clear, 30) == HOLDS
    assert replace(wide, fine=None).judge_exact(small, 30) == NO_DIFFERENCE
