"""Plackett-Luce strengths, rank sets and cycles, against other programs and laws whose truth is known."""

import choix
import numpy as np
import pytest
from scipy.stats import binom, norm, t

from knotlab.analysis.stats.moments import Crossed
from knotlab.analysis.stats.plackett_luce import Orders, Strengths, fit
from knotlab.analysis.stats.ranking import cycles, max_t, rank

TRUE = np.array([0.8, 0.3, 0.0, -0.3, -0.8])


def races(
    rng: np.random.Generator, n_games: int, n: int, strengths: np.ndarray = TRUE
) -> tuple[np.ndarray, np.ndarray]:
    """Tables of n different strategies and their places, by the law of Plackett and Luce (exponential races); shape
    (games, n) each.
    """
    items = np.argsort(rng.random((n_games, len(strengths))), axis=1)[:, :n]
    times = rng.exponential(1 / np.exp(strengths[items]))
    return items, 1 + np.argsort(np.argsort(times, axis=1), axis=1)


# --- strengths ---


def fitted_to(items: np.ndarray, places: np.ndarray, m: int = 5, *, games: int = 1, ridge: float = 0.01) -> Strengths:
    """Strengths from games of which this many belong to a deal, some deals at a time."""
    deals = len(items) // games
    batches = zip(*(np.array_split(part.reshape(deals, games, -1), 3) for part in (items, places)), strict=True)
    return fit([Orders(*batch) for batch in batches], m, ridge)


@pytest.mark.long
@pytest.mark.parametrize("n", [2, 3, 4])
def test_strengths_are_those_of_choix(n: int) -> None:
    items, places = races(np.random.default_rng(n), 200, n)
    rankings = np.take_along_axis(items, np.argsort(places, axis=1), axis=1)
    expected = choix.opt_rankings(5, [tuple(each) for each in rankings.tolist()], tol=1e-10)
    fitted = fitted_to(items, places, ridge=0.0).value
    assert fitted == pytest.approx(expected - expected.mean(), abs=1e-5)
    # The twin: the tolerance tells the fit from the truth.
    assert not np.allclose(fitted, TRUE - TRUE.mean(), atol=1e-4)


@pytest.mark.more
def test_players_left_without_a_place_are_behind_all_others_and_tell_no_more() -> None:
    """A top-1 list is a pick among all: the same as choix makes of it."""
    items, places = races(np.random.default_rng(8), 200, 3)
    cut = np.where(places == 1, 1, 0)
    winners = [(int(row[p == 1][0]), tuple(int(i) for i in row[p != 1])) for row, p in zip(items, places, strict=True)]
    expected = choix.opt_top1(5, winners, tol=1e-10)
    assert fitted_to(items, cut, ridge=0.0).value == pytest.approx(expected - expected.mean(), abs=1e-5)


@pytest.mark.parametrize(
    ("places", "is_given"),
    [
        ([[1, 2, 3]], False),  # the same order in every game
        ([[1, 2, 3], [1, 3, 2]], False),  # the first is never behind
        ([[1, 2, 3], [2, 1, 3]], False),  # the last is never ahead
        ([[1, 2, 3], [2, 3, 1]], True),  # each ahead of each: the third of the second by way of the first
        ([[1, 2, 3], [1, 1, 2]], False),
        ([[1, 2, 3], [2, 2, 1]], True),  # tied is both ahead and behind
        ([[1, 1, 2], [1, 3, 2]], True),  # only in a tie is one ahead of the first
    ],
)
def test_strengths_with_an_open_end_are_not_given(places: list[list[int]], is_given: bool) -> None:
    fitted = fitted_to(np.tile([[0, 1, 2]], (200, 1)), np.array(places * (200 // len(places))), 3)
    assert np.isfinite(fitted.value).all() == np.isfinite(fitted.covariance).all() == is_given


def test_one_game_in_a_thousand_the_other_way_makes_strengths_finite() -> None:
    """Between two, the difference is the logarithm of the odds: ln 999, but for the penalty."""
    places = np.tile([[1, 2]], (1000, 1))
    places[0] = [2, 1]
    fitted = fitted_to(np.tile([[0, 1]], (1000, 1)), places, 2)
    assert fitted.value[0] - fitted.value[1] == pytest.approx(np.log(999), abs=0.05)


def coverage(repetitions: int, cluster: bool) -> float:
    """How often the 95 % interval of a difference of strengths holds it, where the three games of a deal go alike;
    clustered by deal or taken as alone.
    """
    hits = 0
    for repetition in range(repetitions):
        items, places = races(np.random.default_rng([21, repetition]), 150, 3)
        items, places = np.repeat(items, 3, axis=0), np.repeat(places, 3, axis=0)
        fitted = fitted_to(items, places, games=3 if cluster else 1, ridge=0.0)
        contrast = np.array([1.0, 0, 0, 0, -1.0])
        error = np.sqrt(contrast @ fitted.covariance @ contrast)
        hits += abs(contrast @ fitted.value - 1.6) < norm.ppf(0.975) * error
    return hits / repetitions


@pytest.mark.long
def test_intervals_of_strengths_cover_what_they_claim_only_by_deal() -> None:
    """Exact binomial band at 99 % for 1,000 repetitions at 0.95: .932 to .968."""
    assert 0.932 <= coverage(1000, cluster=True) <= 0.968
    assert coverage(100, cluster=False) < 0.85  # the twin


# --- ranks ---


def test_the_quantile_of_the_greatest_error_is_the_one_for_independent_and_for_equal_errors() -> None:
    assert max_t(np.eye(1), 0.05, 10**6) == pytest.approx(1.96, abs=0.05)
    assert max_t(np.eye(10) * 2.0, 0.05, 10**6) == pytest.approx(norm.ppf(0.5 + 0.5 * 0.95**0.1), abs=0.05)
    assert max_t(np.ones((5, 1)), 0.05, 10**6) == pytest.approx(1.96, abs=0.05)
    assert max_t(np.zeros((3, 3)), 0.05, 10) == 0.0


def test_on_few_deals_each_of_five_intervals_has_a_fifth_of_the_level() -> None:
    numbers = np.random.default_rng(3).normal(size=(40, 5))
    found, half = rank(Crossed.of(numbers)), t.ppf(1 - 0.05 / 5 / 2, 39) * numbers.std(axis=0, ddof=1) / 40**0.5
    assert found.mean - found.low == pytest.approx(half) == found.high - found.mean


def rank_coverage(repetitions: int, naive: bool = False) -> tuple[float, float]:
    """How often all true means are in their intervals, and all true ranks in their sets, with five strategies of which
    some are close.
    """
    means = np.array([0.0, 0.02, 0.04, 0.3, 0.32])
    held = ranked = 0
    for repetition in range(repetitions):
        rng = np.random.default_rng([22, repetition])
        numbers = means + rng.normal(size=(400, 1)) * 0.3 + rng.normal(size=(400, 5)) * 0.3
        ranking = rank(Crossed.of(numbers))
        half = norm.ppf(0.975) * numbers.std(axis=0, ddof=1) / 20 if naive else ranking.high - ranking.mean
        held += bool((np.abs(ranking.mean - means) <= half).all())
        true = np.array([5, 4, 3, 2, 1])
        ranked += bool(((ranking.best_rank <= true) & (true <= ranking.worst_rank)).all())
    return held / repetitions, ranked / repetitions


@pytest.mark.long
def test_rank_sets_hold_all_true_ranks_and_intervals_all_true_means() -> None:
    """Lower end of the exact binomial band at 99.5 % for 120 repetitions at 0.95."""
    least = binom.ppf(0.005, 120, 0.95) / 120
    held, ranked = rank_coverage(120)
    assert ranked >= least and held >= least
    assert rank_coverage(120, naive=True)[0] < least  # the twin: each interval by itself


@pytest.mark.long
def test_rank_sets_hold_all_true_ranks_in_five_hundred_repetitions() -> None:
    held, ranked = rank_coverage(500)
    assert ranked >= 0.925 and held >= 0.925
    assert rank_coverage(500, naive=True)[0] < 0.925


def test_clearly_different_strategies_get_one_rank_each_and_equal_ones_all() -> None:
    rng = np.random.default_rng(4)
    clear = rank(Crossed.of(np.array([3.0, 1.0, 2.0]) + rng.normal(size=(1000, 3)) * 0.1))
    assert clear.best_rank.tolist() == clear.worst_rank.tolist() == [1, 3, 2]
    equal = rank(Crossed.of(np.repeat(rng.normal(size=(1000, 1)), 3, axis=1)))
    assert equal.best_rank.tolist() == [1, 1, 1] and equal.worst_rank.tolist() == [3, 3, 3]


def test_rock_paper_scissors_is_a_cycle_and_a_ladder_is_none() -> None:
    circle = np.zeros((5, 5), bool)
    circle[[0, 1, 2, 3, 3], [1, 2, 0, 0, 4]] = True
    assert cycles(circle) == [[0, 1, 2]]
    assert cycles(np.triu(np.ones((5, 5), bool), 1)) == []
