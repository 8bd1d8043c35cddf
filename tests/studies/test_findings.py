"""Publishing tip by tip: a folder's headlines and sizes take the place of what is published of its tips, and of no
others.
"""

import shutil
from pathlib import Path

import pytest

from knotlab.analysis.claims import published
from knotlab.analysis.studies import findings
from knotlab.analysis.studies.findings import Row, merge, put, read
from knotlab.reports.answers.findings import FOLDER, shipped
from knotlab.sim.storage.result_files import published_rows

CHANGED, KEPT, VARIANT = "TK-C1", "KW-C1", "TK-C28"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the published findings, in the place of those that ship."""
    copy = tmp_path / "published"
    shutil.copytree(FOLDER, copy)
    monkeypatch.setattr(findings, "FOLDER", copy)
    return copy


def rows_of(folder: Path, tip: str) -> list[Row]:
    """What is published of a tip's cells."""
    return [row for row in published_rows(folder / "cells.csv") if row["tip"] == tip]


def published_in(folder: Path, tip: str, **changes: str) -> Path:
    """A folder with the headlines and sizes of a tip and of `KEPT` as they are published, the tip's sizes changed."""
    lines = [row for row in read(folder / "tips.csv") if row["id"] in (tip, KEPT) and row["answer"]]
    back = {new: old for old, new in findings.RENAMED.items()}
    names = ("id", "verdict", "answer", "label", "advice", "games", *back)
    new = folder.parent / "found"
    new.mkdir()
    put(new / published.TIPS, [{back.get(name, name): line[name] for name in names} for line in lines])
    put(new / published.CELLS, [*(row | changes for row in rows_of(folder, tip)), *rows_of(folder, KEPT)])
    return new


def test_one_tips_rows_are_replaced_and_all_others_stay(folder: Path) -> None:
    before = {name: read(folder / name) for name in ("tips.csv", "cells.csv")}
    merge(published_in(folder, CHANGED, effect="0.123", all_low="-0.1", all_high="0.3"))
    tips, cells = (published_rows(folder / name) for name in before)
    assert [row["id"] for row in tips] == [row["id"] for row in before["tips.csv"]]
    others = [row for row in tips if row["id"] not in (CHANGED, KEPT, VARIANT)]  # the variant is compared with it
    assert others == [row for row in before["tips.csv"] if row["id"] not in (CHANGED, KEPT, VARIANT)]
    assert [row for row in cells if row["tip"] != CHANGED] == [
        row for row in before["cells.csv"] if row["tip"] != CHANGED
    ]
    assert {row["effect"] for row in rows_of(folder, CHANGED)} == {"0.123"}
    (line,) = (row for row in tips if row["id"] == CHANGED)
    assert (line["effect_low"], line["effect_high"]) == ("0.123", "0.123")
    assert line["where"] == "certainly above zero in 0 of 9 cells, below in 0"


def test_a_variant_is_judged_by_how_its_sizes_differ_from_the_usual_ones(folder: Path) -> None:
    """Far from them, and known to a hair, all differ; with intervals as wide as can be, none does."""
    known = [row for row in rows_of(folder, VARIANT) if row["all_low"]]
    for half, differ in ((0.0001, len(known)), (3.0, 0)):
        ends = {"effect": "0.9", "all_low": f"{0.9 - half}", "all_high": f"{0.9 + half}"}
        new = published_in(folder, VARIANT, **ends)
        put(new / published.CELLS, [row | ends for row in known])
        merge(new)
        (line,) = (row for row in read(folder / "tips.csv") if row["id"] == VARIANT)
        assert line["where"].startswith(f"{differ} of {len(known)} effects certainly differ")
        assert line["verdict"] == ("supported" if half < 0.5 else "undecided")
        shutil.rmtree(new)


def test_what_ships_has_sizes_with_both_intervals() -> None:
    rows = read(FOLDER / "cells.csv")
    assert len(rows) > 250 and {row["tip"] for row in rows} == {tip.id for tip in shipped() if tip.cells}
    for row in rows:
        low, value, high = (float(row[name]) for name in ("low", "effect", "high"))
        assert low <= value <= high and int(row["deals"]) >= 1000
        assert not row["all_low"] or float(row["all_low"]) <= low <= high <= float(row["all_high"])
