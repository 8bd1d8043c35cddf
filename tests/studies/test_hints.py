"""Hints by rollouts: what moves gain, beside games that a kernel of its own plays to their end."""

import numpy as np
import pytest

from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.playing import branch
from knotlab.sim.playing.stepper import legal_moves
from knotlab.studies import hints
from knotlab.studies.hints import Hints, gains_at, gains_to_the_end, hint_rows
from knotlab.studies.thinking import OVER_CHAMPIONS


def test_a_row_of_hints_is_in_seconds_and_games_of_100() -> None:
    assert hint_rows({3: {"to the end": Hints(0.25, 1.5, 0.012, 0.03)}}) == [
        ("3", "to the end", "0.250", "1.500", "1.2", "3.0")
    ]


@pytest.mark.long
def test_moves_gain_what_they_gain_in_games_that_are_played_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within five standard errors of the difference."""
    monkeypatch.setattr(hints, "FOR_EXACT", 400)
    job, number = make_job("knotweed", ["champion"] * 2, seed=3), 0
    point = branch.positions(job, np.arange(1), np.array([number]))
    while len(legal_moves(games.find("knotweed"), point.views[0])) < 3:
        number += 1
        point = branch.positions(job, np.arange(1), np.array([number]))
    point.views["decision_uniform"] = 0.5
    others, means, errors, took = gains_at("knotweed", point.views, f"{OVER_CHAMPIONS},rollouts=400")
    exact, error = gains_to_the_end(job, point, number, others)
    assert len(means) == others.sum() == len(others) - 1 > 0 and took > 0
    assert np.all(np.abs(means - exact) <= 5 * np.sqrt(errors**2 + error**2) + 1e-9)
