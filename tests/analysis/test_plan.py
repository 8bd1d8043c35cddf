"""What a duel will cost, held against duels that are played."""

import math
from pathlib import Path

import pytest

from knotlab import duel
from knotlab.analysis.duels.plan import PlannedDuel
from tests.cli import GAME, knotlab, refused

FAR = {"players": 2, "margin": 0.02, "seed": 3}


@pytest.fixture(scope="module")
def planned() -> PlannedDuel:
    """What it takes to settle whether hoarding aces gains two points of 100 over just shedding."""
    plan = duel(GAME, "hoard-aces", "shed", plan=True, **FAR)
    assert isinstance(plan, PlannedDuel)
    return plan


def test_a_duel_takes_the_deals_that_were_planned_for_what_it_finds(planned: PlannedDuel) -> None:
    table = planned.to_pandas()
    played = duel(GAME, "hoard-aces", "shed", **FAR)
    nearest = table.iloc[(table["difference"] - abs(played.effect)).abs().argmin()]
    assert abs(nearest["difference"] - abs(played.effect)) < 0.01
    assert 0.5 < played.n_deals / nearest["deals"] < 2
    assert played.planned == planned.planned == table["deals"][0]


def test_what_is_near_the_margin_takes_longest_and_the_cap_ends_it(planned: PlannedDuel) -> None:
    table = planned.to_pandas().set_index("difference")["deals"]
    assert table.iloc[1] == table.iloc[2] > table.iloc[3] > table.iloc[4]
    capped = duel(GAME, "hoard-aces", "shed", plan=True, cap=1000, players=2, margin=0.01, seed=3).to_pandas()
    assert (capped["deals"] <= 1000).all() and not capped["settled"][1] and capped["settled"].iloc[-1]
    assert (capped["games"] == capped["deals"] * planned.games_per_deal).all()


def test_a_wanted_precision_takes_the_same_whatever_the_difference() -> None:
    plans = [duel(GAME, "hoard-aces", "shed", plan=True, precision=half, **FAR) for half in (0.01, 0.005)]
    rough, fine = (plan.to_pandas() for plan in plans)
    assert len(rough) == len(fine) == 1 and math.isnan(fine["difference"][0])
    assert fine["deals"][0] == pytest.approx(4 * rough["deals"][0], rel=0.001)


def test_a_duel_that_rarely_comes_up_says_so_and_plans_nothing() -> None:
    answer = knotlab("duel", GAME, "shed:tremble=0", "shed:tremble=0.00001", "--plan", "--players", 2)
    assert (answer.status, answer.err) == (0, "") and answer.out.startswith("Rarely comes up")


@pytest.mark.parametrize("words", [("--show", "helped"), ("--games", 5000)], ids=str)
def test_what_a_plan_cannot_heed_is_refused(words: tuple[object, ...]) -> None:
    assert "leave out --show and --games" in refused("duel", GAME, "hoard-aces", "shed", "--plan", *words)


def test_the_command_tells_the_plan_and_keeps_nothing(tmp_path: Path) -> None:
    words = ("duel", GAME, "hoard-aces", "shed", "--plan", "--players", 2, "--out", tmp_path / "duel")
    answer = knotlab(*words, "--csv", tmp_path / "plan.csv")
    assert answer.status == 0 and "true difference" in answer.out and "nothing has been decided" in answer.out
    assert not (tmp_path / "duel").exists() and (tmp_path / "plan.csv").read_text().startswith("difference,deals")
    told = knotlab(*words, "--json").json
    assert (told["verdict"], told["deals"]) == ("open", 0) and len(told["differences"]) == 7
