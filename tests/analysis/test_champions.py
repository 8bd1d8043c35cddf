"""What champions learn from, and how: rollouts of every move of a decision, and a network fitted to them."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.champions import make, rollouts, twisted_knot
from knotlab.analysis.champions.regression import Examples, Network, error, fit
from knotlab.analysis.champions.rollouts import look_at, play_rollouts, read_rollouts
from knotlab.analysis.runs.move_values import values_at
from knotlab.analysis.runs.play import make_job
from knotlab.sim.errors import InputError
from knotlab.sim.jit import OFF
from knotlab.sim.job import Job
from knotlab.strategies.twisted_knot import _champion_weights as weights

pytestmark = pytest.mark.skipif(OFF, reason="takes too long without the compiler")


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    """A small job, in small pieces."""
    monkeypatch.setattr(rollouts, "CHUNK", 20)
    return make_job("twisted-knot", ["shed:tremble=0.05"] * 3, seed=3)


def test_what_a_move_came_to_is_what_the_values_of_moves_say(job: Job) -> None:
    rows = look_at(job, 1, 30)
    assert rows["game"].min() >= 20 and rows["game"].max() < 40 and rows.height > 20
    for (game, decision), moves in rows.group_by(["game", "decision"], maintain_order=True):
        values = values_at(job, int(str(game)), int(str(decision)), 30, "loss_rate")
        assert values is not None and moves["lost"].to_list() == pytest.approx(values.means, abs=1e-6)
        assert moves.height == len(values.means) > 1


def test_pieces_that_are_there_are_not_played_again(job: Job, tmp_path: Path) -> None:
    assert list(play_rollouts(job, 60, 4, tmp_path, 1)) == [0, 1, 2]
    whole = read_rollouts(tmp_path)
    (tmp_path / "rollouts-0001.parquet").unlink()
    (tmp_path / "rollouts-0002.part").write_bytes(b"cut off")
    assert list(play_rollouts(job, 60, 4, tmp_path, 2)) == [1]
    assert read_rollouts(tmp_path).equals(whole) and whole["game"].is_sorted()


def test_examples_are_decisions_with_the_gains_of_their_moves(job: Job) -> None:
    rows = look_at(job, 0, 10)
    examples = twisted_knot.examples_of(job, rows)
    starts = examples.starts
    assert len(starts) == rows.select("game").n_unique() + 1 and starts[-1] == rows.height
    assert examples.gains.tolist() == pytest.approx([-lost for lost in rows["lost"]])
    ranks = rows["move"].to_numpy()[:, :2]
    lays = ranks[:, 0] == 0
    assert (examples.moves[lays, ranks[lays, 1]] == 1.0).all() and not examples.moves[~lays, :14].any()


def test_a_fit_finds_what_gains_are_made_of() -> None:
    """Gains that a network of the same kind makes, plus noise and what all moves of a decision share."""
    random = np.random.default_rng(5)
    sizes = random.integers(2, 6, 30_000)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    decisions, moves = random.normal(size=(len(sizes), 4)), random.normal(size=(starts[-1], 3))
    owner = np.repeat(np.arange(len(sizes)), sizes)
    true = np.maximum(decisions[owner] @ [1, -1, 0, 0.5] + moves @ [1, 0, -1], 0) - 0.5 * moves[:, 1]
    gains = true + random.normal(0, 0.5, starts[-1]) + random.normal(0, 3, len(sizes))[owner]
    columns = (each.astype(np.float32) for each in (decisions, moves, gains))
    examples = Examples(*columns, starts)
    network = fit(make.some_of(examples, tested=False), units=6, seed=1, passes=150)
    unseen = make.some_of(examples, tested=True)
    noise = 0.25 * (1 - np.mean(1 / np.diff(unseen.starts)))  # of gains less their decision's mean, roughly
    assert len(unseen.starts) == 3001 and error(network, unseen) < 1.25 * noise
    network.out[:] = 0
    assert error(network, unseen) > 2 * noise


def test_examples_put_together_keep_their_decisions() -> None:
    first = Examples(np.ones((2, 1)), np.arange(5.0)[:, None], np.arange(5.0), np.array([0, 2, 5]))
    second = Examples(np.zeros((1, 1)), np.arange(3.0)[:, None], np.arange(3.0), np.array([0, 3]))
    both = make.put_together([first, second])
    assert both.starts.tolist() == [0, 2, 5, 8] and both.gains.tolist() == [0, 1, 2, 3, 4, 0, 1, 2]
    assert both.decisions[:, 0].tolist() == [1, 1, 0]


def test_a_small_stage_plays_fits_and_writes_weights_that_can_be_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make, "FOLDER", tmp_path / "champions")
    monkeypatch.setattr(make, "GAMES", {1: 40})
    monkeypatch.setattr(make, "ROLLOUTS", {1: 2})
    monkeypatch.setattr(rollouts, "CHUNK", 40)
    monkeypatch.setattr("knotlab.analysis.champions.regression.BATCH", 8)
    monkeypatch.setattr(twisted_knot, "WEIGHTS", tmp_path / "weights.py")
    make.make(1)
    assert capsys.readouterr().out.count("mean squared error") == 3
    known: dict[str, object] = {}
    exec((tmp_path / "weights.py").read_text("utf-8"), known)
    shapes = {name: value.shape for name, value in known.items() if isinstance(value, np.ndarray)}
    assert shapes == {"BASES": (3, 32), "DECISIONS": (3, 48, 8), "MOVES": (3, 55, 8), "OUT": (3, 8), "DIRECT": (3, 55)}
    make.check_start(2)
    (tmp_path / "weights.py").write_text("other weights", "utf-8")
    with pytest.raises(InputError, match="stage 2 starts from the weights of stage 1"):
        make.make(2)
    data = pl.read_parquet(tmp_path / "champions" / "twisted-knot" / "stage-1-3-players" / "rollouts-0000.parquet")
    assert data.columns == ["game", "decision", "move", "lost"]


def test_the_weights_that_ship_stand_as_they_are_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shipped = twisted_knot.WEIGHTS.read_text("utf-8")
    monkeypatch.setattr(twisted_knot, "WEIGHTS", tmp_path / "weights.py")
    columns = zip(weights.DECISIONS, weights.MOVES, weights.OUT, weights.DIRECT, strict=True)
    twisted_knot.write_weights([Network(*arrays) for arrays in columns])
    assert (tmp_path / "weights.py").read_text("utf-8") == shipped
