"""How the champion of Twyst learns, and how its weights are written."""

from pathlib import Path

import numpy as np
import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.strategies.networks.weights import read_weights
from knotlab.studies.publishing.champions import make_twyst

pytestmark = pytest.mark.long

compiled = pytest.mark.skipif(OFF, reason="thousands of deals")


def test_the_weights_that_ship_stand_as_they_are_written(tmp_path: Path) -> None:
    shipped = read_weights(make_twyst.WEIGHTS)["weights"]
    make_twyst.ship(shipped / 64, np.ones(shipped.shape), tmp_path / "weights.npz")
    assert (tmp_path / "weights.npz").read_bytes() == make_twyst.WEIGHTS.read_bytes()


def test_weights_are_rounded_to_parts_of_64_and_those_that_never_moved_are_left_out(tmp_path: Path) -> None:
    weights, squares = np.array([[0.5, -0.25], [0.02, 9.0]]), np.array([[1.0, 1.0], [1.0, 0.0]])
    make_twyst.ship(weights, squares, tmp_path / "weights.npz")
    assert read_weights(tmp_path / "weights.npz")["weights"].tolist() == [[32, -16], [1, 0]]


@compiled
@pytest.mark.long
def test_it_learns_the_same_again_and_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    written = []
    for folder, steps in (("at-once", [3]), ("in-turns", [1, 3])):
        monkeypatch.setattr(make_twyst, "DEALS", 300)
        for pieces in steps:
            monkeypatch.setattr(make_twyst, "PIECES", pieces)
            monkeypatch.setattr(make_twyst, "LAST_RATE", make_twyst.RATE)
            make_twyst.make(tmp_path / folder, tmp_path / f"{folder}.npz")
        written.append(read_weights(tmp_path / f"{folder}.npz")["weights"])
    assert np.array_equal(*written) and written[0].any()


@compiled
@pytest.mark.long
def test_what_it_plays_is_worth_more_the_more_it_has_learnt() -> None:
    weights, squares = make_twyst.first_weights()
    first = make_twyst.learn(1, 1000, weights, squares, 0.05, True)
    make_twyst.learn(2, 10_000, weights, squares, 0.05, True)
    assert make_twyst.learn(3, 5000, weights, squares, 0.05, True) > first + 0.5
