"""How champions learn: slopes of a network, lessons that go on where they stopped, and the weights that ship."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.vectors import UNITS
from knotlab.strategies.networks.weights import read_weights
from knotlab.studies.publishing.champions import knotweed, learner, make
from knotlab.studies.publishing.champions.gradients import add_rows, add_vector, back, spread, weigh
from knotlab.studies.publishing.champions.learner import Learner
from knotlab.studies.publishing.champions.lesson import draw
from knotlab.studies.publishing.champions.make import write_networks
from knotlab.studies.publishing.champions.records import Course, Network

pytestmark = [pytest.mark.long, pytest.mark.skipif(OFF, reason="learning has no twin without the compiler")]
SMALL = replace(knotweed.ENVIRONMENT, opponents=lambda table: ["dump"], tables={2: (2, 3)})


@numba.njit
def slopes_of(weights: Any, last: Any, rows: Any, values: Any, slopes: Any, last_slopes: Any) -> Any:
    """A score and its slopes, doubled, of a description upon a vector that is the sum of another."""
    n, work = len(rows), np.zeros((4, UNITS), np.float32)
    add_rows(work, 1, work, 0, weights, 0, rows, values, n)
    add_rows(work, 2, work, 1, weights, 3, rows, values, n)
    back(last_slopes, 0, work, 3, work, 2, last, 0, 2.0)
    spread(slopes, 0, rows, values, n, work, 3)
    spread(slopes, 3, rows, values, n, work, 3)
    add_vector(work, 0, work, 3)
    return weigh(work, 2, last, 0), work[0]


def test_slopes_are_those_of_the_network() -> None:
    """Beside differences of a network in double precision."""
    random = np.random.default_rng(3)
    weights, last = random.normal(size=(9, UNITS)), random.normal(size=(2, UNITS))
    rows, values = np.array([0, 4, 4, 5], np.int32), random.normal(size=4)

    def score(weights: np.ndarray, out: np.ndarray) -> float:
        sums = values @ weights[rows] + values @ weights[rows + 3]
        return float(np.maximum(sums, last[1]) @ out)

    single = [each.astype(np.float32) for each in (weights, last, values)]
    slopes, last_slopes = np.zeros((9, UNITS), np.float32), np.zeros((2, UNITS), np.float32)
    said, passed = slopes_of(single[0], single[1], rows, single[2], slopes, last_slopes)
    assert said == pytest.approx(score(weights, last[0]), abs=1e-4) and passed.any()
    for row in range(9):
        for unit in (0, 7, 31):
            moved = weights.copy()
            moved[row, unit] += 1e-6
            slope = 2 * (score(moved, last[0]) - score(weights, last[0])) / 1e-6
            assert slopes[row, unit] == pytest.approx(slope, abs=1e-3)
    sums = values @ weights[rows] + values @ weights[rows + 3]
    assert last_slopes[0] == pytest.approx(2 * np.maximum(sums, last[1]), abs=1e-4) and not last_slopes[1].any()


def test_moves_are_drawn_the_likelier_the_higher_they_score() -> None:
    @numba.njit
    def drawn(scores: Any, n: int) -> Any:
        np.random.seed(1)
        counts, share = np.zeros(len(scores)), scores.copy()
        for _ in range(n):
            share = scores.copy()
            counts[draw(share, True)] += 1
        return counts, share

    scores = np.log([1.0, 2.0, 5.0])
    counts, share = drawn(scores, 20_000)
    assert share == pytest.approx([1 / 8, 2 / 8, 5 / 8])
    assert counts / 20_000 == pytest.approx(share, abs=4 * np.sqrt(0.25 / 20_000))


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small lessons."""
    monkeypatch.setattr(learner, "GAMES", 12)
    monkeypatch.setattr(learner, "KEPT_EVERY", 2)


@pytest.mark.usefixtures("few_games")
def test_a_learner_that_stopped_goes_on_as_if_it_had_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(make, "ENVIRONMENTS", {("knotweed", "v2"): SMALL})
    monkeypatch.setattr(make, "SAVED_EVERY", 3)
    monkeypatch.setattr(make, "EXAM", 20)
    whole = make.teach("knotweed", "v2", 2, 7, tmp_path / "whole")
    stopped = Learner(SMALL, 2, make.SEED)
    for _ in range(3):
        stopped.learn()
    (tmp_path / "parts" / "knotweed" / "v2").mkdir(parents=True)
    stopped.save(tmp_path / "parts" / "knotweed" / "v2" / "2-players.npz")
    parts = make.teach("knotweed", "v2", 2, 7, tmp_path / "parts")
    first = Learner(SMALL, 2, make.SEED).shipped
    for one, other, before in zip(whole, parts, first, strict=True):
        assert (one == other).all() and (one != before).any()
    assert (whole.last[1] == first.last[1]).all()  # floors stay


@pytest.mark.usefixtures("few_games")
def test_a_later_learner_begins_as_the_earlier_champion_and_at_first_only_watches() -> None:
    """A network with its weights; then its critic learns alone, and after that the player."""
    course = Course(9, rate=1e-3, shares=(0.4, 0.4, 0.2), price=1e-3, watching=2)
    later = Learner(replace(SMALL, courses={2: course}, goes_on_from=knotweed.WEIGHTS), 2, make.SEED)
    kept = read_weights(knotweed.WEIGHTS)
    critics, players = [later.weights.critic.copy()], [later.weights.moves.copy()]
    assert all((getattr(later.shipped, name) == kept[name][0]).all() for name in Network._fields)
    for _ in range(3):
        later.learn()
        critics.append(later.weights.critic.copy())
        players.append(later.weights.moves.copy())
    assert all((one != other).any() for one, other in pairwise(critics))
    assert [bool((one != other).any()) for one, other in pairwise(players)] == [False, False, True]


@pytest.mark.usefixtures("few_games")
def test_a_learner_with_another_pace_does_not_go_on_from_a_file(tmp_path: Path) -> None:
    """It would end as somebody else than from the seed."""
    Learner(SMALL, 2, 1).save(tmp_path / "kept.npz")
    longer = Learner(replace(SMALL, courses={2: Course(20_000, 8_000)}), 2, 1)
    with pytest.raises(InputError, match="another course"):
        longer.load(tmp_path / "kept.npz")


def test_lessons_change_less_and_less_and_those_of_a_player_who_settles_nothing_in_the_end() -> None:
    steady, settling = Course(1_000, 100), Course(1_000, 100, 0.2)
    assert [steady.at(lesson) for lesson in (0, 100, 200, 900)] == pytest.approx([1, 1 / 2, 1 / 3, 1 / 10])
    assert [settling.at(lesson) for lesson in (0, 100, 800)] == pytest.approx([1, 1 / 2, 1 / 9])
    assert [settling.at(lesson) for lesson in (900, 1_000, 1_001)] == pytest.approx([1 / 20, 0, 0])


@pytest.mark.long
def test_lessons_make_a_player_better() -> None:
    """From about an even share against the player it begins as; three standard errors are 2.7 points."""
    environment = replace(knotweed.ENVIRONMENT, opponents=lambda table: ["all-round@v2"])
    pupil = Learner(environment, 2, 5)
    before = pupil.exam(3000).mean()
    for _ in range(150):
        pupil.learn()
    assert before > 0.45 and pupil.exam(3000).mean() < before - 0.05


@pytest.mark.long
def test_the_command_makes_a_small_champion_and_writes_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "knotlab.studies.publishing.champions", "knotweed", "--lessons", "2"]
    command += ["--folder", str(tmp_path / "kept"), "--weights", str(tmp_path / "weights.npz"), "--workers", "1"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert [line.split(", lesson")[0] for line in told.splitlines() if "loses" in line] == [
        f"knotweed, {table} players" for table in (2, 3, 4)
    ]
    written, shipped = read_weights(tmp_path / "weights.npz"), read_weights(knotweed.WEIGHTS)
    assert {name: array.shape for name, array in written.items()} == {
        name: array.shape for name, array in shipped.items()
    }


@pytest.mark.parametrize(("game", "version"), make.WEIGHTS)
def test_the_weights_that_ship_stand_as_they_are_written(game: str, version: str, tmp_path: Path) -> None:
    file, environment = make.WEIGHTS[game, version], make.ENVIRONMENTS[game, version]
    shipped = read_weights(file)
    rows = {"decisions": environment.decision_rows, "moves": environment.move_rows, "last": 2}
    assert {name: array.shape for name, array in shipped.items()} == {name: (3, n, UNITS) for name, n in rows.items()}
    networks = [Network(*(shipped[name][k].astype(np.float32) for name in Network._fields)) for k in range(3)]
    write_networks(networks, tmp_path / "weights.npz")
    assert (tmp_path / "weights.npz").read_bytes() == file.read_bytes()
