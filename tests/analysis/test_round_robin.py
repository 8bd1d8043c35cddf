"""Everybody against everybody: the same numbers as playing every table by itself."""

import itertools

import numpy as np
import pytest

from knotlab import play
from knotlab.analysis.runs.play import Table
from knotlab.analysis.tournaments.roundrobin import RoundRobin, round_robin

NAMES = ("shed", "hoard-aces", "ten-chain", "random")
DEALS = 60


@pytest.fixture(scope="module", params=[2, 3, 4])
def standings(request: pytest.FixtureRequest) -> RoundRobin:
    return round_robin(Table("twisted-knot", request.param, seed=5), NAMES, DEALS, workers=1)


def test_every_rating_is_the_mean_over_the_tables_played_by_themselves(standings: RoundRobin) -> None:
    sums: dict[str, list[dict]] = {name: [] for name in NAMES}
    for table in itertools.combinations(NAMES, standings.n_players):
        for row in (
            play("twisted-knot", table, games=DEALS * standings.n_players, seed=5, workers=1)
            .to_pandas()
            .to_dict("records")
        ):
            sums[row["strategy"]].append(row)
    ratings = standings.ratings().set_index("strategy")
    for name, rows in sums.items():
        for metric in ("win_rate", "loss_rate", "mean_place"):
            assert ratings.loc[name, metric] == pytest.approx(np.mean([row[metric] for row in rows]), rel=1e-12)
        assert ratings.loc[name, "games"] == sum(row["games"] for row in rows)


def test_shares_of_finishing_ahead_add_up_to_one_and_agree_with_wins_of_two(standings: RoundRobin) -> None:
    pairs = standings.pairs().set_index(["strategy", "against"])["ahead"]
    for strategy, other in itertools.combinations(NAMES, 2):
        assert pairs[strategy, other] + pairs[other, strategy] == pytest.approx(1.0)
        if standings.n_players == 2:
            alone = (
                play("twisted-knot", [strategy, other], games=DEALS * 2, seed=5, workers=1)
                .to_pandas()
                .set_index("strategy")
            )
            assert pairs[strategy, other] == pytest.approx(alone.loc[strategy, "win_rate"])


def test_points_are_the_means_over_the_tables_played_by_themselves() -> None:
    names = ("threshold+solid", "cautious+high", "random", "random+solid", "cautious+random")
    standings, sums = round_robin(Table("twyst", 4, seed=5), names, DEALS, workers=1), {name: [] for name in names}
    for table in itertools.combinations(names, 4):
        for row in play("twyst", table, games=DEALS * 4, seed=5, workers=1).to_pandas().to_dict("records"):
            sums[row["strategy"]].append(row)
    ratings = standings.ratings()
    assert ratings["mean_score"].is_monotonic_decreasing
    for row in ratings.to_dict("records"):
        for metric in ("mean_score", "mean_tricks"):
            assert row[metric] == pytest.approx(np.mean([each[metric] for each in sums[row["strategy"]]]), rel=1e-12)
    ahead = standings.pairs().set_index(["strategy", "against"])["ahead"]
    assert ahead["threshold+solid", "random"] + ahead["random", "threshold+solid"] == pytest.approx(1.0)
    assert ahead["threshold+solid", "random"] > 0.5


def test_all_games_are_counted(standings: RoundRobin) -> None:
    n_tables = len(list(itertools.combinations(NAMES, standings.n_players)))
    assert standings.games == n_tables * standings.n_players * DEALS
    assert standings.deals == DEALS


def test_the_same_strategy_under_two_names_comes_out_alike() -> None:
    """A tremble too small to matter makes another name of the same play: the two share every game's luck but the
    seat's.
    """
    twins = (
        round_robin(
            Table("twisted-knot", 2, seed=1), ("shed:tremble=0", "shed:tremble=1e-300", "random"), 400, workers=1
        )
        .ratings()
        .set_index("strategy")
    )
    row, other = (twins.loc[name] for name in ("shed:tremble=0", "shed:tremble=1e-300"))
    assert row["loss_rate_low"] <= other["loss_rate"] <= row["loss_rate_high"]
