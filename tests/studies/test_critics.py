"""How critics learn, how they are held against fresh games, and what ships."""

import math
from pathlib import Path

import numpy as np
import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.strategies.fingerprints import source_files
from knotlab.strategies.home import folder_of
from knotlab.strategies.networks.critic import chance
from knotlab.strategies.networks.weights import read_weights
from knotlab.studies.publishing import critics
from knotlab.studies.publishing.critics import STEPS, Learner, calibration, describe_of, fit, squared_error


def test_a_chance_is_the_logistic_function_of_a_score() -> None:
    assert chance(0.0) == 0.5
    assert chance(math.log(3)) == pytest.approx(0.75) and chance(-math.log(3)) == pytest.approx(0.25)


def test_what_was_lost_stands_beside_what_was_said_with_the_games_as_the_unit() -> None:
    """Four games with turns of which 30 to 40 of 100 are said to be lost; by hand: 4 of 10 turns are."""
    sums = np.zeros((4, 10, 4))
    turns, lost = np.array([2, 3, 1, 4]), np.array([2, 0, 1, 1])
    sums[:, 3] = np.stack([turns, 0.35 * turns, lost, 0.25 * turns], axis=1)
    said, share, n = calibration(sums)[3]
    wrong = lost - 0.4 * turns
    assert (said, share.value, n) == (pytest.approx(0.35), pytest.approx(0.4), 4)
    assert share.error == pytest.approx(math.sqrt((wrong**2).sum() / 3 / 4) / 2.5)
    assert squared_error(sums) == pytest.approx(0.25)


@pytest.mark.parametrize("game", STEPS)
def test_a_critic_that_ships_is_a_part_of_the_thinker_and_knows_all_rows(game: str) -> None:
    folder = folder_of(game)
    assert (folder / "critic.npz").resolve() in source_files(folder / "thinker.py")
    weights, learner = read_weights(folder / "critic.npz"), Learner(game, 2)
    for name, one in zip(("critic", "last"), learner.weights, strict=True):
        assert weights[name].shape == (3, *one.shape) and not np.isnan(weights[name]).any()
    assert callable(describe_of(game)) and (folder / "critic.npz").stat().st_size < 2_000_000


@pytest.mark.long
@pytest.mark.skipif(OFF, reason="learning has no twin without the compiler")
def test_a_critic_that_was_stopped_goes_on_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(critics.GAMES, "knotweed", 4)
    monkeypatch.setattr(critics, "FRESH", 4)
    fit("knotweed", 2, 2, tmp_path / "stopped")
    stopped, whole = fit("knotweed", 2, 5, tmp_path / "stopped"), fit("knotweed", 2, 5, tmp_path / "whole")
    for part, other in zip(stopped.shipped, whole.shipped, strict=True):
        assert part.tobytes() == other.tobytes()
    assert stopped.steps == 5 and np.any(whole.shipped.critic != Learner("knotweed", 2).shipped.critic)
