"""A script that is tuned to win against the same one that is tuned not to lose."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.claims.evidence.champions import published_aims
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.words.advice import advice
from knotlab.sim.playing.batches import play_games
from knotlab.studies.publishing import tuned_aims
from knotlab.studies.publishing.tuned_aims import NOT_TO_LOSE, TO_WIN, main

DEALS = 60


def test_the_table_has_games_won_and_lost_as_they_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among two who just shed, each deal from all three seats."""
    monkeypatch.setattr(tuned_aims, "PLAIN", "simple-1")
    main([str(tmp_path / "aims.csv"), "--deals", str(DEALS)])
    places = []
    for name in (TO_WIN, NOT_TO_LOSE):
        job = make_job("twisted-knot", [name, "shed", "shed"])
        place = play_games(job, 0, 3 * DEALS)["place"]
        places.append(np.array([place[game, job.players_by_seat(game).index(0)] for game in range(3 * DEALS)]))
    for found, counted in zip(published_aims(tmp_path), (1, 3), strict=True):
        first, second = ((place == counted).mean() for place in places)
        more = found.effect.value if found.meaning.plus == "more" else -found.effect.value
        assert more == pytest.approx(first - second, abs=1e-6) and found.deals == DEALS


def test_what_each_aim_loses_on_the_other_is_told() -> None:
    won, lost = published_aims()
    told = re.findall(r"wins ([\d.]+) (\w+) \[.* and loses ([\d.]+) (\w+) \[", advice(shipped()["TK-C26"]).sentence)[0]
    for each, number, way in ((won, *told[:2]), (lost, *told[2:])):
        assert abs(100 * abs(each.effect.value) - float(number)) < 0.051 and way == each.meaning.way(each.effect.value)
        assert each.effect.low < each.effect.value < each.effect.high and each.deals >= 40_000


@pytest.mark.parametrize(
    ("won", "lost", "concluded"),
    [
        ((0.005, 0.002, 0.007), (-0.006, -0.008, -0.003), "paid for with games lost"),
        ((-0.010, -0.012, -0.007), (-0.003, -0.006, -0.001), "shows no difference between the aims"),
        ((0.005, -0.001, 0.007), (-0.006, -0.008, -0.003), ""),
        ((0.005, 0.002, 0.007), (0.006, 0.003, 0.008), ""),
    ],
)
def test_what_follows_from_it_is_concluded_from_both_numbers(
    won: tuple[float, ...], lost: tuple[float, ...], concluded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = [replace(each, effect=Between(*ends)) for each, ends in zip(published_aims(), (won, lost), strict=True)]
    monkeypatch.setattr("knotlab.reports.words.advice.published_aims", lambda: pair)
    told = advice(shipped()["TK-C26"]).sentence
    all_of = ("paid for with games lost", "shows no difference between the aims")
    assert [each for each in all_of if each in told] == [concluded] * bool(concluded)
