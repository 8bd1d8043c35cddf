"""Skill and luck: sources of variance against laws whose truth is known, one of them without any luck, and what follows
from the chance that the better player finishes ahead, against simulations.
"""

import math
import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from knotlab.analysis.stats.skill import decided_among_rated, decided_by_skill, elo, games_to_tell
from knotlab.analysis.stats.variance import SOURCES, VarianceSums, ceiling
from knotlab.analysis.tournaments.setup import make_setup
from knotlab.analysis.tournaments.tournament import tournament

# --- sources of variance ---


def sums_of(payoffs: np.ndarray, again: np.ndarray, others: np.ndarray) -> VarianceSums:
    """What variance follows from, added some deals at a time."""
    sums = VarianceSums(*payoffs.shape)
    for first in range(0, len(payoffs), 70):
        sums.add(payoffs[first : first + 70], others[first : first + 70])
    sums.add_again(again - payoffs[: len(again)])
    return sums


def test_sources_of_variance_are_found_in_a_law_that_is_made_of_them() -> None:
    rng = np.random.default_rng(5)
    strategy, seat = np.array([-0.2, 0.0, 0.2]), np.array([-0.1, 0.1])
    to_all, to_each = np.array([0.3, 0.0, -0.3]), np.array([[0.2, -0.1, -0.1], [-0.1, 0.2, -0.1], [-0.1, -0.1, 0.2]])
    results = []
    for _ in range(60):
        others = rng.integers(3, size=(300, 1))
        stated = (
            strategy[None, :, None]
            + seat[None, None, :]
            + (to_all[others] + to_each[:, others[:, 0]].T)[..., None]
            + rng.normal(size=(300, 1, 2)) * 0.5
            + rng.normal(size=(300, 3, 2)) * 0.8
        )
        y, again = stated + rng.normal(size=(300, 3, 2)) * 0.6, (stated + rng.normal(size=(300, 3, 2)) * 0.6)[:200]
        sums = sums_of(y, again, others)
        results.append(sums.components())
    values = np.array(results)
    pairs = np.var(to_all) + np.square(to_each).sum() / 6 - np.square(to_each).sum() / 18  # by sums of squares
    true = [np.var(strategy), pairs, np.var(seat), 0.25, 0.64, 0.36]
    assert (np.abs(values.mean(axis=0) - true) < 4 * values.std(axis=0) / np.sqrt(60)).all()  # z = 4
    each = sums.shares()
    assert each.share.sum() == pytest.approx(1.0)
    assert (np.abs(each.share - np.array(true) / np.sum(true)) < 4 * each.error).all()


def test_results_that_do_not_vary_have_no_sources() -> None:
    same = np.zeros((200, 3, 2))
    assert np.isnan(sums_of(same, same, np.zeros((200, 1), int)).shares().share).all()


def test_what_is_left_out_is_left_out_of_either_half() -> None:
    """The sums without a group of deals are those of a table that never had them."""
    rng = np.random.default_rng(8)
    others = rng.integers(3, size=(523, 2))
    y = rng.normal(size=(523, 3, 3)) + 0.5 * others[:, :1, None]
    again = (y + rng.normal(size=y.shape))[:300]
    whole = sums_of(y, again, others)
    for group in (0, 22, 49):
        kept = [np.delete(table, np.s_[group::50], axis=0) for table in (y, again, others)]
        assert whole.components(group) == pytest.approx(sums_of(*kept).components())


def without_luck(rng: np.random.Generator, strategies: int, players: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """Places in a game that the better strategy always wins, shape (deals, strategies, seats), and the opponents."""
    others = rng.integers(strategies, size=(deals, players - 1))
    own = np.broadcast_to(np.arange(strategies)[:, None], (deals, strategies, players))[..., None]
    theirs = others[:, None, None, :] + rng.choice([-0.1, 0.1], (deals, strategies, players, players - 1))
    return 1.0 + (theirs < own).sum(axis=3), others


@pytest.mark.parametrize(("strategies", "players"), [(3, 2), (3, 3), (5, 4)])
def test_in_a_game_without_luck_nothing_is_left_to_the_cards(strategies: int, players: int) -> None:
    rng = np.random.default_rng([31, strategies, players])
    places, others = without_luck(rng, strategies, players, 4000)
    again = places.copy()  # nobody is luckier the second time
    found = dict(zip(SOURCES, sums_of(places, again, others).shares().share, strict=True))
    assert found["cards"] < 0.01 and found["strategy"] == pytest.approx(ceiling(strategies, players), abs=0.02)
    # The twin: whoever does not look at the opponents finds the cards to decide.
    blind = dict(zip(SOURCES, sums_of(places, again, np.zeros_like(others)).shares().share, strict=True))
    assert blind["cards"] > 0.1 and blind["opponents"] == 0


@pytest.mark.parametrize(("strategies", "players"), [(2, 2), (3, 2), (3, 3), (4, 4)])
def test_the_ceiling_is_the_share_by_counting_all_tables(strategies: int, players: int) -> None:
    """Every strategy against every line-up, in which those alike stand in every order, as fractions."""
    means, squares, n = [Fraction(0)] * strategies, Fraction(0), strategies ** (players - 1)
    for own in range(strategies):
        for group in product(range(strategies), repeat=players - 1):
            ahead, alike = sum(each < own for each in group), group.count(own)
            for k in range(alike + 1):
                place, weight = Fraction(1 + ahead + k), Fraction(1, n * (alike + 1))
                means[own] += weight * place
                squares += weight * place**2 / strategies
    mean = sum(means) / strategies
    between = sum((each - mean) ** 2 for each in means) / strategies
    assert ceiling(strategies, players) == pytest.approx(float(between / (squares - mean**2)))


# --- pairs ---


@pytest.mark.parametrize("ahead", [0.55, 0.65, 0.8, 0.95])
def test_so_many_games_tell_who_is_better_and_fewer_do_not(ahead: float) -> None:
    n, rng = games_to_tell(ahead), np.random.default_rng(41)
    assert n is not None and n % 2 == 1

    def found(games: int) -> float:
        return float((rng.binomial(games, ahead, 200_000) > games / 2).mean())

    bound = 4 * math.sqrt(0.05 * 0.95 / 200_000)
    assert found(n) > 0.95 - bound
    assert n == 1 or found(n - 2) < 0.95 + bound
    assert n < 7 or found(n // 2 | 1) < 0.945  # the twin: half as many do not do


def test_a_chance_is_a_difference_of_ratings() -> None:
    assert [round(elo(10**points / (1 + 10**points)), 6) for points in (0.5, 1, 2)] == [200, 400, 800]
    assert elo(1.0) == math.inf and elo(0.5) == 0


def test_what_decides_between_two_known_players_is_what_two_of_their_games_have_in_common() -> None:
    """The players are assigned to the sides by the toss of a coin; bound of 4 standard errors."""
    rng, n = np.random.default_rng(7), 400_000
    side = rng.choice([-1, 1], n)
    games = np.where(rng.random((2, n)) < 0.8, side, -side)
    assert decided_by_skill(0.8) == pytest.approx(np.corrcoef(games)[0, 1], abs=4 / np.sqrt(n))


@pytest.mark.more
def test_pairs_of_a_tournament_stand_once_the_better_one_first() -> None:
    result = tournament(make_setup("twisted-knot", ["hoard-aces", "shed", "random"], seed=5), 2000, workers=2)
    table, pairs = result.skill_to_pandas(), result.pairs.set_index(["strategy", "against"])["ahead"]
    assert len(table) == 3 and table["ahead"].is_monotonic_decreasing and (table["ahead"] >= 0.5).all()
    for row in table.to_dict("records"):
        assert (
            row["ahead"] == pairs[row["better"], row["other"]] == pytest.approx(1 - pairs[row["other"], row["better"]])
        )
    drawn = pd.DataFrame(
        {"strategy": ["a", "b"], "against": ["b", "a"], "ahead": 0.5, "ahead_low": 0.4, "ahead_high": 0.6}
    )
    object.__setattr__(result, "pairs", drawn)
    (row,) = result.skill_to_pandas().to_dict("records")
    assert (row["better"], row["elo"], row["decided"]) == ("a", 0, 0) and math.isnan(row["games"])


# Standard deviations of ratings, and how often a player wins against one who is so much weaker, in per cent, both as
# published (docs/champions.md has the source).
PUBLISHED = {123.4: 67.0, 14.7: 52.1, 12.3: 51.8, 7.5: 51.1, 6.0: 50.9}


def test_skill_from_ratings_is_what_two_games_of_a_pair_have_in_common() -> None:
    """The correlation of two games between the same two players drawn at random; bounds of 4 standard errors."""
    random, n = np.random.default_rng(7), 400_000
    for spread in (400.0, 123.4, 30.0):
        ahead = random.normal(0.0, spread, n) - random.normal(0.0, spread, n)
        chance = 1 / (1 + 10 ** (-ahead / 400))
        games = np.where(random.random((2, n)) < chance, 1, -1)
        assert decided_among_rated(spread) == pytest.approx(np.corrcoef(games)[0, 1], abs=4 / np.sqrt(n))


def test_skill_of_known_games_in_the_docs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "champions.md").read_text("utf-8")
    rows = re.findall(r"^\| [^|]+ \| [^|]*?([\d.]+) Elo\) \| ([\d.]+)% \|$", text, re.MULTILINE)
    assert {float(spread) for spread, _ in rows} == set(PUBLISHED)
    for spread, one in rows:
        assert 100 / (1 + 10 ** (-float(spread) / 400)) == pytest.approx(PUBLISHED[float(spread)], abs=0.051)
        assert one == f"{100 * decided_among_rated(float(spread)):.1f}"
