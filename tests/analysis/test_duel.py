"""Duels: the same verdict and deals however they are played, and an answer for whatever is asked."""

import itertools
import json
import math
import shutil
import time
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from knotlab import play
from knotlab.analysis.duels.designs import DESIGNS, make_design, shape_of
from knotlab.analysis.duels.duel import duel, stopping_rule
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.duels.question import Decision, Question, make_question
from knotlab.analysis.duels.result import DuelResult, read
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.sequence import Watch
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.stats.watching import Goal, PowerSums, Watcher
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.protocol import Match
from knotlab.sim.storage import result_files
from tests.cli import contents, strategy_file

ACES, SHED = "hoard-aces", "shed"
DUEL = import_module("knotlab.analysis.duels.duel")
TABLE = {"players", "seed", "rules", "strategies_from", "match"}
QUICK = {"margin": 0.04, "seed": 3}  # a margin so wide that a few thousand deals settle it


def ask(game: str, a: str, b: str, **options: Any) -> Question:
    """A question whose options are those of its table, of its decision, and its own."""
    table = Table(game, **{name: options.pop(name) for name in TABLE & {*options}})
    decides = {field.name for field in fields(Decision)} & {*options}
    decision = Decision(**{name: options.pop(name) for name in decides})
    return make_question(table, a, b, decision=decision, **options)


def quick(a: str = ACES, b: str = SHED, **options: Any) -> Question:
    return ask("twisted-knot", a, b, **(QUICK | options))


def untimed(result: DuelResult) -> dict:
    return result_files.as_plain(result.facts() | {"seconds": None})


@pytest.fixture(scope="module")
def usual() -> DuelResult:
    return duel(quick(), workers=1)


# --- the same whatever the way ---


@pytest.mark.more
@pytest.mark.parametrize(
    ("workers", "batch"), [(2, 1667), *(pytest.param(1, batch, marks=pytest.mark.long) for batch in (50, 100_000))]
)
def test_verdict_and_deals_are_the_same_for_any_workers_and_any_batches(
    usual: DuelResult, workers: int, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches_of(batch, monkeypatch)
    assert untimed(duel(quick(), workers=workers)) == untimed(usual)


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


def batches_of(deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have duels at a table of three played in batches of so many deals: six games each."""
    monkeypatch.setattr(DUEL, "BATCH_GAMES", 6 * deals)


class Stop(Exception):
    """Raised in the middle of a run."""


def stopped_after(request: Question, looks: int, folder: Path) -> None:
    """Play into a folder until some looks are told, then stop."""
    seen = itertools.count(1)

    def stop(*_: object) -> None:
        if next(seen) == looks:
            raise Stop

    with pytest.raises(Stop):
        duel(request, workers=2, out=folder, on_look=stop)


@pytest.mark.long
def test_a_run_that_was_stopped_goes_on_to_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batches_of(300, monkeypatch)
    question = quick()
    stopped_after(question, 1, tmp_path / "stopped")
    with pytest.raises(InputError, match="has no verdict yet"):
        read(tmp_path / "stopped")
    resumed, whole = (duel(question, workers=1, out=tmp_path / name) for name in ("stopped", "whole"))
    assert untimed(resumed) == untimed(whole) == untimed(duel(question, workers=2))
    stopped, other = (contents(tmp_path / name) for name in ("stopped", "whole"))
    for outcome in (stopped, other):
        del outcome["result.json"]  # it tells the time that it took
    assert {name: stopped[name] for name in other} == other


def test_a_kept_duel_is_read_again_without_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = duel(quick(), out=tmp_path / "run", workers=1)
    kept = read(tmp_path / "run")
    assert untimed(kept) == untimed(played) and kept.seconds == pytest.approx(played.seconds, abs=0.01)
    assert repr(kept) == repr(played)
    monkeypatch.setattr(DUEL, "play_deals", None)
    monkeypatch.setattr(DUEL, "play_pilot", None)
    assert untimed(duel(quick(), out=tmp_path / "run", workers=1)) == untimed(played)


def test_the_time_of_a_duel_is_that_of_its_pilot_as_well(monkeypatch: pytest.MonkeyPatch, usual: DuelResult) -> None:
    def slow_pilot(*_: object) -> Pilot:
        time.sleep(0.5)
        return replace(usual.pilot, in_play=0.0)  # so that no deals follow

    monkeypatch.setattr(DUEL, "play_pilot", slow_pilot)
    result = duel(quick(), workers=1)
    assert result.n_deals == 0 and result.seconds >= 0.5


# --- kept results are checked against their deals ---


def changed(result: dict, *names: str | int, value: object) -> dict:
    """A result's plain data with one value changed."""
    inner: Any = result
    for name in names[:-1]:
        inner = inner[name]
    inner[names[-1]] = value
    return result


@pytest.fixture(scope="module")
def kept_duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder with a settled duel."""
    folder = tmp_path_factory.mktemp("kept") / "run"
    duel(quick(), out=folder, workers=1)
    return folder


EDITS = {
    "path": ("path", -1, "low"),
    "effect": ("path", -1, "mean"),
    "verdict": ("path", -1, "verdict"),
    "rows": ("rows", 1, "high"),
    "what a got": ("rows", 0, "a"),
    "margin": ("margin",),
    "reach": ("reach",),
    "games per deal": ("games_per_deal",),
    "unfinished games": ("unfinished_games",),
    "hash": ("hash",),
    "question": ("question", "level"),
    "pilot": ("pilot", "vrf"),
    "planned": ("planned",),
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edited_result_is_refused(what: str, kept_duel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(kept_duel, folder)
    file = folder / "result.json"
    content = json.loads(file.read_text())
    value = content
    for name in EDITS[what]:
        value = value[name]
    file.write_text(json.dumps(changed(content, *EDITS[what], value="x" if value == content["hash"] else value + 1)))
    with pytest.raises(InputError, match=r"result\.json is damaged \(its .* is not what the deals beside it say\)"):
        read(folder)


SHAPES: list[tuple[tuple[str | int, ...], object]] = [
    (("question", "game"), None),
    (("question",), {}),
    (("rows",), 1),
    (("rows", 0), {"metric": 1}),
    (("path", 0, "mean"), "high"),
    (("pilot",), {"deals": 1}),
    (("cap",), 1.5),
    (("seconds",), [1]),
]


@pytest.mark.parametrize(("place", "value"), SHAPES)
def test_a_result_of_another_shape_is_one_sentence(
    place: tuple[str | int, ...], value: object, kept_duel: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(kept_duel, folder)
    file = folder / "result.json"
    file.write_text(json.dumps(changed(json.loads(file.read_text()), *place, value=value)))
    with pytest.raises(InputError, match=r"result\.json is damaged \([a-z].*\); remove it"):
        read(folder)


def test_a_result_whose_deals_are_gone_is_refused(kept_duel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(kept_duel, folder)
    for part in (folder / "parts").iterdir():
        part.unlink()
    with pytest.raises(InputError, match="is not what the deals beside it say"):
        read(folder)


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize(
    ("name", "n"), [(name, n) for name in DESIGNS for n in (2, 3, 4) if name != "partners" or n != 3]
)
def test_the_shape_of_a_design_follows_from_its_name(name: str, n: int, single: bool) -> None:
    question = quick(design=name, players=n, **({"field": [SHED] * (n - 1)} if name == "field" else {}))
    design = replace(make_design(name, question.a, question.b, question.opponents, question.base), single=single)
    shape, per_deal = shape_of(name, n, single), [1 if single else len(each.rotations) for each in design.sets[0]]
    for_a = [sum(weight for weight in each.weights if weight > 0) for each in design.sets[0]]
    assert shape.games == sum(per_deal)
    assert shape.deal_scale == sum(weight * games for weight, games in zip(for_a, per_deal, strict=True))
    assert shape.turns == (len(design.sets[0][0].rotations) if single else 1)


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
    assert usual.games == usual.n_deals * 6 and usual.path_to_pandas()["deals"].is_monotonic_increasing


@pytest.mark.long
@pytest.mark.parametrize("design", sorted({*DESIGNS} - {"partners"}))
def test_every_design_finds_the_better_strategy(design: str) -> None:
    assert duel(quick(design=design, margin=0.005), workers=2).verdict == Verdict.HOLDS
    assert duel(quick(SHED, ACES, design=design, margin=0.005), workers=2).verdict == Verdict.WRONG


@pytest.mark.long
def test_a_precision_is_reached_whatever_the_verdict() -> None:
    result = duel(quick(), precision=0.015, workers=2)
    assert (result.high - result.low) / 2 <= 0.015
    before = result.path[-2]
    assert (before.high - before.low) / 2 > 0.015
    assert result.n_deals > duel(quick(), workers=2).n_deals


@pytest.mark.long
def test_at_least_so_many_games_are_played_even_beyond_the_cap(usual: DuelResult) -> None:
    assert duel(quick(cap=1000), games_wanted=12_001, workers=2).n_deals == 2001
    assert usual.games < 20_000 <= duel(quick(), games_wanted=20_000, workers=2).games


def test_two_strategies_that_play_alike_get_no_verdict() -> None:
    result = duel(quick("shed", "shed:tremble=0.0200001"), workers=2)
    assert (result.verdict, result.n_deals, result.games) == (Verdict.RARE, 0, 0)
    assert result.pilot.in_play < 0.01
    assert Verdict.RARE in repr(result) and result.facts()["verdict"] == Verdict.RARE


def test_a_duel_that_one_strategy_always_wins_is_decided_at_the_first_look(tmp_path: Path) -> None:
    """With two players the shortest way to lose every game is to pick up whenever it goes: hardly any variance."""
    loser = strategy_file(tmp_path, "always_loses", "return 1.0 if move.kind == PICK_UP else -float(move.count)")
    question = ask(
        "twisted-knot",
        "shed",
        "always-loses",
        design="invader",
        players=2,
        margin=0.2,
        cap=1000,
        strategies_from=[loser],
        rules=["turn_limit=400"],
    )
    result = duel(question, workers=1)
    assert (result.verdict, result.n_deals) == (Verdict.HOLDS, 30)


@pytest.mark.parametrize(
    ("players", "metric"),
    [
        pytest.param(players, metric, marks=[pytest.mark.long] * ((players, metric) != (2, "loss_rate")))
        for players in (2, 3, 8)
        for metric in ("loss_rate", "win_rate", "mean_place")
    ],
)
def test_the_first_duel_that_everybody_plays_is_decided_at_its_first_look(players: int, metric: str) -> None:
    """The difference is the same in nearly every deal, so that an asymptotic sequence has nothing to hold on to. Wins
    among eight take longer, as the pilot foresees: 10 of 100 games more are won, and of numbers within 1 no bet gains
    more than 10% a deal, which makes 17 after 30 deals and 400 after 64 at the earliest.
    """
    asked = ask("twisted-knot", SHED, "random", players=players, metric=metric)
    result = duel(asked, workers=2)
    first, last = (64, 120) if (players, metric) == (8, "win_rate") else (30, 30 + 2 * players)  # whole cycles of seats
    assert (result.verdict, len(result.path)) == (Verdict.HOLDS, 1)
    assert first <= result.n_deals < last
    assert stopping_rule(asked, result.pilot, precision=0.5).watch.first == 30
    table = result.to_pandas()
    assert (table["low"] < table["effect"]).all() and (table["effect"] < table["high"]).all()


def test_an_open_duel_is_not_said_to_be_settled_by_fewer_deals_than_it_had(usual: DuelResult) -> None:
    looks = (replace(usual.path[-1], deals=10**9, verdict=0),)
    assert replace(usual, path=looks).deals_to_decide is None
    assert (replace(usual, path=(replace(looks[0], deals=100),)).deals_to_decide or 0) > 100


# --- bad input ---

BAD = {
    "two different strategies": {"a": SHED, "b": SHED},
    "the margin is a share between 0 and 1": {"margin": 0.0},
    "a level is a number between 0 and 1": {"level": 1.0},
    "not nan": {"level": math.nan},
    "one for each other player, not 3": {"field": [SHED, SHED, SHED], "players": 3},
    "one for each other player, not 1": {"field": [SHED], "players": 3},
    "did you mean 'simple'": {"field": "simpel"},
    "there is no design 'feild'": {"design": "feild"},
    "has no third field": {"design": "invader", "field": "simple"},
    "there is no metric": {"metric": "mean_score"},
    "is for 2 to 8 players": {"players": 9},
    "at least 1 question": {"family": 0},
    "the cap is a number of deals": {"cap": 0},
}


@pytest.mark.parametrize("sentence", BAD)
def test_bad_input_is_one_clear_sentence(sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        quick(**BAD[sentence])


def test_a_cap_below_the_guards_and_a_precision_of_nothing_are_refused() -> None:
    with pytest.raises(
        InputError, match="the cap is 29 deals, but no verdict on this question can be trusted before 30"
    ):
        duel(quick(cap=29), workers=1)
    swings = ask("twyst", "threshold+solid", "cautious+solid", cap=999)  # points have no bound by design
    with pytest.raises(InputError, match="no verdict on this question can be trusted before 1,000"):
        duel(swings, workers=1)
    with pytest.raises(InputError, match="the precision is a share between 0 and 1"):
        duel(quick(), precision=0.0, workers=1)


def test_the_hash_names_everything_that_was_fixed() -> None:
    others = [
        quick(SHED, ACES),
        quick("hoard-aces:tremble=0.03"),
        quick("hoard-nines"),
        quick(players=2),
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
    hashes = {other.hash for other in others} | {quick().hash}
    assert len(hashes) == len(others) + 1
    assert quick().hash == quick(field="simple").hash


def test_the_plan_is_the_one_of_the_formula_and_level_over_claims(usual: DuelResult) -> None:
    plan = stopping_rule(quick(family=25), usual.pilot)
    assert plan.watch.alpha == pytest.approx(0.002)
    # nine tenths of the level are the asymptotic sequence's
    assert plan.watch.tuned == max(1000, math.ceil((4.05459 * usual.pilot.sd / 0.04) ** 2))
    assert plan.cap == 10 * plan.watch.tuned
    assert (
        stopping_rule(
            ask("twyst", "threshold+solid", "cautious+solid"), replace(usual.pilot, payoff_sd=50.0, largest=200.0)
        ).watch.margin
        == 1.0
    )


@pytest.mark.long
def test_strategies_two_points_of_loss_rate_apart_are_told_apart() -> None:
    assert duel(ask("twisted-knot", "joker-pressure", SHED, field="strong")).verdict == Verdict.WRONG


def test_metrics_of_a_game_without_places_are_its_points() -> None:
    assert ask("twyst", "threshold+solid", "cautious+solid").metric.name == "mean_score"
    assert not games.find("twyst").has_places


def test_rare_swings_are_given_the_deals_that_they_take(usual: DuelResult) -> None:
    skew = replace(usual.pilot, skewness=40.0)
    assert stopping_rule(quick(family=25), skew).cap == 4 * (28 + 100 * 1600)


@pytest.mark.more
def test_a_duel_in_matches_counts_those_that_play_counts(tmp_path: Path) -> None:
    a, b, others = "threshold+solid", "random+random", ["cautious+solid", "random+high", "cautious+random"]
    question = ask("twyst", a, b, field=others, seed=5, margin=0.2, match=Match(games=2))
    result = duel(question, out=tmp_path / "duel", workers=1)
    assert result.conditions.matches == "matches of 2 deals" and untimed(read(tmp_path / "duel")) == untimed(result)
    assert result.hash != ask("twyst", a, b, field=others, seed=5, margin=0.2).hash
    (row,) = result.rows
    for side, mean in ((a, row.a), (b, row.b)):
        played = play("twyst", [side, *others], games=4 * result.n_deals, rounds=2, seed=5)
        assert mean == pytest.approx(played.to_pandas().loc[0, "win_rate"], abs=1e-12)
    with pytest.raises(InputError, match="matches are judged by who wins them; leave the metric 'mean_score' out"):
        ask("twyst", a, b, metric="mean_score", match=Match(games=2))
