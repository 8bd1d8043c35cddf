"""The exact sequence, alone and with the asymptotic one: against the paper's own process, and on streams whose mean is
known, with twins that must fail.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knotlab.analysis.stats.betting import (
    EVEN,
    FRACTIONS,
    SHARES,
    STRETCHES,
    Counted,
    Foreseen,
    Kind,
    aimed_capital,
    counted,
    counted_by_kind,
    exact_ends,
    log_capital,
)
from knotlab.analysis.stats.moments import moments_of
from knotlab.analysis.stats.sequence import EXACT, FIRST_EXACT, FIRST_LOOK, HOLDS, NO_DIFFERENCE, Watch
from knotlab.analysis.stats.watching import Goal, Watcher, looks_of
from knotlab.sim.errors import InputError
from tests.analysis.streams import (
    HARDLY_VARIES,
    LOSES_HARDLY_EVER,
    LOSES_RARELY,
    SWINGS,
    SYMMETRIC,
    Law,
    Unguarded,
    watch_streams,
)

ALPHA = 0.05
MOST = 0.0626  # the upper end of the exact binomial band at 99.5%, for 2,000 streams at 0.05
SKEW = {"loses rarely": LOSES_RARELY, "hardly ever": LOSES_HARDLY_EVER, "swings": SWINGS, "constant": HARDLY_VARIES}


def both(margin: float, tuned: int, kind: Callable[..., Watch] = Watch) -> Watch:
    """Both sequences, at a level of 5% together."""
    return kind(margin, ALPHA, 1.0, tuned, exact=EXACT)


def tally_of(numbers: np.ndarray) -> Counted:
    """Some numbers in [-1, 1], counted."""
    return counted(*np.unique(numbers, return_counts=True), 1.0)


# --- against other ways to the same numbers ---


def played_capital(numbers: np.ndarray, mean: float, shares: np.ndarray) -> float:
    """The capital of the paper's process, bet by bet, of numbers in [-1, 1]."""
    total = 0.0
    for fraction, share in zip(FRACTIONS, shares, strict=True):
        capital = float(share)
        for number in numbers:
            capital *= 1 + fraction / (mean + 1) * (number - mean)
        total += capital
    return total


@pytest.mark.parametrize("shares", [SHARES, EVEN], ids=["most on large effects", "even"])
def test_the_capital_is_that_of_bets_made_one_after_another(shares: np.ndarray) -> None:
    numbers = np.random.default_rng(1).choice([-1.0, 0.0, 0.25, 1.0], 60)
    seen = tally_of(numbers)
    assert shares.sum() == pytest.approx(1.0) and (FRACTIONS < 1).all()
    for mean in (-0.9, -0.3, 0.0, 0.4):
        assert math.exp(log_capital(seen, mean, shares)) == pytest.approx(played_capital(numbers, mean, shares))
    low, high = exact_ends(seen, ALPHA, shares)
    for end, side in ((low, 1), (-high, -1)):
        assert played_capital(side * numbers, end, shares) == pytest.approx(2 / ALPHA)


def test_deals_of_several_kinds_are_bet_on_in_proportion_to_their_weights() -> None:
    """By hand, of one round with the number 0.5 at weight 2 and -1 and 2 at weight 1, bounds 1 and 2, and the mean 0:
    1 + c 0.5 / 2, then 1 - c / 4 and 1 + c 2 / 4 for each fraction c.
    """
    seen = counted_by_kind(
        [np.array([0.5]), np.array([-1.0, 2.0])], [np.array([1]), np.array([1, 1])], [Kind(0.5, 1.0), Kind(0.25, 2.0)]
    )
    capital = sum(s * (1 + c / 4) * (1 - c / 4) * (1 + c / 2) for c, s in zip(FRACTIONS, SHARES, strict=True))
    assert math.exp(log_capital(seen, 0.0)) == pytest.approx(capital)


@settings(max_examples=30)
@given(st.lists(st.integers(-8, 8), min_size=6, max_size=60), st.lists(st.floats(0.05, 4.0), min_size=6, max_size=6))
def test_capital_never_rises_with_the_mean_bet_against(numbers: list[int], given: list[float]) -> None:
    """Of three kinds with any weights and bounds: so a mean left out leaves out all below it."""
    values = [np.array(numbers[k::3]) / 8 * reach for k, reach in enumerate(given[:3])]
    kinds = [Kind(weight, reach) for weight, reach in zip(given[3:], given[:3], strict=True)]
    seen = counted_by_kind(values, [np.ones(len(each)) for each in values], kinds)
    capital = log_capital(seen, np.linspace(-0.99, 0.99, 67) * max(given[:3]))
    assert (np.diff(capital) <= 1e-9).all()


def hedged(numbers: np.ndarray, alpha: float) -> tuple[float, float]:
    """The published hedged sequence with predictable plug-in stakes (its section 4), on a grid of means."""
    x, n = (numbers + 1) / 2, np.arange(1, len(numbers) + 1)
    mean = (0.5 + np.cumsum(x)) / (n + 1)
    variance = np.concatenate([[0.25], (0.25 + np.cumsum((x - mean) ** 2)) / (n + 1)])[:-1]
    stakes = np.sqrt(2 * math.log(2 / alpha) / (variance * n * np.log(n + 1)))
    grid = np.linspace(0.001, 0.999, 999)
    up = np.array([np.log1p(np.minimum(stakes, 0.5 / m) * (x - m)).cumsum().max() for m in grid])
    down = np.array([np.log1p(-np.minimum(stakes, 0.5 / (1 - m)) * (x - m)).cumsum().max() for m in grid])
    possible = grid[np.maximum(up, down) < math.log(2 / alpha)]
    return 2 * possible[0] - 1, 2 * possible[-1] - 1


@pytest.mark.parametrize("law", [SYMMETRIC, LOSES_RARELY, Law((-1.0, 0.5), (0.02, 0.98)).moved(0.3)])
def test_the_interval_is_about_as_wide_as_the_published_one(law: Law) -> None:
    numbers = np.clip(np.random.default_rng(2).choice(law.values, 2000, p=law.chances), -1, 1)
    low, high = exact_ends(tally_of(numbers), ALPHA)
    other_low, other_high = hedged(numbers, ALPHA)
    assert low < law.mean < high and other_low < law.mean < other_high
    assert 0.8 < (high - low) / (other_high - other_low) < 1.25


@pytest.mark.long
@pytest.mark.parametrize("law", [SYMMETRIC, LOSES_RARELY, Law((-1.0, 0.5), (0.02, 0.98)).moved(0.3)])
def test_the_interval_is_about_as_wide_as_that_of_another_package(law: Law) -> None:
    """`ville` has the published sequence, with stakes that follow the variance seen, where this one has fixed ones. Its
    e-process, too, is large against the means that are left out here, and small against the true one.
    """
    ville = pytest.importorskip("ville", reason="the package ville is not installed (pip install knotlab[test-all])")
    numbers = np.clip(np.random.default_rng(2).choice(law.values, 2000, p=law.chances), -1, 1)
    low, high = exact_ends(tally_of(numbers), ALPHA)
    other_low, other_high = ville.BettingCS(bounds=(-1.0, 1.0), alpha=ALPHA).fit(numbers).interval()
    assert low < law.mean < high and other_low < law.mean < other_high
    assert 0.8 < (high - low) / (other_high - other_low) < 1.25
    beyond = (high - low) / 2
    for mean, is_out in ((low - beyond, True), (high + beyond, True), (law.mean, False)):
        test = ville.BettingTest(m0=mean, bounds=(-1.0, 1.0), alpha=ALPHA).fit(numbers)
        assert (test.stopping_time() is not None) == is_out


@settings(max_examples=30)
@given(st.lists(st.integers(-8, 8), min_size=2, max_size=300), st.floats(0.001, 0.2))
def test_an_interval_holds_the_mean_seen_is_a_mirror_image_and_never_widens(numbers: list[int], alpha: float) -> None:
    seen = np.array(numbers) / 8
    low, high = exact_ends(tally_of(seen), alpha)
    assert -1 <= low <= seen.mean() <= high <= 1
    assert exact_ends(tally_of(-seen), alpha) == pytest.approx((-high, -low), abs=1e-12)
    watch, moments = Watch(0.01, alpha, 1.0, 2000, exact=EXACT), moments_of(seen)
    alone = watch.tighten(watch.widest, moments)
    together = watch.bet(alone, tally_of(seen))
    assert alone.low <= together.low <= together.high <= alone.high


def test_a_number_beyond_its_bound_is_refused() -> None:
    with pytest.raises(InputError, match=r"a deal's number is 1\.5, which is more than the 1 that is possible"):
        counted(np.array([0.0, 1.5]), np.array([5, 1]), 1.0)


# --- bets that are aimed ---

SHORT = 0.05


def in_stretches(streams: np.ndarray, values: np.ndarray) -> np.ndarray:
    """How often each value came in each stretch of some streams, shape (stretches, streams, values)."""
    parts = np.split(streams, STRETCHES[STRETCHES < streams.shape[1]], axis=1)
    return np.array([[(part == value).sum(axis=1) for value in values] for part in parts]).swapaxes(1, 2)


def test_an_aimed_stake_rests_on_what_came_before_its_stretch() -> None:
    """Bet by bet: 64 numbers at a mean square of a half, then as many at that of what came, then twice as many."""
    numbers = np.random.default_rng(4).choice([-1.0, 0.0, 0.25, 1.0], 200)
    capital, squares = 1.0, 0.5
    for k, number in enumerate(numbers):
        if k in (64, 128):
            squares = (sum(x * x for x in numbers[:k]) + 0.5) / (k + 1)
        capital *= 1 + SHORT / squares * (number + SHORT)
    values = np.unique(numbers)
    aimed = aimed_capital(values, in_stretches(numbers[None], values), 1.0, SHORT)
    assert np.exp(aimed) == pytest.approx([capital])


def test_an_aimed_stake_leaves_a_hundredth_of_the_capital_whatever_number_comes() -> None:
    """After 64 zeros, at a mean square of a half, the least number that there can be takes all the rest."""
    numbers, values = np.array([*[0.0] * 64, -1.0]), np.array([-1.0, 0.0])
    aimed = aimed_capital(values, in_stretches(numbers[None], values), 1.0, SHORT)
    assert np.exp(aimed) == pytest.approx([(1 + SHORT / 0.5 * SHORT) ** 64 * 0.01])


def test_an_aimed_bet_is_seldom_won_at_the_mean_it_is_against_and_sooner_than_others_where_it_is_aimed() -> None:
    """2,000 streams, looked at eighty times: won in 5% at most where the mean is as low; where the bets may see their
    own numbers, more often. Where the mean is 0, later by a quarter and more with the capital spread over all stakes.
    """
    values, chances = np.array([-1.0, 0.0, 1.0]), np.array([0.1, 0.8, 0.1])
    looks = range(50, 4001, 50)

    def first_won(shift: float, capital: Callable[[np.ndarray], Any], n: int) -> np.ndarray:
        law = chances + np.array([-shift, 0.0, shift]) / 2
        streams = np.random.default_rng(6).choice(values, (n, looks[-1]), p=law)
        won = np.array([capital(streams[:, :look]) >= math.log(1 / ALPHA) for look in looks])
        return np.where(won.any(axis=0), won.argmax(axis=0), len(looks))

    def aimed(streams: np.ndarray) -> Any:
        return aimed_capital(values, in_stretches(streams, values), 1.0, SHORT)

    def peeking(streams: np.ndarray) -> Any:
        stakes = (streams + SHORT).mean(axis=1) / (streams**2).mean(axis=1)
        return np.log1p(np.clip(stakes, 0, 0.9)[:, None] * (streams + SHORT)).sum(axis=1)

    def spread(streams: np.ndarray) -> Any:
        return log_capital(counted(values, in_stretches(streams, values).sum(axis=0), 1.0), -SHORT, EVEN)

    assert (first_won(-SHORT, aimed, 2000) < len(looks)).mean() <= MOST
    assert (first_won(-SHORT, peeking, 2000) < len(looks)).mean() > MOST
    assert np.median(first_won(0.0, spread, 200)) > 1.25 * np.median(first_won(0.0, aimed, 200))


# --- verdicts ---


@pytest.mark.parametrize(("value", "verdict", "deals"), [(1, HOLDS, 30), (0, NO_DIFFERENCE, 2000)])
def test_deals_that_are_all_alike_are_judged_by_their_bound(value: int, verdict: int, deals: int) -> None:
    watcher = Watcher(both(0.005, 1000), 2, Goal(100_000))
    assert watcher.add(np.full(10_000, value)) <= deals
    assert watcher.path[-1].verdict == verdict


def test_line_ups_that_take_turns_are_looked_at_after_whole_cycles_alone() -> None:
    """300 deals with a mean of 0.3, then 300 with -0.3, and so on: 0 all together."""
    rng = np.random.default_rng(3)
    numbers = np.concatenate([rng.binomial(1, 0.5 + 0.15 * sign, 300) * 2 - 1 for sign in (1, -1) * 10])
    whole, within = (Watcher(both(0.001, 10**6), 1, Goal(6000), cycle=cycle) for cycle in (600, 1))
    for watcher in (whole, within):
        watcher.add(numbers)
    assert all(look.deals % 600 == 0 and look.low < 0 < look.high for look in whole.path)
    assert within.path[-1].verdict == HOLDS  # the twin: looked at in the middle of a cycle


WINS_AMONG_EIGHT = Law((0.125, 0.0, -0.125), (0.82, 0.17, 0.01))  # about those of `shed` against `random`


@pytest.mark.parametrize("sign", [1, -1])
def test_deals_that_are_much_alike_are_first_looked_at_where_they_decide(sign: int) -> None:
    """In 95 of 100 streams at least; z = 4. The twin is looked at an eighth earlier, when about half have decided."""
    law, watch = WINS_AMONG_EIGHT, both(0.005, 1000)
    seen = Foreseen(Kind(1.0, 1.0), 1, sign * law.mean, law.sd)
    first, decided = watch.foreseeing([seen]).first, {}
    look = next(looks_of(FIRST_LOOK, True, first=first))
    for deals in (look, look * 7 // 8):
        counts = np.random.default_rng(5).multinomial(deals, law.chances, 2000)
        low, high = exact_ends(counted(sign * np.array(law.values), counts, 1.0), ALPHA * EXACT)
        decided[deals] = float((low > watch.margin).mean() if sign > 0 else (high < -watch.margin).mean())
    at_first, earlier = decided.values()
    assert FIRST_EXACT < first < FIRST_LOOK and abs(look - first) <= 5
    assert at_first > 0.95 - 4 * math.sqrt(0.05 * 0.95 / 2000) > 0.7 > earlier
    weighed = [seen._replace(kind=Kind(0.25, 1.0), deals=2)] * 2  # rounds of four such deals take a quarter as long
    assert watch.foreseeing(weighed).first == pytest.approx(max(first / 4, FIRST_EXACT), abs=1)


def test_deals_of_which_a_pilot_cannot_tell_when_they_decide_are_looked_at_as_early_as_possible() -> None:
    watch, law = both(0.005, 1000), WINS_AMONG_EIGHT
    for mean, sd in ((law.mean, 0.5), (0.004, law.sd), (0.5, 0.0), (math.nan, math.nan)):
        assert watch.foreseeing([Foreseen(Kind(1.0, 1.0), 1, mean, sd)]) == watch
    unbounded = Watch(0.005, ALPHA, 1.0, 1000)
    assert unbounded.foreseeing([Foreseen(Kind(1.0, 1.0), 1, law.mean, law.sd)]) == unbounded


# --- how often they err, and what they cost ---


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name in ("loses rarely", "swings"))) for name in SKEW]
)
def test_both_together_err_no_more_often_than_they_may(name: str) -> None:
    seen = watch_streams(both(0.001, 10_000), SKEW[name], 2000, 5_000, seed=21)
    assert seen.excluded.mean() <= MOST


@pytest.mark.parametrize("name", ["hardly ever", "constant"])
def test_the_asymptotic_one_alone_and_without_guards_errs_from_the_same_deals_on(name: str) -> None:
    """The twin of the check above: what is looked at from 1,000 deals on, without guards."""
    seen = watch_streams(Unguarded(0.001, ALPHA, 1.0, FIRST_LOOK), SKEW[name], 2000, 5_000, seed=21)
    assert seen.excluded.mean() > MOST


def test_stakes_chosen_with_hindsight_err() -> None:
    """The twin for stakes: the best fraction at each look, in place of capital spread in advance."""
    rng, values = np.random.default_rng(22), np.array(SYMMETRIC.values)
    counts = np.cumsum([SYMMETRIC.draw(rng, 2000, 100).counts[0] for _ in range(60)], axis=0)
    logs = np.log1p(FRACTIONS[:, None] * values[None, :])
    sides = [(counts @ (logs if side > 0 else logs[:, ::-1]).T).max(axis=(0, 2)) for side in (1, -1)]
    fair = [log_capital(counted(side * values, counts, 1.0), 0.0).max(axis=0) for side in (1, -1)]
    at = math.log(2 / ALPHA)
    assert (np.maximum(*fair) >= at).mean() <= ALPHA
    assert (np.maximum(*sides) >= at).mean() > MOST


@pytest.mark.long
def test_near_the_margin_it_takes_at_most_five_percent_more_deals() -> None:
    margin, law = 0.02, SYMMETRIC.moved(0.05)
    alone, together = (
        watch_streams(Watch(margin, ALPHA, 1.5, 10_000, exact=exact), law, 300, 60_000, seed=23)
        for exact in (0.0, EXACT)
    )
    assert (alone.verdict == HOLDS).all() and (together.verdict == HOLDS).all()
    assert together.deals.mean() <= 1.05 * alone.deals.mean()
