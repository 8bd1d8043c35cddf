"""Two aims at the same decisions: what each chooses, and what that is worth, from values that are made up."""

import numpy as np
import pytest

from knotlab.analysis.decisions.move_values import MoveValues
from knotlab.analysis.runs.play import make_job
from knotlab.studies import aims

JOB = make_job("twisted-knot", ["shed"] * 3)


def values(safe: float, bold: float) -> MoveValues:
    """What two moves come to in each of nine rollouts: one who plays safe, and one who wins more and loses more."""
    return MoveValues(np.array([[safe] * 9, [bold] * 9]))


def test_whoever_wants_to_win_chooses_otherwise_where_winning_more_means_losing_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_metric = {"loss_rate": values(0.2, 0.4), "win_rate": values(0.3, 0.5)}
    monkeypatch.setattr(aims, "decision_by_lot", lambda job, index: (0, ["pick-up", "lay"]))
    monkeypatch.setattr(aims, "values_at", lambda job, index, decision, n, metric: by_metric[metric])
    found = aims.chosen_at(0, JOB, 3)
    assert found and (found.to_win, found.not_to_lose, found.differ, found.differ_alike) == (
        "lay",
        "pick-up",
        True,
        False,
    )
    assert (found.lost, found.won) == pytest.approx((0.2, 0.2))
    told = {(row["decisions"], row["counted"]): row["more in 100"] for row in aims.rows([found, found])}
    assert told[("lay to win, pick-up not to lose", "loss_rate")] == pytest.approx(20)
    assert told[("all", "win_rate")] == pytest.approx(20)
