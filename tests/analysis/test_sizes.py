"""Sizes of effects and the rounds that are watched: values worked out by hand, coverage, and twins that fail."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, norm

from knotlab.analysis.claims.stages.tip_run import NARROWER
from knotlab.analysis.stats.betting import counted, exact_ends
from knotlab.analysis.stats.intervals import SHARE, Range
from knotlab.analysis.stats.moments import Moments
from knotlab.analysis.stats.rounds import STEPS, PilotedCell, allocation, in_steps, plan_rounds, round_numbers
from knotlab.analysis.stats.sequence import HOLDS, NO_DIFFERENCE, OPEN, WRONG
from knotlab.analysis.stats.sizes import NO_SIZE, deals_for_size, size_of
from knotlab.analysis.stats.watching import Goal, Watcher
from knotlab.sim.errors import InputError
from tests.analysis.streams import Law, Rounds, watch_streams

# --- sizes ---


def test_the_number_of_deals_is_that_of_the_normal_law_but_no_fewer_than_skewness_takes() -> None:
    """(1.96 / 0.01)^2 = 38,416 for one standard deviation; 100 times a skewness of 20, squared, and 28 more."""
    assert deals_for_size(1.0, 0.0, 0.01) == pytest.approx(38_416, abs=3)
    assert deals_for_size(0.001, 0.0, 0.01) == 1000
    assert deals_for_size(0.001, 20.0, 0.01) == 40_028


@pytest.mark.parametrize("half_width", [0.0, -1.0, math.inf, math.nan])
def test_a_half_width_that_makes_no_sense_is_refused(half_width: float) -> None:
    with pytest.raises(InputError, match="half-width that is wanted is a number above 0"):
        deals_for_size(1.0, 0.0, half_width)


def test_both_intervals_of_many_deals_are_the_normal_ones() -> None:
    size = size_of(Moments(10_000, 0.02, 0.5, 0.0), 0.0001)
    assert (size.low, size.high) == (pytest.approx(0.02 - 0.0098, abs=1e-5), pytest.approx(0.02 + 0.0098, abs=1e-5))
    half = norm.ppf(1 - 0.00005) * 0.005
    assert (size.all_low, size.all_high) == (pytest.approx(0.02 - half, abs=1e-5), pytest.approx(0.02 + half, abs=1e-5))
    assert size.certain_sign == 1 and size_of(Moments(10_000, 0.01, 0.5, 0.0), 0.0001).certain_sign == 0
    assert size_of(Moments(10_000, -0.02, 0.5, 0.0), 0.0001).certain_sign == -1


@pytest.mark.parametrize(("looks_at_mean", "covers"), [(False, True), (True, False)])
def test_more_deals_because_of_the_spread_leave_a_mean_as_it_was_and_because_of_the_mean_do_not(
    looks_at_mean: bool, covers: bool
) -> None:
    """Skew numbers, and pilots of 2,000 deals whose spread decides how many are played at first."""
    rng, values, chances = np.random.default_rng(7), np.array([-1.0, 0.0, 1.0]), np.array([0.02, 0.8, 0.18])
    true, half_width, streams = float(values @ chances), 0.01, 4000

    def moments(counts: np.ndarray) -> Moments:
        n, mean = int(counts.sum()), float(values @ counts / counts.sum())
        return Moments(n, mean, math.sqrt(float((values - mean) ** 2 @ counts) / (n - 1)), 0.0)

    off, more = [], 0
    for _ in range(streams):
        counts = rng.multinomial(deals_for_size(moments(rng.multinomial(2000, chances)).sd, 0.0, half_width), chances)
        size = size_of(moments(counts), 0.0001)
        if size.value > true if looks_at_mean else size.half_width > half_width:
            wanted = deals_for_size(moments(counts).sd, 0.0, NARROWER * half_width * (0.5 if looks_at_mean else 1.0))
            counts, more = counts + rng.multinomial(wanted - size.deals, chances), more + 1
            size = size_of(moments(counts), 0.0001)
        off.append((size.value - true) / size.error)
    held = np.mean(np.abs(off) < norm.ppf(0.975))
    assert 0.4 < more / streams < 0.6
    assert (abs(np.mean(off)) < 4 / math.sqrt(streams) and abs(held - 0.95) < 0.014) == covers


@pytest.mark.parametrize(
    ("seen", "bounds"),
    [
        (Moments(5000, 0.3, 0.0, 0.0), None),  # no variance
        (Moments(1, 0.3, math.nan, math.nan), None),  # one deal
        (Moments(1, 0.3, math.nan, math.nan), SHARE),
        (Moments(29, 0.3, 0.001, 0.0), None),  # few deals
        (Moments(5000, 0.3, 0.01, -30.0), None),  # too skew for as many
        (Moments(5000, 0.0, 0.0, 0.0), SHARE),  # a rate of 0
        (Moments(20, 1.0, 0.0, 0.0), Range(-1.0, 1.0)),  # always 1, a few times
    ],
)
def test_what_cannot_be_certain_is_not(seen: Moments, bounds: Range | None) -> None:
    assert size_of(seen, 0.001, bounds).certain_sign == 0
    assert NO_SIZE.certain_sign == 0


def test_a_rate_of_0_or_1_is_not_known_exactly() -> None:
    """Wilson's interval of n alike: one end is n / (n + z^2)."""
    size = size_of(Moments(5000, 1.0, 0.0, 0.0), 0.001, SHARE)
    assert size.low == pytest.approx(5000 / (5000 + 1.96**2), abs=1e-5) and size.high == 1.0
    assert size.all_low < size.low


def test_a_difference_that_never_varied_is_certain_only_where_it_has_bounds() -> None:
    assert size_of(Moments(5000, 0.5, 0.0, 0.0), 0.001, Range(-1.0, 1.0)).certain_sign == 1


def test_by_bets_a_mean_of_bounded_numbers_has_its_interval_on_few_deals_where_the_normal_law_has_none() -> None:
    """One loss among 400 deals: too skew for the normal law, and still certainly not as much as one in ten."""
    values, counts = np.array([-1.0, 0.0]), np.array([1, 399])
    seen = Moments(400, -1 / 400, math.sqrt(399 / 400**2), -19.9)
    plain, exact = size_of(seen, 0.001), size_of(seen, 0.001, bets=counted(values, counts, 1.0))
    assert math.isnan(plain.all_low) and (exact.low, exact.high) == (plain.low, plain.high)
    assert -0.1 < exact.all_low < -1 / 400 < 0 < exact.all_high < 0.1 and exact.certain_sign == 0


@pytest.mark.parametrize(("is_exact", "least", "most"), [(True, 0.0, 0.0), (False, 0.02, 1.0)])
def test_intervals_by_bets_miss_rare_swings_no_more_often_than_they_may(
    is_exact: bool, least: float, most: float
) -> None:
    """A hundred deals of which one in fifty is a loss: the normal law alone leaves the mean out far too often."""
    missed, rng, alpha, n = 0, np.random.default_rng(7), 0.001, 100
    for lost in rng.binomial(n, 0.02, 4000).tolist():
        bets = counted(np.array([-1.0, 0.0]), np.array([lost, n - lost]), 1.0)
        if is_exact:
            low, high = map(float, exact_ends(bets, alpha))
        else:
            error = math.sqrt(lost / n * (1 - lost / n) / n)
            low, high = -lost / n - norm.isf(alpha / 2) * error, -lost / n + norm.isf(alpha / 2) * error
        missed += not low <= -0.02 <= high
    assert least <= missed / 4000 <= most


# --- rounds ---


def test_a_round_is_the_mean_over_cells_whatever_their_deals() -> None:
    """By hand: cells (2, 4), (mean of 0 and 6, of 1 and 1), so (2 + 3) / 2 and (4 + 1) / 2."""
    numbers = [np.array([2.0, 4.0]), np.array([0.0, 6.0, 1.0, 1.0])]
    assert (round_numbers(numbers, (1, 2)) / STEPS).tolist() == [2.5, 2.5]


def test_noisy_and_cheap_cells_play_more_deals() -> None:
    cells = [
        PilotedCell(1.0, 0.0, 1.0),
        PilotedCell(3.0, 0.0, 3.0),
        PilotedCell(3.0, 0.0, 3.0, cost=9.0),
        PilotedCell(0.0, 0.0, 1.0),
    ]
    assert allocation(cells) == (1, 3, 1, 1)
    assert allocation([PilotedCell(1.0, 0.0, 1.0), PilotedCell(1000.0, 0.0, 1.0)]) == (1, 10)
    assert allocation([PilotedCell(0.0, 0.0, 1.0)] * 2) == (1, 1)


def test_the_plan_has_the_spread_of_rounds() -> None:
    """Against rounds that are drawn: a hundred thousand of them know a standard deviation to 0.3%."""
    rng = np.random.default_rng(1)
    laws = [rng.exponential(size=(100_000, 1)), rng.exponential(3.0, size=(100_000, 3))]
    cells = [PilotedCell(1.0, 2.0, 30.0), PilotedCell(3.0, 2.0, 90.0)]
    plan = plan_rounds(cells, 0.1, 0.001)
    numbers = round_numbers([law.ravel() for law in laws], plan.deals) / STEPS
    assert plan.deals == (1, 3)
    z = math.sqrt(plan.watch.tuned) * 0.1 / numbers.std()
    assert z == pytest.approx(4.2057, rel=0.01)  # the sequence's at level 0.001, by its formula with c = 16.511
    assert plan.watch.swing == 30.0  # 2 * 30 / 2 of the first cell, 2 * 90 / 6 of the second


def test_a_cap_allows_for_the_skewness_of_rounds() -> None:
    """Half an exponential number of mean 1 and half the mean of three of mean 3 is a sum of four of mean 1/2, whose
    skewness is 1: numbers as skew are trusted after 28 + 100 deals, and the cap is 40 times that.
    """
    plan = plan_rounds([PilotedCell(1.0, 2.0, 30.0), PilotedCell(3.0, 2.0, 90.0)], 1.0, 0.001)
    assert plan.deals == (1, 3) and plan.cap == 40 * 128


def test_looks_come_when_all_line_ups_have_played_as_many_deals() -> None:
    plan = plan_rounds([PilotedCell(1.0, 0.0, 1.0, cycle=150), PilotedCell(2.0, 0.0, 1.0, cycle=200)], 0.05, 0.001)
    assert plan.deals == (1, 2) and plan.cycle == plan.watcher().steps.late == 300 and plan.cap % 300 == 0
    exact = plan_rounds([PilotedCell(1.0, 0.0, 1.0, cycle=20), PilotedCell(1.0, 0.0, 1.0, cycle=6)], 0.05, 0.001, True)
    assert exact.cycle == 60 and exact.watcher().next_look == 60 and exact.cap % 60 == 0


@pytest.mark.long
@pytest.mark.parametrize("mean", [0.0, 0.05])
def test_the_sequence_of_rounds_errs_no_more_often_than_it_may(mean: float) -> None:
    """1,000 streams at level 0.05 to 6,000 rounds, of cells with unequal spread and opposite effects. At most the upper
    end of the exact binomial band at 99.9%.
    """
    laws = tuple(
        Law((-1.0, 0.0, 1.0), ((q - m) / 2, 1 - q, (q + m) / 2))
        for q, m in ((0.1, mean + 0.05), (0.9, mean), (0.3, mean - 0.05))
    )
    plan = plan_rounds([PilotedCell(law.sd, law.skewness, 1.0) for law in laws], 0.05, 0.05)
    rounds = Rounds(laws, plan.deals)
    assert plan.deals == (1, 3, 2) and rounds.mean == pytest.approx(mean)
    seen = watch_streams(plan.watch, rounds, 1000, 6000, 7, mean)
    assert seen.excluded.sum() <= binom.ppf(0.999, 1000, 0.05) < seen.peeked.sum()
    pooled = np.dot(plan.deals, [each.mean for each in laws]) / sum(plan.deals)
    assert abs(pooled - mean) > 0.005  # the twin: the mean over deals is another number


@pytest.mark.parametrize(
    ("value", "verdict", "rounds"), [(0.5, HOLDS, 30), (-0.5, WRONG, 30), (0.0, NO_DIFFERENCE, 4000)]
)
def test_rounds_that_are_all_the_same_are_judged_by_their_bound_alone(value: float, verdict: int, rounds: int) -> None:
    deals = in_steps(np.full((5000, 1), value))
    bounded, unbounded = (
        plan_rounds([PilotedCell(0.0, 0.0, 1.0)] * 2, 0.005, 0.001, is_bounded).watcher()
        for is_bounded in (True, False)
    )
    assert bounded.add(deals[:, 0], [deals, deals]) <= rounds and bounded.path[-1].verdict == verdict
    unbounded.add(deals[:, 0])
    assert {look.verdict for look in unbounded.path} == {OPEN}


def test_the_deals_of_a_round_say_more_than_its_mean() -> None:
    """Nine deals a round, worth 0.05 on average: as one number of at most 1, a stake is at most a ninth of as much."""
    deals = in_steps(np.random.default_rng(5).choice([-1.0, 0.0, 1.0], (3000, 9), p=[0.005, 0.94, 0.055]))
    plan = plan_rounds([PilotedCell(0.4, 0.0, 1.0)] * 9, 0.005, 0.001, is_bounded=True)
    together = Watcher(replace(plan.watch, kinds=()), STEPS, Goal(plan.cap))
    numbers = np.asarray(np.rint(deals.mean(axis=1)), np.int64)
    apart = plan.watcher().add(numbers, [deals[:, [k]] for k in range(9)])
    assert apart < 150 and together.add(numbers) > 2 * apart


def test_a_bound_covers_numbers_that_hardly_ever_vary() -> None:
    """D is 0 but for one deal in 2,000, which is worth 1: the mean 0.0005 is left out in at most one in 400 of 4,000
    streams while nothing has varied (upper end of the binomial band at 99.9%).
    """
    nothing = counted(np.zeros(1), np.arange(1, 100_000, 100)[:, None], 1.0)
    least = 1 + 100 * int((exact_ends(nothing, 0.005)[1] >= 0.0005).sum())
    first = np.random.default_rng(2).geometric(1 / 2000, 4000)
    assert (first > least).sum() <= binom.ppf(0.999, 4000, 0.0025)
    assert (first > 0.2 * least).sum() > binom.ppf(0.999, 4000, 0.0025)  # the twin: after a fifth of the deals
