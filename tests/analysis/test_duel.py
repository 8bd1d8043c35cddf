"""Duels: the same verdict and deals however they are played, and an answer for whatever is asked."""

import itertools
import math
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.duels.designs import DESIGNS
from knotlab.analysis.duels.duel import duel, make_plan
from knotlab.analysis.duels.question import Question, make_question
from knotlab.analysis.duels.result import DuelResult, read
from knotlab.analysis.stats.sequence import Watch
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.stats.watching import Goal, PowerSums, Watcher
from knotlab.sim import games
from knotlab.sim.errors import InputError
from tests.cli import contents, strategy_file

ACES, SHED = "hoard-aces:tremble=0.02", "shed:tremble=0.02"
QUICK = {"margin": 0.04, "seed": 3}  # a margin so wide that a few thousand deals settle it


def quick(a: str = ACES, b: str = SHED, **options: object) -> Question:
    return make_question("twisted-knot", a, b, **(QUICK | options))  # type: ignore[arg-type]


def told(result: DuelResult) -> dict:
    return result.facts() | {"seconds": None}


@pytest.fixture(scope="module")
def usual() -> DuelResult:
    return duel(quick(), workers=1)


# --- the same whatever the way ---


@pytest.mark.parametrize(("workers", "batch"), [(2, None), (1, 50), (2, 333), (3, 1000), (1, 100_000)])
def test_verdict_and_deals_are_the_same_for_any_workers_and_any_batches(
    usual: DuelResult, workers: int, batch: int | None
) -> None:
    question = quick()
    assert told(duel(question, workers=workers, batch=batch)) == told(usual)


def test_processes_come_to_the_same_as_threads(usual: DuelResult) -> None:
    assert told(duel(quick(), workers=2, backend="processes")) == told(usual)


def test_looks_come_at_the_fixed_deals_whatever_the_pieces() -> None:
    numbers = np.random.default_rng(1).integers(-3, 4, 5000)
    paths = []
    for size in (1, 7, 1000, 5000):
        watcher = Watcher(Watch(0.5, 0.05, 3.0, 5000), 3, Goal(5000, precision=1e-9))
        used = sum(watcher.add(numbers[first : first + size]) for first in range(0, 5000, size))
        paths.append((used, watcher.path))
    assert all(path == paths[0] for path in paths)
    assert [look.deals for look in paths[0][1]][:4] == [1000, 1100, 1200, 1300]
    seen = paths[0][1][-1]
    assert seen.deals == 5000 and seen.mean == pytest.approx(numbers.mean() / 3)


def test_deals_after_the_one_that_settles_it_are_not_used() -> None:
    watcher = Watcher(Watch(0.01, 0.05, 1.0, 1000), 1, Goal(100_000))
    numbers = np.random.default_rng(2).integers(0, 2, 3000)  # mean one half: clear at once
    assert watcher.add(numbers) == 1000 and watcher.is_done
    assert watcher.add(numbers) == 0


def test_power_sums_are_exact_where_64_bits_would_not_hold_them() -> None:
    numbers = np.full(1000, 10**7)
    sums = PowerSums()
    sums.add(numbers)
    assert sums.powers == [10**10, 10**17, 10**24]


# --- run folders ---


class Stop(Exception):
    """Raised in the middle of a run."""


def stopped_after(question: Question, looks: int, folder: Path) -> None:
    """Play into a folder until some looks are told, then stop."""
    seen = itertools.count(1)

    def stop(*_: object) -> None:
        if next(seen) == looks:
            raise Stop

    with pytest.raises(Stop):
        duel(question, workers=2, batch=300, out=folder, on_look=stop)


def test_a_run_that_was_stopped_goes_on_to_the_same_files(tmp_path: Path) -> None:
    question = quick()
    stopped_after(question, 1, tmp_path / "stopped")
    with pytest.raises(InputError, match="has no verdict yet"):
        read(tmp_path / "stopped")
    resumed, whole = (duel(question, workers=1, batch=300, out=tmp_path / name) for name in ("stopped", "whole"))
    assert told(resumed) == told(whole) == told(duel(question, workers=2))
    one, other = (contents(tmp_path / name) for name in ("stopped", "whole"))
    for found in (one, other):
        del found["result.json"]  # it tells the time that it took
    assert {name: one[name] for name in other} == other


def test_a_kept_duel_is_read_again_without_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = duel(quick(), out=tmp_path / "run", workers=1)
    kept = read(tmp_path / "run")
    assert kept.facts() == played.facts()
    assert repr(kept) == repr(played)
    module = import_module("knotlab.analysis.duels.duel")  # the package's `duel` is the function
    monkeypatch.setattr(module, "play_deals", None)
    monkeypatch.setattr(module, "play_pilot", None)
    assert told(duel(quick(), out=tmp_path / "run", workers=1, batch=None)) == told(played)


def test_a_folder_of_another_claim_is_refused(tmp_path: Path) -> None:
    duel(quick(), out=tmp_path / "run", workers=1)
    with pytest.raises(InputError, match="holds another run: its question"):
        duel(quick(seed=3, margin=0.05), out=tmp_path / "run", workers=1)


# --- answers ---


def test_a_duel_tells_verdict_interval_and_what_it_rests_on(usual: DuelResult) -> None:
    assert usual.verdict in repr(usual) and usual.hash in repr(usual)
    table = usual.to_pandas()
    assert list(table["metric"]) == ["loss_rate", "win_rate", "mean_place"] and list(table["decides"]) == [
        True,
        False,
        False,
    ]
    first = table.iloc[0]
    assert (first["low"], first["high"]) == (usual.low, usual.high)
    assert first["a"] < first["b"] and first["effect"] == pytest.approx(first["b"] - first["a"])
    assert (table["low"] < table["effect"]).all() and (table["effect"] < table["high"]).all()
    assert usual.games == usual.deals * 6 and usual.path_to_pandas()["deals"].is_monotonic_increasing


@pytest.mark.parametrize("design", [design for design in DESIGNS if design != "partners"])
def test_every_design_finds_the_better_strategy(design: str) -> None:
    assert duel(quick(design=design, margin=0.005), workers=2).verdict == Verdict.SUPPORTED
    assert duel(quick(SHED, ACES, design=design, margin=0.005), workers=2).verdict == Verdict.REFUTED


@pytest.mark.parametrize(
    ("game", "a", "b"), [("knotweed", "dump", "random"), ("twyst", "threshold+solid", "random+random")]
)
def test_the_other_games_have_verdicts_too(game: str, a: str, b: str) -> None:
    assert duel(make_question(game, a, b), workers=2).verdict == Verdict.SUPPORTED


def test_partners_of_a_better_strategy_are_better() -> None:
    assert (
        duel(make_question("twyst", "threshold+solid", "random+random", design="partners")).verdict == Verdict.SUPPORTED
    )


def test_a_precision_is_reached_whatever_the_verdict() -> None:
    result = duel(quick(), precision=0.015, workers=2)
    assert (result.high - result.low) / 2 <= 0.015
    before = result.path[-2]
    assert (before.high - before.low) / 2 > 0.015
    assert result.deals > duel(quick(), workers=2).deals


def test_at_least_so_many_games_are_played_even_beyond_the_cap(usual: DuelResult) -> None:
    assert duel(quick(cap=1000), games_wanted=12_001, workers=2).deals == 2001
    assert usual.games < 20_000 <= duel(quick(), games_wanted=20_000, workers=2).games


def test_two_strategies_that_play_alike_get_no_verdict() -> None:
    result = duel(quick("shed:tremble=0.02", "shed:tremble=0.0200001"), workers=2)
    assert (result.verdict, result.deals, result.games) == (Verdict.NEVER_CAME_UP, 0, 0)
    assert result.pilot.differing_deals < 0.01
    assert Verdict.NEVER_CAME_UP in repr(result) and result.facts()["verdict"] == Verdict.NEVER_CAME_UP


def test_a_duel_that_one_strategy_always_wins_is_answered_and_decides_nothing(tmp_path: Path) -> None:
    """With two players the shortest way to lose every game is to pick up whenever it goes: no variance, so no
    verdict.
    """
    loser = strategy_file(tmp_path, "always_loses", "return 1.0 if move.kind == PICK_UP else -float(move.count)")
    question = make_question(
        "twisted-knot",
        "shed",
        "always-loses",
        design="invader",
        n_players=2,
        margin=0.2,
        cap=1000,
        strategies_from=[loser],
        rules=["turn_limit=400"],
    )
    result = duel(question, workers=1)
    assert result.verdict in (Verdict.UNDECIDED, Verdict.SUPPORTED)
    assert result.deals <= 1000


# --- bad input ---

BAD = {
    "two different strategies": {"a": SHED, "b": SHED},
    "the margin is a share between 0 and 1": {"margin": 0.0},
    "a level is a number between 0 and 1": {"level": 1.0},
    "not nan": {"level": math.nan},
    "one for each other player, not 3": {"field": [SHED, SHED, SHED], "n_players": 3},
    "one for each other player, not 1": {"field": [SHED], "n_players": 3},
    "did you mean 'simple'": {"field": "simpel"},
    "there is no design 'feild'": {"design": "feild"},
    "has no third field": {"design": "invader", "field": "simple"},
    "there is no metric": {"metric": "mean_score"},
    "is for 2 to 8 players": {"n_players": 9},
    "1 question or more": {"family": 0},
    "the cap is a number of deals": {"cap": 0},
}


@pytest.mark.parametrize("sentence", BAD)
def test_bad_input_is_one_clear_sentence(sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        quick(**BAD[sentence])


def test_a_cap_below_the_guards_and_a_precision_of_nothing_are_refused() -> None:
    with pytest.raises(
        InputError, match="the cap is 999 deals, but no verdict of this question can be trusted before 1,000"
    ):
        duel(quick(cap=999), workers=1)
    with pytest.raises(InputError, match="the precision is a share between 0 and 1"):
        duel(quick(), precision=0.0, workers=1)


def test_the_hash_names_everything_that_was_fixed() -> None:
    others = [
        quick(SHED, ACES),
        quick("hoard-aces:tremble=0.03"),
        quick("hoard-nines:tremble=0.02"),
        quick(n_players=2),
        quick(field="strong"),
        quick(field=[SHED, SHED]),
        quick(design="invader"),
        quick(metric="win_rate"),
        quick(margin=0.01),
        quick(level=0.01),
        quick(family=25),
        quick(cap=5000),
        quick(seed=4),
        quick(rules=["preset=southampton"]),
    ]
    hashes = {question.hash for question in others} | {quick().hash}
    assert len(hashes) == len(others) + 1
    assert quick().hash == quick(field="simple").hash


def test_the_plan_is_the_one_of_the_formula_and_level_over_claims(usual: DuelResult) -> None:
    plan = make_plan(quick(family=25), usual.pilot)
    assert plan.watch.alpha == pytest.approx(0.002)
    assert plan.watch.tuned == max(1000, math.ceil((4.02681 * usual.pilot.sd / 0.04) ** 2))
    assert plan.cap == 10 * plan.watch.tuned
    assert (
        make_plan(
            make_question("twyst", "threshold+solid", "cautious+solid"),
            replace(usual.pilot, payoff_sd=50.0, largest=200.0),
        ).watch.margin
        == 1.0
    )


@pytest.mark.long
def test_strategies_two_points_of_loss_rate_apart_are_told_apart_in_five_seconds() -> None:
    question = make_question("twisted-knot", "joker-pressure:tremble=0.02", SHED, field="strong")
    duel(question)
    started = time.perf_counter()
    assert duel(question).verdict == Verdict.REFUTED
    assert time.perf_counter() - started <= 5.0


def test_metrics_of_a_game_without_places_are_its_points() -> None:
    assert make_question("twyst", "threshold+solid", "cautious+solid").metric.name == "mean_score"
    assert not games.find("twyst").has_places


def test_rare_swings_are_given_the_deals_that_they_take(usual: DuelResult) -> None:
    skew = replace(usual.pilot, skewness=40.0)
    assert make_plan(quick(family=25), skew).cap == 4 * (28 + 100 * 1600)
