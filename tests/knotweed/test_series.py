"""Series of rounds (KW-2): rounds put together by hand, each played by the second implementation."""

from itertools import pairwise

import numpy as np
import pytest

from knotlab import play
from knotlab.analysis.runs.play import make_job
from knotlab.sim.games.knotweed.series import next_first, points
from knotlab.sim.playing.match import make_match, play_matches, records_of
from knotlab.sim.playing.verify import verify
from knotlab.sim.protocol import CAPPED, FINISHED
from knotlab.sim.settings import make_rules
from knotlab.strategies.resolve import player
from tests.cli import knotlab
from tests.knotweed.test_second_implementation import GAME
from tests.referee import knotweed as referee
from tests.sim.conforming import asked

PLAYERS = ("dump", "finisher", "hold-back:tremble=0.1", "random:temperature=3")
SEED = 78


def by_hand(index: int, n: int, target: int | None = None, rounds: int | None = None) -> tuple[list[int], int]:
    """Series `index`: the rounds that each player won, and how many there were."""
    series, rotation = divmod(index, n)
    seated = [(seat + rotation) % n for seat in range(n)]
    won, number = [0] * n, 0
    while number != rounds and (target is None or max(won) < target):
        policies = [asked(player("knotweed", PLAYERS[who])) for who in seated]
        # Round k of series m is dealt as deal m + k * 2^40 of a run.
        rules = make_rules(GAME, n, ["turn_limit=200"])
        places = referee.play(rules, policies, SEED, series + number * 2**40, fixed_seats=True)["result"]["places"]
        if 1 in places:
            winner = places.index(1)
            won[seated[winner]] += 1
            seated = seated[winner:] + seated[:winner]  # the winner plays first
        number += 1
    return won, number


@pytest.mark.parametrize(("n", "ends"), [(2, {"target": 3}), (3, {"rounds": 4}), (4, {"target": 2})])
def test_kw_2_series_are_those_played_by_hand(n: int, ends: dict[str, int]) -> None:
    match = make_match("knotweed", ends.get("target"), ends.get("rounds"))
    job = make_job("knotweed", PLAYERS[:n], seed=SEED, rules=["turn_limit=200"], match=match)
    for row in play_matches(job, 3, 8).iter_rows(named=True):
        won, number = by_hand(row["game"], n, **ends)
        assert [row[f"total_{who}"] for who in range(n)] == won and row["games"] == number, row
        assert row["end"] == FINISHED


def test_kw_2_the_winner_of_a_round_starts_the_next() -> None:
    job = make_job("knotweed", PLAYERS[:3], seed=5, match=make_match("knotweed", None, 6))
    starters = set()
    for index in range(6):
        rounds = records_of(job, index)
        for current, following in pairwise(rounds):
            verify(current)
            winner = current["result"]["places"].index(1)
            assert following["players"] == current["players"][winner:] + current["players"][:winner]
            assert following["events"][0]["seat"] == 0
            starters.add(winner)
    assert starters == {0, 1, 2}


def test_kw_12_after_a_round_without_a_winner_the_same_player_starts_and_nobody_has_a_point() -> None:
    results = np.zeros(3, GAME.result)
    results["place"][0, :3] = 0, 0, 0  # nobody is out
    results["place"][1, :3] = 0, 1, 0  # stalled after one went out
    results["place"][2, :3] = 3, 2, 1
    assert points(results, 3).tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert next_first(results, 3).tolist() == [0, 1, 2]
    job = make_job("knotweed", ["random"] * 3, rules=["turn_limit=2"], match=make_match("knotweed", 1, None))
    assert set(play_matches(job, 0, 3)["end"]) == {CAPPED}


def test_a_series_of_one_round_is_that_round() -> None:
    rounds, series = (
        play("knotweed", PLAYERS[:3], games=300, seed=3),
        play("knotweed", PLAYERS[:3], games=300, seed=3, rounds=1),
    )
    assert [rounds.estimate("win_rate", i).value for i in range(3)] == pytest.approx(
        [series.estimate("mean_total", i).value for i in range(3)], abs=1e-12
    )


def test_the_command_line_plays_series() -> None:
    answer = knotlab("play", "knotweed", *PLAYERS[:2], "--games", 40, "--target", 3)
    assert (answer.status, answer.err) == (0, "") and "round" in answer.out
