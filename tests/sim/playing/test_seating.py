"""Which deal, rotation and seats a game has, by the words of the draw protocol."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.runs.play import make_job
from knotlab.sim.kernels.chance import OWN
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.records import record_game
from tests.cli import strategy_file

FIXED = pytest.mark.parametrize("fixed", [False, True])


def table(n: int, fixed: bool = False) -> Job:
    """A run of n players."""
    return make_job("twisted-knot", ["random"] * n, seed=1, fixed_seats=fixed)


def test_games_take_one_deal_after_another_in_all_rotations() -> None:
    job = table(3)
    assert [(job.deal_of(game), job.rotation_of(game)) for game in range(7)] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 0),
    ]
    assert (job.games_on(5), job.deals_for(15), job.deals_for(16)) == (15, 5, 6)


def test_with_fixed_seats_each_deal_is_played_once() -> None:
    job = table(3, fixed=True)
    assert [(job.deal_of(game), job.rotation_of(game)) for game in range(3)] == [(0, 0), (1, 0), (2, 0)]
    assert job.players_by_seat(2) == [0, 1, 2] and job.games_on(5) == job.deals_for(5) == 5


def test_in_rotation_r_seat_s_is_played_by_player_s_plus_r() -> None:
    job = table(4)
    assert job.players_by_seat(8) == [0, 1, 2, 3]
    assert job.players_by_seat(9) == [1, 2, 3, 0]
    assert job.players_by_seat(11) == [3, 0, 1, 2]


@FIXED
@pytest.mark.parametrize("n", [2, 5])
def test_a_players_seat_is_the_one_that_is_his(n: int, fixed: bool) -> None:
    job = table(n, fixed)
    for game in range(3 * n):
        assert [job.seat_of(player, game) for player in job.players_by_seat(game)] == list(range(n))


@FIXED
def test_a_game_is_found_by_its_deal_and_rotation(fixed: bool) -> None:
    job = table(5, fixed)
    games = np.arange(40)
    assert (job.game_of(job.deal_of(games), job.rotation_of(games)) == games).all()
    assert job.game_of(7) == job.games_on(7)


def test_arrays_broadcast_and_expressions_are_taken() -> None:
    job, games = table(3), np.arange(6)
    assert job.seat_of(np.arange(3), games[:, None]).tolist() == [[0, 1, 2], [2, 0, 1], [1, 2, 0]] * 2
    assert pl.DataFrame({"game": games}).select(job.deal_of(pl.col("game")))["game"].to_list() == [0, 0, 0, 1, 1, 1]


@pytest.mark.more
def test_a_players_number_of_the_game_is_that_of_the_seat(tmp_path: Path) -> None:
    """The first number of the seat's own stream on the deal, in every rotation."""
    file = strategy_file(tmp_path, "own", "return view.game_uniform")
    job = make_job("twisted-knot", ["own:tremble=0", "shed", "random"], seed=5, strategies_from=[file])
    for index in range(3):
        seat = int(job.seat_of(0, index))
        (word,) = np.random.Philox(key=[5, 0], counter=[0, 0, 0, 3 * seat + OWN]).random_raw(1)
        own = [event for event in record_game(job, index, why=True)["events"] if event["seat"] == seat]
        listed = [each["moves"] for event in own for each in [*event.get("before", ()), event] if "moves" in each]
        assert {score for moves in listed for _, score in moves} - {None} == {int(word >> 11) * 2.0**-53}
