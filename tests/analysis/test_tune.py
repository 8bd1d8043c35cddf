"""Tuning on a made-up game whose best parameters are known: what is found, what is told of it, and that it can be
stopped at any time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from knotlab import play
from knotlab.analysis.runs.play import Table
from knotlab.analysis.tuning.arena import all_scores, race
from knotlab.analysis.tuning.otherwise import with_other_count
from knotlab.analysis.tuning.result import sensitivity
from knotlab.analysis.tuning.search import Dial, Restart, SearchSize, Space, play_generations
from knotlab.analysis.tuning.task import Effort, Task, make_task
from knotlab.analysis.tuning.tune import Tuned, tune
from knotlab.reports.words.tuning import changes_table
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.chance import PURPOSES
from knotlab.sim.machine import cores
from knotlab.sim.playing.players import Functions, Player
from knotlab.sim.protocol import Match
from knotlab.strategies.resolve import player as player_named

UNIT = 1000
BEST = (0.3, 3.0)
NAMES = ("ace", "court", "misere", "numeral", "slope")  # the parameters of Twyst's `threshold`
NOISE = 0.5  # standard deviation of a deal that all players share, and of one that each has for himself


@dataclass(frozen=True)
class Hill:
    """A game of one player: on a deal it scores -2 (x - 0.3)^2 - 0.1 (k - 3)^2, and the deal's noise; x from 0 to 1, k
    whole from 0 to 6.
    """

    seed: int
    unit: int = UNIT
    games: int = 1

    @staticmethod
    def true(player: Player) -> float:
        return -2 * (player.values[0] - BEST[0]) ** 2 - 0.1 * (player.values[1] - BEST[1]) ** 2

    def scores(self, player: Player, purpose: str, deals: np.ndarray) -> np.ndarray:
        shared = np.random.default_rng([self.seed, PURPOSES[purpose], int(deals[0])]).normal(0, NOISE, len(deals))
        key = [abs(hash(player.values)) % 2**32, self.seed, PURPOSES[purpose], int(deals[0])]
        own = np.random.default_rng(key).normal(0, NOISE, len(deals))
        return np.rint(self.unit * (self.true(player) + shared + own)).astype(np.int64)


DIALS = (Dial("x", 0, 0.0, 1.0, False), Dial("k", 1, 0.0, 6.0, True))


def a_player(x: float, k: float) -> Player:
    return Player("hill", Functions("none", "hill", abs, None, "fi"), (x, k))


def a_task(seed: int) -> Task:
    return Task(Hill(seed), Space(a_player(0.9, 1.0), DIALS), a_player(0.8, 1.0), 0.02, 10.0, seed)


def a_run(seed: int, generations: int = 60, confirm: int = 2000) -> Tuned:
    return tune(a_task(seed), Effort(SearchSize(4, generations, 30), 4000, confirm), workers=1)


@pytest.mark.long
def test_the_best_parameters_of_a_known_hill_are_found() -> None:
    for seed in range(3):
        result = a_run(seed, generations=150)
        # 0.08 costs 0.013, below the margin.
        assert abs(result.winner.values[0] - BEST[0]) < 0.08 and result.winner.values[1] == BEST[1], (
            result.winner.values
        )
        assert Hill.true(result.winner) > -result.task.margin


class Cliff(Hill):
    """The same dials, where nothing matters but whether x is below 0.4."""

    @staticmethod
    def true(player: Player) -> float:
        return float(player.values[0] < 0.4)


@pytest.mark.parametrize("seed", range(3))
def test_what_matters_far_from_the_starting_values_alone_is_found(seed: int) -> None:
    task = replace(a_task(seed), scoring=Cliff(seed))
    assert tune(task, Effort(SearchSize(4, 10, 30), 1000, 1000), workers=1).winner.values[0] < 0.4
    starts = [Restart(task.space, task.defaults, restart, SearchSize(4, 10, 30), seed).cma.mean for restart in (2, 3)]
    assert ((np.min(starts, axis=0) <= 0.5) & (np.max(starts, axis=0) >= 0.5)).all()


class QuietCliff(Cliff):
    """The same without chance."""

    def scores(self, player: Player, purpose: str, deals: np.ndarray) -> np.ndarray:
        return np.full(len(deals), self.unit * int(self.true(player)))


def test_a_parameter_that_does_not_matter_keeps_the_value_that_it_had() -> None:
    task = replace(a_task(1), scoring=QuietCliff(1))
    x, k = tune(task, Effort(SearchSize(4, 10, 30), 1000, 1000), workers=1).winner.values
    assert x < 0.4 and k == task.space.player.values[1]


def test_what_is_not_tuned_stays_as_it_was_given_in_the_defaults_too() -> None:
    task = make_task(Table("twyst", 4), "threshold:slope=0,ace=9+solid", field="simple-1", dials=["numeral"])
    given, usual = (dict(zip(NAMES, player.values, strict=False)) for player in (task.space.player, task.defaults))
    assert (usual["slope"], usual["ace"]) == (0.0, 9.0) and given == usual  # the numeral is the default one
    moved = make_task(Table("twyst", 4), "threshold:slope=0,numeral=3+solid", field="simple-1", dials=["numeral"])
    assert dict(zip(NAMES, moved.defaults.values, strict=False)) == usual | {"ace": 7.5}


def test_a_whole_parameter_means_its_fraction_over_deals() -> None:
    space = a_task(1).space
    deals = np.arange(1000)
    parts = space.by_deal(space.point(a_player(0.5, 2.0)) + np.array([0.0, 0.3 / 6]), deals)
    assert sorted(row for _, rows in parts for row in rows) == list(range(1000))
    shares = {player.values[1]: len(rows) / 1000 for player, rows in parts}
    assert shares == {
        2.0: pytest.approx(0.7, abs=0.005),
        3.0: pytest.approx(0.3, abs=0.005),
    }  # even to about 3 in 1000 deals


def test_all_generations_of_all_restarts_have_deals_of_their_own() -> None:
    plan = SearchSize(3, 2, 10)
    seen: list[int] = []
    for restart in range(3):
        search = Restart(a_task(1).space, a_task(1).defaults, restart, plan, 1)
        for _ in range(2):
            seen += search.deals().tolist()
            play_generations([search], Hill(1), 1, workers=1)
    assert sorted(seen) == list(range(60))


def coverage(runs: Sequence[Tuned]) -> list[bool]:
    truths = [Hill.true(run.winner) - Hill.true(run.task.space.player) for run in runs]
    return [run.gain.low <= truth <= run.gain.high for run, truth in zip(runs, truths, strict=True)]


def errors(runs: Sequence[Tuned], stated: str) -> np.ndarray:
    """What is told of the gain less what it truly is."""
    truths = [Hill.true(run.winner) - Hill.true(run.task.space.player) for run in runs]
    return np.array(
        [
            (run.training if stated == "training" else run.gain.value) - truth
            for run, truth in zip(runs, truths, strict=True)
        ]
    )


@pytest.fixture(scope="module")
def some_runs() -> list[Tuned]:
    return [a_run(seed, generations=20, confirm=1000) for seed in range(40)]


@pytest.mark.long
def test_the_training_score_overstates(some_runs: list[Tuned]) -> None:
    training = errors(some_runs, "training")
    assert training.mean() > 3.3 * training.std() / 40**0.5
    assert training.mean() > 5 * abs(errors(some_runs, "confirmed").mean())
    half = np.array([run.gain.high - run.gain.low for run in some_runs]) / 2
    # An interval as wide round the training score would miss the truth more often than not.
    assert (np.abs(training) < half).mean() < 0.5


@pytest.mark.long
def test_in_200_small_runs_the_confirmed_interval_covers_the_truth() -> None:
    assert np.mean(coverage([a_run(seed, generations=20, confirm=1000) for seed in range(1000, 1200)])) >= 0.91


def test_a_race_is_won_by_the_best_and_ends_when_the_rest_are_out() -> None:
    players = [a_player(0.9, 1.0), a_player(0.3, 3.0), a_player(0.5, 3.0)]
    ended = race(Hill(5), players, 0.02, 10.0, 50_000, 1)
    assert (ended.winner, ended.left) == (1, (1,))
    assert ended.deals < 50_000


def test_a_race_of_equals_stops_when_nobody_can_be_better_by_what_matters() -> None:
    ended = race(Hill(5), [a_player(0.3, 3.0), a_player(0.301, 3.0)], 0.1, 2.0, 100_000, 1)
    assert ended.left == (0, 1) and ended.deals < 100_000


def test_steps_that_do_not_matter_are_called_flat_and_those_that_do_are_not() -> None:
    task = replace(a_task(1), margin=0.05)
    result = sensitivity(task, a_player(0.3, 3.0), 8000, 1)
    assert result.groupby("parameter")["flat"].all().to_dict() == {
        "k": False,
        "x": True,
    }  # 0.1 a step of k, 0.005 a step of x
    assert (result[result.parameter == "k"]["high"] < 0).all()
    said = [row[-1] for row in changes_table(result, "loss_rate", "steps").rows]
    assert said == ["does not matter between 0.25 and 0.3", "does not matter between 0.3 and 0.35", "", ""]


def test_a_step_that_matters_in_one_way_of_counting_and_not_in_the_other_is_told_so() -> None:
    steps = pd.DataFrame(
        {
            "parameter": list("abcde"),
            "change": [0.5, 0.0, 0.0, 0.0, 0.1],
            "low": [0.2, -0.1, -0.1, -0.1, -0.9],
            "high": [0.8, 0.1, 0.1, 0.1, 0.9],
            "flat": [False, True, True, True, False],
            "other_change": [0.0, 0.04, 0.0, 0.01, 0.01],
            "other_low": [-0.001, 0.02, -0.001, -0.02, -0.02],
            "other_high": [0.001, 0.06, 0.001, 0.04, 0.04],
            "other_flat": [True, False, True, False, False],
        }
    )
    table = changes_table(steps, "mean_score", "steps", "points a deal", "matches to 300, won of 100", "win_rate")
    assert [row[-1] for row in table.rows] == [
        "matters in points a deal, not in matches to 300, won of 100",
        "matters in matches to 300, won of 100, not in points a deal",
        "does not matter",
        "does not matter in points a deal",
        "",
    ]
    assert table.rows[1][1:3] == ["+0.000 [\N{MINUS SIGN}0.100, +0.100]", "4.0 more [2.0, 6.0]"]


# --- on a real game ---

SMALL = Effort(SearchSize(2, 20, 10), 1000, 1000)


@pytest.mark.long
@pytest.mark.parametrize("match", [None, Match(150)])
def test_what_is_tuned_for_points_is_counted_in_matches_too_and_the_other_way_round(match: Match | None) -> None:
    weak = "threshold:ace=13,court=13,numeral=13+solid"  # the others show solos; it never does
    task = make_task(Table("twyst", 4, seed=3, match=match), weak, field=["threshold+solid"] * 3)
    winner = task.space.at([player_named("twyst", "threshold+solid").values[slot] for slot in task.space.slots])
    found = Tuned(
        task, winner, SMALL, 0.0, task.estimate_gain(np.zeros(10)), (), np.zeros((1, 1)), {}, None, 0.0,
        sensitivity(task, winner, 100, 1),
    )  # fmt: skip
    counted = with_other_count(found, 1)
    assert counted.other and counted.other.metric == ("mean_score" if match else "win_rate")
    assert counted.other.unit == ("points a deal" if match else "matches to 500, won of 100")
    assert counted.other.gain.low > 0  # as bidding solos on good hands gains points, and wins matches
    assert counted.sensitivity is not None and counted.sensitivity.filter(like="other_").notna().all(axis=None)


@pytest.mark.long
def test_eight_seeds_find_thresholds_that_are_worth_the_same() -> None:
    effort = Effort(SearchSize(4, 80, 150), 20_000, 1000)
    hasty = "threshold:ace=6.5,court=6,misere=0.5,numeral=6,slope=1+solid"
    tasks = [make_task(Table("twyst", 4, seed=seed), hasty, field=[hasty] * 3) for seed in range(8)]
    winners = [tune(task, effort).winner for task in tasks]
    scores = (
        all_scores(tasks[0].scoring, [tasks[0].space.player, *winners], "play", 0, 40_000, cores())
        / tasks[0].scoring.unit
    )
    worth = scores[:, 1:] - scores[:, :1]
    assert (worth.mean(axis=0) > tasks[0].margin).all()
    for i, j in combinations(range(8), 2):
        apart = scores[:, i + 1] - scores[:, j + 1]
        assert abs(apart.mean()) + 3 * apart.std() / len(apart) ** 0.5 < tasks[0].margin, (
            winners[i].values,
            winners[j].values,
        )


def test_of_four_alike_one_wins_each_match() -> None:
    table = Table("twyst", 4, match=Match(100))
    task = make_task(table, "threshold+solid", field=["threshold+solid"] * 3)
    won = task.scoring.scores(task.space.player, "play", np.arange(200))
    assert (won == 840).all()  # over the four seats, in units of 1/840


def test_matches_won_in_an_arena_are_those_of_play() -> None:
    everybody = ["threshold+high", "cautious+solid", "threshold+solid", "random+high"]
    task = make_task(Table("twyst", seed=5, match=Match(150)), everybody[0], field=everybody[1:])
    won = task.scoring.scores(task.space.player, "play", np.arange(50)).sum() / (50 * task.scoring.unit)
    assert won == pytest.approx(play("twyst", everybody, games=200, target=150, seed=5).to_pandas().loc[0, "win_rate"])


def real_task(seed: int = 1) -> Task:
    return make_task(
        Table("twyst", 4, seed=seed), "threshold+solid", field=["cautious+high"] * 3, dials=["ace", "court=4..9"]
    )


def test_tuning_against_a_weak_table_gains_what_was_confirmed_and_moves_nothing_else() -> None:
    tuned = tune(real_task(), SMALL)
    assert tuned.gain.low > 5  # against players who never bid alone many more hands are worth a solo
    assert tuned.winner.values[2:] == real_task().space.player.values[2:]
    scores = (
        all_scores(tuned.task.scoring, [tuned.winner, tuned.task.space.player], "play", 0, 1000, 2)
        / tuned.task.scoring.unit
    )
    fresh = scores[:, 0] - scores[:, 1]
    apart = abs(fresh.mean() - tuned.gain.value)
    assert apart < 4 * np.hypot(fresh.std() / 1000**0.5, tuned.gain.error)  # z 4


@pytest.mark.more
def test_a_stopped_run_goes_on_to_the_same_end_and_refuses_other_settings(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(done: int, of: int, gains: np.ndarray) -> None:
        raise Stop

    with pytest.raises(Stop):
        tune(real_task(), SMALL, out=tmp_path / "run", on_round=stop)
    assert len(list((tmp_path / "run" / "parts").iterdir())) == 1
    went_on, at_once = tune(real_task(), 1.0, out=tmp_path / "run", workers=1), tune(real_task(), SMALL)
    assert (
        went_on.winner.values == at_once.winner.values
        and went_on.gain == at_once.gain
        and (went_on.path == at_once.path).all()
    )
    with pytest.raises(InputError, match="holds a different run: its seed differ"):
        tune(real_task(seed=2), 1.0, out=tmp_path / "run")
    with pytest.raises(InputError, match="holds a different run: its effort differ"):
        tune(real_task(), SMALL._replace(select=2000), out=tmp_path / "run")
