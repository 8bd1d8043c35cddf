"""A move may have any number of numbers: every kernel plays such a game, and writes it down, without an edit."""

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.playing import branch
from knotlab.sim.playing.batches import play_games, play_logged
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.playing.traced import play_traced
from tests.sim.toy import N_MOVES, N_TURNS, chooser, toy, worth

pytestmark = pytest.mark.long

of_six = pytest.mark.parametrize("width", [6])


@pytest.fixture
def job(width: int, monkeypatch: pytest.MonkeyPatch) -> Job:
    """A run between one who takes the highest numbers and one who takes the lowest."""
    game = toy(width)
    monkeypatch.setattr(games, "find", {game.name: game}.__getitem__)
    return Job(game.name, {"players": 2}, (chooser(width, 1.0), chooser(width, -1.0)), seed=1)


def numbers_of(width: int, i: int) -> list[int]:
    """The numbers of legal move i."""
    return [i * 10**k for k in range(width)]


@pytest.mark.parametrize("width", [pytest.param(1, marks=pytest.mark.long), 6])
def test_each_number_of_a_move_reaches_the_rules(width: int, job: Job) -> None:
    highest = worth(numbers_of(width, N_MOVES - 1))
    results = play_games(job, 0, 2)
    assert results["score"][:, :2].tolist() == [[2 * highest, 0], [0, 2 * highest]]  # the seats change
    assert results["decisions"].tolist() == [N_TURNS, N_TURNS]


@of_six
def test_the_event_log_has_a_column_for_each_number(width: int, job: Job) -> None:
    [(_, rows)] = play_logged(job, 0, 1)
    columns = [f"move_number_{k}" for k in range(width)]
    assert [[int(row[column]) for column in columns] for row in rows] == [
        numbers_of(width, 2),
        numbers_of(width, 0),
    ] * 2


@of_six
def test_a_trace_holds_each_number_of_each_legal_move(width: int, job: Job) -> None:
    moves = play_traced(job, 0).trace.moves
    assert moves[: N_TURNS * N_MOVES].tolist() == [numbers_of(width, i) for i in range(N_MOVES)] * N_TURNS


@of_six
def test_a_branch_starts_with_a_move_of_this_width(width: int, job: Job) -> None:
    start = branch.positions(job, np.array([0]), np.array([2]))
    forced = np.array([[numbers_of(width, 1)]])
    [[[result]]] = branch.play_branches(job, start, forced, 1)
    assert result["score"][:2].tolist() == [worth(numbers_of(width, 2)) + worth(numbers_of(width, 1)), 0]


@of_six
def test_the_stepper_lists_and_plays_moves_of_this_width(width: int, job: Job) -> None:
    step = Stepper(toy(width), {"players": 2})
    step.deal(1)
    step.begin()
    step.open_turn()
    moves = step.moves()
    assert [list(move) for move in moves] == [numbers_of(width, i) for i in range(N_MOVES)]
    step.play(moves[1])
    assert int(step.view.scores[0]) == worth(numbers_of(width, 1))
