"""Stages of what is published: each ends in time, and the same command goes on from there."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from knotlab.sim import budget
from knotlab.studies.publishing import staged
from tests.project.documents import ROOT

MINUTES = 30.0


class Table:
    """A step of six pieces, of ten minutes each unless told, that keeps what it has played."""

    def __init__(self, clock: list[float], swallows: bool = False, minutes: float = 10.0) -> None:
        self.clock, self.swallows, self.minutes = clock, swallows, minutes
        self.pieces = self.published = 0

    def __call__(self) -> None:
        try:
            while self.pieces < 6:
                budget.check()
                self.clock[0] += 60 * self.minutes
                self.pieces += 1
        except budget.TimeIsUp:
            if not self.swallows:
                raise
            return
        self.published += 1


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(budget, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


@pytest.mark.parametrize("swallows", [False, True], ids=["raises", "gives what it has"])
def test_no_stage_takes_longer_and_all_of_them_together_take_every_step_once(
    clock: list[float], swallows: bool, tmp_path: Path
) -> None:
    """Two steps of an hour in stages of half an hour; a step that ends with the stage is done."""
    first, second = Table(clock, swallows), Table(clock, swallows)
    ended = []
    for _ in range(3):
        begun = clock[0]
        with pytest.raises(budget.TimeIsUp) as up:
            staged.take({"first": first, "second": second}, MINUTES, tmp_path)
        assert clock[0] - begun == 60 * MINUTES
        ended.append((first.pieces, second.pieces, first.published > 0, str(up.value).partition(";")[0]))
    assert ended == [
        (3, 0, False, "the stage ended in step 1 of 2, first"),
        (6, 0, True, "the stage ended in step 1 of 2, first"),
        (6, 3, True, "the stage ended in step 2 of 2, second"),
    ]
    staged.take({"first": first, "second": second}, None, tmp_path)
    assert (second.pieces, second.published) == (6, 1)


def test_a_step_that_is_done_is_not_taken_again_by_the_same_code_until_all_are(
    clock: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Table(clock, minutes=3.0), Table(clock, minutes=20.0)
    wanted, folder = {"first": first, "second": second}, tmp_path / "findings"
    folder.mkdir()
    for published in (1, 1, 2):
        if published == 2:
            monkeypatch.setattr(staged, "code", lambda: "another")
        with pytest.raises(budget.TimeIsUp):
            staged.take(wanted, MINUTES, folder)
        assert first.published == published
    assert [path.name for path in tmp_path.iterdir()] == ["findings", "findings.steps"]
    folder.rmdir()  # with what the first step has written
    staged.take(wanted, None, folder)
    assert (first.published, second.published) == (3, 1) and not list(tmp_path.iterdir())


def test_the_last_piece_of_a_stage_ends_in_time(clock: list[float], tmp_path: Path) -> None:
    begun = clock[0]
    with pytest.raises(budget.TimeIsUp):
        staged.take({"first": Table(clock, minutes=4.0), "second": Table(clock, minutes=4.0)}, MINUTES, tmp_path)
    assert clock[0] - begun == 60 * 28.0


@pytest.mark.parametrize("minutes", ["0", "-3", "soon"])
def test_a_budget_that_is_no_time_is_refused(minutes: str) -> None:
    with pytest.raises(ValueError, match=f"must be a number of minutes greater than 0, not '{minutes}'"):
        staged.main(["out/findings", f"--budget={minutes}"])


def test_make_findings_takes_every_study_that_calls_itself_a_step_of_it() -> None:
    rule = (ROOT / "Makefile").read_text("utf-8").partition("\nfindings:")[2].partition("\n\n")[0]
    assert "-m knotlab.studies.publishing.staged $(FINDINGS)" in rule
    files = (ROOT / "studies" / "publishing").glob("*.py")
    named = {file.stem for file in files if "(a step of make findings)" in file.read_text("utf-8")}
    written_with_the_pages = {"tips_as_read"}
    assert len(named) > 5 and all(hasattr(staged, name) for name in named - written_with_the_pages)
