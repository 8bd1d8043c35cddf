"""Tournaments among strategies that are all alike: how often a star or a rank comes from nothing."""

from typing import NamedTuple

import numpy as np
import pytest
from scipy.stats import binom

from knotlab.analysis.stats.estimate import mean_of
from knotlab.analysis.stats.metrics import METRICS
from knotlab.analysis.stats.ranking import rank
from knotlab.analysis.tournaments import assess as tournaments
from knotlab.analysis.tournaments.counts import Batch, Counts, Played

STRATEGIES, PLAYERS = 4, 3
NAMES = tuple(f"strategy-{number}" for number in range(STRATEGIES))
PLACES = METRICS[2]


class Certain(NamedTuple):
    """Whether anything is certain in each family: pairs, invasions and ranks."""

    pairs: bool
    invasions: bool
    ranks: bool


def certain(results: np.ndarray, others: np.ndarray, gains: list[np.ndarray]) -> Certain:
    """What the tables of a tournament call certain, by which stars are set."""
    played = Played("twisted-knot", NAMES, PLACES, PLAYERS, len(results), [Batch(results, others, 0)], [results[:1]])
    counts = Counts(played)
    assert counts.numbers is not None
    pairs, better = tournaments._pairs(played, counts)
    invasions = tournaments._invasions(played, [mean_of(each) for each in gains])
    ranks = rank(played.ratings(counts.numbers), bounds=played.bounds)
    has_star = bool(((pairs["ahead_low"] > 0.5) | (pairs["ahead_high"] < 0.5)).any())
    assert has_star == better.any()
    return Certain(
        has_star,
        bool(((invasions["low"] > 0) | (invasions["high"] < 0)).any()),
        bool(((ranks.best_rank > 1) | (ranks.worst_rank < STRATEGIES)).any()),
    )


def shuffled_places(rng: np.random.Generator, deals: int) -> np.ndarray:
    shape = (deals, STRATEGIES, PLAYERS, PLAYERS)
    return rng.permuted(np.broadcast_to(np.arange(1, PLAYERS + 1), shape), axis=3)


def null_tournament(deals: int, seed: int, differ: float) -> Certain:
    """A tournament that chance alone decides. On each deal all strategies get the same places, but for a share of
    deals in which each has its own luck.
    """
    rng = np.random.default_rng([seed, deals, round(100 * differ)])
    own, common = shuffled_places(rng, deals), shuffled_places(rng, deals)
    results = np.where(rng.random((deals, STRATEGIES, 1, 1)) < differ, own, common[:, :1])
    others = rng.integers(STRATEGIES, size=(deals, PLAYERS - 1))
    chances = [differ / 2, 1 - differ, differ / 2]
    pairs = STRATEGIES * (STRATEGIES - 1)
    return certain(results, others, [rng.choice([-1, 0, 1], deals, p=chances) for _ in range(pairs)])


def winners_tournament(deals: int) -> Certain:
    """The first strategy is always first, on every seat and against everybody; the second is always among the
    others.
    """
    results = shuffled_places(np.random.default_rng(deals), deals)
    results[:, 0] = np.arange(1, PLAYERS + 1)
    gains = [np.ones(deals, np.int64)] * (STRATEGIES * (STRATEGIES - 1))
    return certain(results, np.ones((deals, PLAYERS - 1), np.int64), gains)


@pytest.mark.long
@pytest.mark.parametrize("differ", [1.0, 0.1])
@pytest.mark.parametrize("deals", [2, 3, 5, 10, 30, 100])
def test_no_more_than_one_null_tournament_in_twenty_has_a_star(deals: int, differ: float) -> None:
    """Upper end of the exact binomial band at 99.9% for 100 tournaments at 5%, for each family; none at all on fewer
    than 30 deals.
    """
    wrong = np.sum([null_tournament(deals, seed, differ) for seed in range(100)], axis=0)
    assert (wrong <= (binom.ppf(0.999, 100, 0.05) if deals >= 30 else 0)).all()


@pytest.mark.long
def test_pairs_judged_one_by_one_would_have_stars(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin: intervals that hold for one pair alone."""
    monkeypatch.setattr(tournaments, "confidence_of_each", lambda comparisons: 0.95)
    wrong = Certain(*np.sum([null_tournament(100, seed, 1.0) for seed in range(100)], axis=0))
    assert min(wrong.pairs, wrong.invasions) > binom.ppf(0.999, 100, 0.05)


@pytest.mark.parametrize(("deals", "is_certain"), [(29, False), (30, True)])
def test_a_plain_difference_is_certain_from_thirty_deals_on(deals: int, is_certain: bool) -> None:
    assert winners_tournament(deals) == (is_certain,) * 3
