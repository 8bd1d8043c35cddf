"""How far champions can be exploited: that a later one is not certainly more so, and how the table is made."""

import itertools
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.claims.evidence.champions import BestResponse, published_best_responses
from knotlab.analysis.stats.estimate import Between
from knotlab.sim.compiling.jit import OFF
from knotlab.studies.publishing import best_responses
from knotlab.studies.publishing.best_responses import LEARNERS, LOST, VERSIONS, fewer, is_current, main
from knotlab.studies.publishing.champion_tables import best_responses_table
from knotlab.studies.publishing.champions.learner import Learner
from knotlab.studies.publishing.champions.records import Course


def worse(rows: Iterable[BestResponse]) -> list[BestResponse]:
    """What certainly exploits a champion more than the same learner, with the same budget, exploited an earlier one."""
    pairs = itertools.permutations(rows, 2)
    return [
        later
        for earlier, later in pairs
        if alike(earlier) == alike(later) and earlier.version < later.version and later.effect.low > earlier.effect.high
    ]


def alike(row: BestResponse) -> tuple[object, ...]:
    """What two rows have in common that can be held against each other."""
    return row.game, row.players, row.learner, row.budget


def test_no_later_champion_can_certainly_be_exploited_more_than_an_earlier_one() -> None:
    assert worse(published_best_responses()) == []


def test_a_champion_that_can_be_exploited_more_is_found() -> None:
    """The twin of the one above: the same with one number that would not do, and only where learners are alike."""
    earlier = BestResponse("knotweed", 2, "v2", "", "lessons", "so many", LOST, Between(0.02, 0.01, 0.03), 100, 1)
    later = replace(earlier, version="v3", effect=Between(0.05, 0.031, 0.07))
    assert worse([earlier, later]) == worse([later, earlier]) == [later]
    for one in (
        replace(later, effect=Between(0.05, 0.029, 0.07)),
        replace(later, players=3),
        replace(later, budget="twice as many"),
        replace(later, learner="thinker"),
        replace(later, game="twisted-knot"),
        replace(earlier, effect=later.effect),
    ):
        assert worse([earlier, one]) == []


def test_rows_that_ship_are_about_the_weights_and_the_budgets_of_today_and_come_for_both_versions() -> None:
    rows = published_best_responses()
    assert rows and all(map(is_current, rows)) and [row.version for row in rows] == [*VERSIONS] * (len(rows) // 2)
    assert all(alike(one) == alike(other) for one, other in zip(rows[::2], rows[1::2], strict=True))
    assert best_responses_table().count("]") == len(rows)  # an interval each


@pytest.mark.long
@pytest.mark.skipif(OFF, reason="learning has no twin without the compiler")
def test_learners_begin_even_and_change_the_champion_as_they_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four standard errors of 40,000 games between two are a point; then the least that a learner can learn."""
    frozen = cache(best_responses.frozen.__wrapped__)
    monkeypatch.setattr(best_responses, "frozen", frozen)
    monkeypatch.setattr(best_responses, "COURSE", Course(3, rate=0.05))
    for name, few in (("GENERATIONS", 2), ("CANDIDATES", 4), ("EACH", 20)):
        monkeypatch.setattr(best_responses, name, few)
    even, deals = fewer(Learner(frozen("knotweed", "v3"), 2, 1))
    assert deals == best_responses.DEALS and abs(even.value) < 0.01 and even.low < even.value < even.high
    for find in (best_responses.by_lessons, best_responses.by_search):
        found, _ = find("knotweed", 2, "v3")
        assert found != even and found.low < found.value < found.high


def test_rows_that_are_there_stay_and_others_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[tuple[str, ...]] = []

    def respond(learner: str, game: str, players: int, version: str) -> BestResponse:
        found.append((learner, game, version))
        mark = best_responses.mark(game, players, version)
        effect = Between(*np.round([0.1, 0.0, 0.2], 3))
        return BestResponse(game, players, version, mark, learner, LEARNERS[learner][0], LOST, effect, 10, 1)

    monkeypatch.setattr(best_responses, "respond", respond)
    file = tmp_path / "best-responses.csv"
    main([str(file), "--game", "knotweed", "--players", "2"])
    assert len(found) == len(VERSIONS) * len(LEARNERS) == len(set(found))
    text = file.read_text("utf-8")
    published_best_responses.cache_clear()
    main([str(file), "--game", "knotweed", "--players", "2"])
    assert len(found) == len(VERSIONS) * len(LEARNERS) and file.read_text("utf-8") == text
