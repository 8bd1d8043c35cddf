"""How a champion learns from a thinker: what labels hold, and that what they say becomes likelier."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from knotlab.sim.compiling.jit import OFF, whole
from knotlab.strategies.networks.weights import read_weights
from knotlab.studies.publishing.champions import distil, learner, make, twisted_knot
from knotlab.studies.publishing.champions.labels import Labels, look_at_games
from knotlab.studies.publishing.champions.learner import Learner
from knotlab.studies.publishing.champions.lesson import best_of
from knotlab.studies.publishing.champions.records import Course, Network

pytestmark = [pytest.mark.long, pytest.mark.skipif(OFF, reason="learning has no twin without the compiler")]
SMALL = replace(twisted_knot.LATER, courses={2: Course(40, rate=5e-3)}, labels={2: 2})


@pytest.fixture(scope="module")
def labels() -> Labels:
    """Decisions of games between two."""
    found = look_at_games(SMALL, ["champion"] * 2, distil.THINKER, 0, 600, 1)
    return found._replace(values=found.values.astype(np.float32))


@whole()
def gains_of_best(labels: Any, places: Any, weights: Any, room: Any, gains: Any) -> None:
    """Write down what the best moves by some weights gain."""
    for d in range(len(gains)):
        n = distil.recall(d, labels, places, weights, room)
        gains[d] = labels.gains[places.gain[d] + best_of(room.share[:n])]


def test_labels_describe_every_move_and_the_champions_own_gains_nothing(labels: Labels) -> None:
    assert len(labels.moves) == 600 and labels.moves.min() > 1
    assert len(labels.gains) == labels.moves.sum() and len(labels.sizes) == len(labels.moves) + len(labels.gains)
    assert len(labels.rows) == len(labels.values) == labels.sizes.sum()
    learner, own = Learner(SMALL, 2, 1), np.zeros(600)  # one who begins as the champion
    gains_of_best(labels, distil.places_of(labels), learner.weights, learner.room, own)
    assert not own.any() and (labels.gains > 0).any() and (labels.gains < 0).any()


def test_a_learner_begins_as_the_champion_whatever_it_sees_besides() -> None:
    shipped, kept = Learner(SMALL, 2, 1).shipped, read_weights(twisted_knot.WEIGHTS)
    for name in Network._fields:
        before, now = kept[name][0], getattr(shipped, name)
        assert (now[: len(before)] == before).all() and not now[len(before) :].any()


def test_slopes_are_those_of_the_mean_gain(labels: Labels) -> None:
    """Beside differences of the mean gain of moves drawn by their likelihood, for the weights of last units."""
    learner, places = Learner(SMALL, 2, 1), distil.places_of(labels)
    which, slopes = np.arange(50), learner.no_slopes()
    distil.study_labels(which, labels, places, 0.0, learner.weights, slopes, learner.room)

    def mean_gain() -> float:
        total = 0.0
        for d in which:
            n = distil.recall(d, labels, places, learner.weights, learner.room)
            scores = learner.room.share[:n].copy()
            likely = np.exp(scores - scores.max())
            total += likely / likely.sum() @ labels.gains[places.gain[d] : places.gain[d] + n]
        return total / distil.SCALE

    for unit in np.argsort(-abs(slopes.last[0]))[:5]:
        at, ends = learner.weights.last[0, unit], []
        for step in (-2e-3, 2e-3):
            learner.weights.last[0, unit] = at + step
            ends.append(mean_gain())
        learner.weights.last[0, unit] = at
        assert slopes.last[0, unit] == pytest.approx((ends[1] - ends[0]) / 4e-3, rel=0.05)


def test_what_gains_more_is_learnt(labels: Labels) -> None:
    learner, own = Learner(SMALL, 2, 1), np.zeros(600)
    distil.distil(learner, labels, 40)
    gains_of_best(labels, distil.places_of(labels), learner.weights, learner.room, own)
    assert own.mean() > 0.01


def test_labels_that_are_kept_are_read_and_others_made_and_end_in_the_same_champion(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(make, "ENVIRONMENTS", {("twisted-knot", "v3"): SMALL})
    monkeypatch.setattr(distil, "LABELS", 300)
    monkeypatch.setattr(distil, "BATCH", 100)
    monkeypatch.setattr(make, "EXAM", 20)
    whole = make.teach("twisted-knot", "v3", 2, 6, tmp_path / "whole")
    kept = tmp_path / "whole" / "twisted-knot" / "v3" / "labels"
    first, second = sorted(kept.iterdir())
    second.unlink()
    before = first.stat().st_mtime_ns
    again = make.teach("twisted-knot", "v3", 2, 6, tmp_path / "whole")
    assert second.is_file() and first.stat().st_mtime_ns == before
    start = Learner(SMALL, 2, make.SEED).shipped
    for one, other, untaught in zip(whole, again, start, strict=True):
        assert (one == other).all() and (one != untaught).any()


def test_a_table_without_labels_is_learnt_in_lessons(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    environment = replace(SMALL, courses={2: Course(2, rate=5e-3)}, labels={4: 1})
    monkeypatch.setattr(learner, "GAMES", 12)
    monkeypatch.setattr(make, "EXAM", 20)
    monkeypatch.setattr(make, "ENVIRONMENTS", {("twisted-knot", "v3"): environment})
    make.teach("twisted-knot", "v3", 2, 0, tmp_path)
    before, after = Learner(environment, 2, make.SEED), Learner(environment, 2, make.SEED)
    after.load(tmp_path / "twisted-knot" / "v3" / "2-players.npz")
    assert after.lessons == 2 and (after.weights.moves != before.weights.moves).any()
