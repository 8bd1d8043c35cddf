"""Matches (TY-7): deals put together by hand, each played by the second implementation."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from knotlab import play
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.runs.play_result import load
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import MOST_GAMES, make_match, places_of, play_matches, records_of, single_games
from knotlab.sim.playing.verify import verify
from knotlab.sim.protocol import CAPPED, FINISHED
from tests.cli import knotlab, refused
from tests.referee import twyst as referee
from tests.sim.conforming import asked, player_named, scatter

PLAYERS = ("threshold+solid", "cautious+solid", "cautious+high:tremble=0.1", "threshold+high")
SEED = 77
RULES = {"lost": "others", "partners": "joint"}


def by_hand(
    index: int,
    fixed_seats: bool = False,
    target: int | None = None,
    deals: int | None = None,
    players: Sequence[str] = PLAYERS,
) -> tuple[list[int], int]:
    """Match `index`: each player's total, and how many deals it took."""
    match, rotation = (index, 0) if fixed_seats else divmod(index, 4)
    seated = [(seat + rotation) % 4 for seat in range(4)]
    totals, number = [0] * 4, 0
    while number != deals and (target is None or max(totals) < target):
        policies = [asked(player_named("twyst", players[who])) for who in seated]
        before = [totals[who] for who in seated]
        # Deal k of match m is dealt as deal m + k * 2^40 of a run.
        deal = match + number * 2**40
        result = referee.play(RULES, policies, SEED, deal, fixed_seats=True, totals=before)["result"]
        for seat, who in enumerate(seated):
            totals[who] += result["score"][seat]
        seated = seated[1:] + seated[:1]  # the next seat is eldest
        number += 1
    return totals, number


@pytest.mark.parametrize(
    ("fixed_seats", "ends"),
    [(False, {"target": 60}), (False, {"deals": 3}), (True, {"target": 40}), (True, {"deals": 2})],
)
def test_matches_are_those_played_by_hand(fixed_seats: bool, ends: dict[str, int]) -> None:
    job = make_job(
        "twyst",
        PLAYERS,
        seed=SEED,
        fixed_seats=fixed_seats,
        match=make_match("twyst", ends.get("target"), ends.get("deals")),
    )
    for row in play_matches(job, 5, 12).iter_rows(named=True):
        totals, number = by_hand(row["game"], fixed_seats, **ends)
        assert [row[f"total_{who}"] for who in range(4)] == totals and row["games"] == number, row
        assert [row[f"place_{who}"] for who in range(4)] == [1 + sum(other > own for other in totals) for own in totals]
        assert row["end"] == FINISHED


@pytest.mark.long
@pytest.mark.more
@pytest.mark.tried
def test_a_duel_in_matches_speaks_of_matches() -> None:
    words = ("duel", "twyst", "threshold+solid", "random+high", "--margin", "20%", "--cap", 400)
    told = knotlab(*words, "--target", 30).out
    assert "matches won in 100 [" in told and "games" not in told.partition("\n")[0]


@pytest.mark.parametrize(
    "words",
    [
        ("play", "twyst", "match-wise+solid", *["threshold+solid"] * 3),
        ("duel", "twyst", "match-wise+solid", "threshold+solid"),
        ("tournament", "twyst", "threshold+solid", "match-wise+solid"),
    ],
    ids=lambda words: words[0],
)
def test_a_bidder_by_the_target_refuses_matches_without_one(words: tuple[str, ...]) -> None:
    assert "does not see how many rounds are left; play it with --target" in refused(*words, "--rounds", 4)


def test_players_see_the_totals_of_the_match() -> None:
    """With players whose moves hang on all four totals, matches come out as they do by hand."""
    players = ("scatter", "threshold+solid", "scatter:salt=3,spread=500", "match-wise:target=60+solid")
    ends = make_match("twyst", 60, None)
    job = make_job("twyst", players, seed=SEED, match=ends, strategies_from=[scatter("twyst")])
    for row in play_matches(job, 5, 6).iter_rows(named=True):
        totals, number = by_hand(row["game"], target=60, players=players)
        assert [row[f"total_{who}"] for who in range(4)] == totals and row["games"] == number, row
    first, *later = records_of(job, 7)
    assert first == alone(job, first) and later
    assert all(record["events"] != alone(job, record)["events"] for record in later)


def alone(job: Job, record: dict[str, Any]) -> dict[str, Any]:
    """The record of the same deal, played by itself, with what its match adds to it."""
    (by_itself,) = records_of(single_games(job), record["index"])
    return by_itself | {key: record[key] for key in ("match", "number", "totals")}


def test_a_match_of_one_deal_is_that_deal() -> None:
    deals = play("twyst", PLAYERS, games=400, seed=3)
    matches = play("twyst", PLAYERS, games=400, seed=3, rounds=1)
    assert [deals.estimate("mean_score", i) for i in range(4)] == [matches.estimate("mean_total", i) for i in range(4)]


def test_a_match_ends_with_the_first_deal_that_brings_somebody_to_the_target() -> None:
    job = make_job("twyst", PLAYERS, seed=SEED, match=make_match("twyst", 100, None))
    for index in range(8):
        totals = np.zeros(4, int)
        records = records_of(job, index)
        for number, each in enumerate(records):
            assert totals.max() < 100
            verify(each)
            assert (each["match"], each["number"]) == (index, number)
            assert each["totals"] == np.roll(totals, -(index + number)).tolist()
            totals += np.roll(each["result"]["score"], index + number)  # seat s is player s + rotation
        assert totals.max() >= 100


def test_equal_totals_share_the_match() -> None:
    """With two Plain duos a deal, partners have the same total: both win half a match."""
    assert places_of(np.array([[30, 30, 0, -150], [-20, -10, -10, -20]])).tolist() == [[1, 1, 3, 4], [3, 1, 1, 3]]
    result = play("twyst", PLAYERS, games=2000, seed=4, rounds=2)
    assert sum(result.estimate("win_rate", i).value for i in range(4)) == pytest.approx(1.0, abs=1e-12)
    assert result.tally.sums["win_rate"].total.sum() == 840 * result.n_games


def test_totals_may_be_negative() -> None:
    frame = play_matches(make_job("twyst", ["random"] * 4, seed=1, match=make_match("twyst", None, 20)), 0, 40)
    assert min(frame[f"total_{who}"].min() for who in range(4)) < -200


def test_a_match_whose_target_is_out_of_reach_is_capped() -> None:
    frame = play_matches(make_job("twyst", ["random"] * 4, seed=1, match=make_match("twyst", 1_000_000, None)), 0, 2)
    assert frame["end"].to_list() == [CAPPED] * 2 and frame["games"].to_list() == [MOST_GAMES] * 2
    assert not any(frame[f"place_{who}"].max() for who in range(4))


def test_the_same_matches_come_of_any_parts_and_from_a_run_folder(tmp_path: Path) -> None:
    n = 40 if OFF else 20_000
    result = play("twyst", PLAYERS, games=n, seed=9, rounds=2, workers=1)
    two = play("twyst", PLAYERS, games=n, seed=9, rounds=2, workers=2, out=tmp_path / "run")
    again = load(tmp_path / "run")
    assert result.to_pandas().equals(two.to_pandas()) and result.to_pandas().equals(again.to_pandas())
    assert again.match == two.match and again.facts()["mean_match_games"] == 2


def test_a_run_folder_of_matches_is_not_gone_on_with_as_one_of_deals(tmp_path: Path) -> None:
    words = ("play", "twyst", *PLAYERS, "--games", 40, "--out", tmp_path / "run")
    assert knotlab(*words, "--rounds", 2).status == 0
    assert "match" in refused(*words)
    assert "match" in refused(*words, "--rounds", 3)
    assert (
        "20 deals" not in knotlab("show", tmp_path / "run").out and "10 deals" in knotlab("show", tmp_path / "run").out
    )


def test_records_of_matches_are_written_and_hold(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    assert (
        knotlab("records", "twyst", *PLAYERS, "--rounds", 3, "--games", 2, "--first", 5, "--save", file).out
        == f"6 records written to {file}\n"
    )
    content = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(each["match"], each["number"]) for each in content] == [(5, 0), (5, 1), (5, 2), (6, 0), (6, 1), (6, 2)]
    assert knotlab("verify", file).out == "6 of 6 records are valid\n"
    alone = knotlab("replay", "twyst", *PLAYERS, "--index", content[4]["index"], "--json").json
    assert alone == {key: value for key, value in content[4].items() if key not in ("match", "number", "totals")}


def test_single_games_of_a_match_are_played_in_all_rotations() -> None:
    job = make_job("twyst", PLAYERS, fixed_seats=True, match=make_match("twyst", None, 2))
    assert single_games(job).rotations == 4 and single_games(single_games(job)) == single_games(job)


def test_an_event_log_of_matches_is_refused(tmp_path: Path) -> None:
    assert "single games" in refused(
        "play", "twyst", *PLAYERS, "--rounds", 2, "--games", 4, "--out", tmp_path / "run", "--log"
    )


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("twisted-knot", "shed", "random", "--target", 500), "twyst"),
        (("twyst", *PLAYERS, "--target", 500, "--rounds", 8), "one of the two"),
        (("twyst", *PLAYERS, "--target", 0), "1 or more"),
        (("twyst", *PLAYERS, "--rounds", 0), f"1 to {MOST_GAMES:,}"),
        (("twyst", *PLAYERS, "--rounds", "many"), "whole number"),
    ],
)
def test_a_match_that_cannot_be_is_refused(words: tuple, part: str) -> None:
    assert part in refused("play", *words)
