"""Findings that ship are as they were published, or refused by name: by commands, from Python and where the page is
drawn.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import knotlab as package
from knotlab.analysis.claims.evidence.champions import (
    published_among_experts,
    published_among_thinkers,
    published_followed,
    published_habits,
)
from knotlab.analysis.claims.evidence.chances import published_chances
from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.evidence.pictures import published_pictures
from knotlab.analysis.claims.evidence.readings import published_readings
from knotlab.analysis.claims.evidence.rows import FINDINGS, published_rows
from knotlab.analysis.claims.rulebooks import published as findings
from knotlab.analysis.claims.rulebooks.published import shipped, shipped_habit_moments, shipped_moments
from knotlab.analysis.report.contests import published_games
from knotlab.analysis.report.play import opening
from knotlab.analysis.report.settings import ReportSettings
from knotlab.reports.page.report import ReportPage
from knotlab.sim.errors import InputError
from knotlab.sim.storage.result_files import NOTE, publish, published
from knotlab.studies.publishing import games_to_watch
from knotlab.studies.publishing.champion_tables import habits_text
from tests.cli import knotlab, refused

READERS = (
    shipped,
    published_games,
    shipped_habit_moments,
    shipped_moments,
    published_charts,
    published_readings,
    published_followed,
    published_among_experts,
    published_among_thinkers,
    published_habits,
    published_chances,
    published_pictures,
)
DRAWN = (
    "cells.csv chances.csv curves.csv expert.csv followed.csv habit-moments.jsonl moments.jsonl pictures.csv".split()
)
DRAWN += "readings.csv thinkers.csv tips.csv watch.jsonl".split()
OTHERS = (
    "aims",
    "best-responses",
    "habits",
    "looking-ahead",
    "random-rules",
    "skill",
    "table-card-lines",
    "table-cards",
)
FILES = (*DRAWN, *(f"{name}.csv" for name in OTHERS))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the findings in the place of those that ship."""
    copy = tmp_path / "findings"
    shutil.copytree(FINDINGS, copy)
    monkeypatch.setattr(findings, "FINDINGS", copy)
    for read in READERS:
        monkeypatch.setattr(read.__wrapped__, "__defaults__", (copy,))
        read.cache_clear()
    yield copy
    for read in READERS:
        read.cache_clear()


def change(file: Path, before: str, after: str) -> None:
    """Put another text in the place of a file's first such text."""
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), "utf-8")


def cut(file: Path) -> None:
    """Leave the first 300 bytes."""
    file.write_bytes(file.read_bytes()[:300])


HARM: dict[str, tuple[str, Callable[[Path], object]]] = {
    "a number": ("cells.csv", lambda file: change(file, "0.0311", "0.1311")),
    "no number": ("cells.csv", lambda file: change(file, "0.031101101101101102", "abc")),
    "a verdict": ("tips.csv", lambda file: change(file, "better", "worse")),
    "a short line": ("tips.csv", lambda file: change(file, "TK-C1,", "TK-C1\nTK-C1,")),
    "a file that is gone": ("tips.csv", Path.unlink),
    "no text": ("tips.csv", lambda file: file.write_bytes(b"\xff" * 9)),
    "another file": ("tips.csv", lambda file: shutil.copy(file.with_name("cells.csv"), file)),
    "a note that is gone": (NOTE, Path.unlink),
    "an edited note": (NOTE, lambda file: change(file, '"cells.csv"', '"cells.txt"')),
    "a damaged note": (NOTE, cut),
}


@pytest.mark.parametrize("harm", HARM)
def test_what_was_damaged_or_edited_is_refused_by_commands_and_from_python(harm: str, folder: Path) -> None:
    name, damage = HARM[harm]
    damage(folder / name)
    assert f"{folder / name} is not as it was published" in refused("claims", "TK-C1")
    with pytest.raises(InputError, match=r"is not as it was published .*; install knotlab again"):
        package.claims("TK-C1")


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("damage", [cut, Path.unlink])
def test_the_page_is_not_drawn_from_damaged_data(name: str, damage: Callable[[Path], object], folder: Path) -> None:
    damage(folder / name)
    with pytest.raises(InputError, match=rf"{name} is not as it was published"):
        ReportPage(ReportSettings(folder, 2, 7)).text(opening())


@pytest.mark.parametrize("damage", [cut, Path.unlink])
def test_habits_are_not_told_from_damaged_data(damage: Callable[[Path], object], folder: Path) -> None:
    damage(folder / "habits.csv")
    with pytest.raises(InputError, match=r"habits\.csv is not as it was published"):
        habits_text("knotweed")


@pytest.mark.more
def test_a_report_of_damaged_data_is_refused(folder: Path, tmp_path: Path) -> None:
    cut(folder / "curves.csv")
    words = ("report", "--budget", 0, "--out", tmp_path / "page")
    assert f"{folder / 'curves.csv'} is not as it was published" in refused(*words)


def test_cells_that_change_after_they_were_read_are_not_written_into_a_table(folder: Path, tmp_path: Path) -> None:
    """What was read and found as it was published is written."""
    words = ("claims", "TK-C1", "--csv")
    assert knotlab(*words, tmp_path / "before.csv").status == 0
    cut(folder / "cells.csv")
    assert knotlab(*words, tmp_path / "after.csv").status == 0
    assert (tmp_path / "after.csv").read_bytes() == (tmp_path / "before.csv").read_bytes()


def test_everything_that_ships_has_a_hash_whatever_ends_its_lines(folder: Path) -> None:
    assert {file.name for file in FINDINGS.iterdir() if file.is_file()} == {*FILES, NOTE}
    for name in FILES:
        text = published(folder / name)
        (folder / name).write_bytes(text.replace("\n", "\r\n").encode())
        assert published(folder / name) == text


def test_publishing_a_file_leaves_the_hashes_of_others(tmp_path: Path) -> None:
    games_to_watch.write(tmp_path / "a.jsonl", [{"tip": "TK-C1"}])
    publish(tmp_path / "b.csv", 'id,words\n1,"one,\ntwo"\n')
    assert published(tmp_path / "a.jsonl") == '{"tip":"TK-C1"}\n'
    assert published_rows(tmp_path / "b.csv") == [{"id": "1", "words": "one,\ntwo"}]
    publish(tmp_path / "b.csv", "id\n2\n")
    assert published_rows(tmp_path / "b.csv") == [{"id": "2"}]
    change(tmp_path / NOTE, "checksum", "checksums")
    with pytest.raises(InputError, match=rf"{NOTE} is not as it was published"):
        publish(tmp_path / "b.csv", "id\n3\n")
    assert (tmp_path / "b.csv").read_text() == "id\n2\n"
