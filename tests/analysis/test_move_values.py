"""What moves are worth at each choice of a game: as single what-ifs have it, and marked as worse only for certain."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from knotlab.analysis.bidding.hand import Hand, read_hand, try_bids
from knotlab.analysis.decisions.advice import advise
from knotlab.analysis.decisions.move_values import MoveValues, valued_records
from knotlab.analysis.decisions.rollouts import decision_of
from knotlab.analysis.runs.play import make_job
from knotlab.sim.errors import InputError
from knotlab.sim.playing.records import decisions_of
from tests.cli import knotlab

JOB = ["shed:tremble=0.1", "shed", "hoard-aces"]


@pytest.fixture(scope="module")
def valued() -> dict[str, Any]:
    """A game of Knotweed, every choice valued."""
    (record,) = valued_records(make_job("knotweed", ["dump", "random"], seed=3), 0, 100)
    return record


@pytest.mark.more
def test_values_are_those_of_a_what_if_with_hidden_cards_dealt_anew(valued: dict[str, Any]) -> None:
    job = make_job("knotweed", ["dump", "random"], seed=3)
    choices = [(n, each) for n, each in enumerate(decisions_of(valued)) if len(each["moves"]) > 1]
    assert len(choices) > 8
    for number, choice in choices[:3] + choices[-3:]:
        single = advise(decision_of(job, 0, number), rollouts=100)
        assert choice["whatif"]["values"] == pytest.approx([value.mean for value in single.values], abs=1e-4)


@pytest.mark.more
def test_a_choice_alone_is_valued(valued: dict[str, Any]) -> None:
    assert all(("whatif" in each) == (len(each["moves"]) > 1) for each in decisions_of(valued))
    assert valued["whatif"] == {"rollouts": 100, "metric": "loss_rate"}


@pytest.mark.more
def test_all_bids_have_values_in_points_which_are_those_of_the_hand_alone() -> None:
    job = make_job("twyst", ["cautious+random"] * 4, seed=1)
    (record,) = valued_records(job, 0, 400)
    assert record["whatif"]["metric"] == "mean_score"
    bids = [event for event in record["events"] if event["do"] == "bid"]
    for bid, dealt in zip(bids, record["deal"], strict=True):
        hand = Hand(read_hand(" ".join(dealt)), bid["seat"])
        scores, _ = try_bids(job, hand, np.arange(10**6, 10**6 + 400))  # other deals than those of the record
        error = 2**0.5 * scores.std(axis=0, ddof=1) / 400**0.5
        apart = np.abs(np.array(bid["whatif"]["values"]) - scores.mean(axis=0))
        assert (apart <= 4.5 * error + 1e-4).all()  # 52 bids: a chance of 0.0004 that one is further off


def test_a_move_is_worse_only_if_another_is_better_for_certain() -> None:
    rng = np.random.default_rng(7)
    base = rng.random(400)
    better, near = base + 1 + rng.normal(0, 0.1, 400), base + rng.normal(0, 0.1, 400)
    values = MoveValues(np.array([base, better, near]))
    assert values.worse(1, 1e-6) == [0, 2]
    assert values.worse(-1, 1e-6) == [1]
    assert MoveValues(np.array([base, base])).worse(1, 0.5) == []


def test_few_moves_are_called_worse_where_all_are_alike() -> None:
    rng = np.random.default_rng(8)
    games = [MoveValues(rng.integers(0, 2, (5, 200)).astype(float)) for _ in range(400)]
    wrong = sum(bool(values.worse(1, 0.05 / 20)) for values in games)  # 20 ordered pairs of five moves
    assert wrong <= 400 * 0.05 + 3 * np.sqrt(400 * 0.05 * 0.95)  # three standard errors


def test_too_few_rollouts_and_matches_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="100 or more, not 99"):
        valued_records(make_job("twisted-knot", JOB), 0, 99)
    game = ("twyst", *["random+random"] * 4, "--save", tmp_path / "games.jsonl")
    assert "--whatif must be" in knotlab("records", *game, "--games", 1, "--whatif", 99).err
    answer = knotlab("records", *game, "--games", 1, "--rounds", 2, "--whatif", 100)
    assert answer.status == 2 and "leave out --target and --rounds" in answer.err


def test_valued_records_are_valid_records(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    answer = knotlab("records", "twisted-knot", *JOB, "--games", 1, "--whatif", 100, "--save", file)
    assert answer.status == 0, answer
    (record,) = map(json.loads, file.read_text().splitlines())
    assert record["whatif"]["rollouts"] == 100
    assert "1 of 1 records are valid" in knotlab("verify", file).out
