"""Publishing tip by tip: a folder's headlines and sizes take the place of what is published of its tips, and of no
others.
"""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from knotlab.analysis.claims.evidence.files import published, write_evidence
from knotlab.analysis.claims.evidence.results import some_of
from knotlab.analysis.claims.evidence.rows import FINDINGS, published_rows, rows_in
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.commands import keep
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.errors import InputError
from knotlab.studies.command import between
from knotlab.studies.publishing import findings
from knotlab.studies.publishing.findings import merge

CHANGED, KEPT, VARIANT = "TK-C1", "KW-C1", "TK-C28"
# Their pilots found too few cases for a size.
RARE = {("TK-C12", "planned-finish", 2, "strong"), ("KW-C4", "champion:forbid=splits_before_few", 2, "champion")}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the published findings, in the place of those that ship."""
    copy = tmp_path / "published"
    shutil.copytree(FINDINGS, copy)
    monkeypatch.setattr(findings, "FINDINGS", copy)
    return copy


def published_in(folder: Path, tip: str, **changes: Any) -> Path:
    """A folder with the evidence of a tip and of `KEPT` as it is published, the numbers of the tip's cells changed."""
    claims = some_of(published(folder), [tip, KEPT])
    results = [
        replace(
            result,
            cells=tuple(
                replace(cell, size=replace(cell.size, **changes)) if cell.size.all_low == cell.size.all_low else cell
                for cell in result.cells
            ),
        )
        if result.id == tip
        else result
        for result in claims
    ]
    new = folder.parent / "found"
    write_evidence(replace(claims, results=tuple(results)), new)
    return new


def test_every_experiment_of_the_tips_is_published_at_each_of_its_tables() -> None:
    """Those of the variant are what all other tips try."""
    cells = [cell for tip in shipped() for cell in cells_of(tip_named(tip.id))]
    tried = {(cell.tip.id, cell.experiment.label, cell.players, cell.field_name) for cell in cells}
    told = {(tip.id, cell.label, cell.players, cell.field) for tip in shipped() for cell in tip.cells}
    assert tried - told == RARE and told <= tried


def test_one_tips_rows_are_replaced_and_all_others_stay(folder: Path) -> None:
    before = {name: rows_in(folder / name) for name in ("tips.csv", "cells.csv")}
    merge(published_in(folder, CHANGED, value=0.123, all_low=-0.1, all_high=0.3))
    tips, cells = (published_rows(folder / name) for name in before)
    assert [row["id"] for row in tips] == [row["id"] for row in before["tips.csv"]]
    others = [row for row in tips if row["id"] not in (CHANGED, KEPT, VARIANT)]  # the variant is compared with it
    assert others == [row for row in before["tips.csv"] if row["id"] not in (CHANGED, KEPT, VARIANT)]
    staying = [sorted(str(row) for row in rows if row["tip"] != CHANGED) for rows in (cells, before["cells.csv"])]
    assert staying[0] == staying[1]  # in whichever order
    assert {row["effect"] for row in cells if row["tip"] == CHANGED} == {"0.123"}
    (line,) = (row for row in tips if row["id"] == CHANGED)
    of = sum(row["tip"] == CHANGED for row in cells)
    assert line["where"] == f"certainly for the tip in 0 of {of} cells, against it in 0"


def test_a_variant_is_judged_by_how_its_sizes_differ_from_the_usual_ones(folder: Path) -> None:
    """Far from them, and known to a hair, all differ; with intervals as wide as can be, none does."""
    for half, verdict in ((0.0001, Verdict.HOLDS), (3.0, Verdict.OPEN)):
        merge(published_in(folder, VARIANT, value=0.9, all_low=0.9 - half, all_high=0.9 + half))
        (line,) = (row for row in rows_in(folder / "tips.csv") if row["id"] == VARIANT)
        of = line["where"].split()[2]
        assert line["where"].startswith(f"{of if half < 0.5 else 0} of {of} effects certainly differ")
        assert line["verdict"] == verdict
        shutil.rmtree(folder.parent / "found")


def test_the_page_says_how_exact_its_numbers_are_and_which_tables_are_exceptions() -> None:
    text = findings.TIPS.read_text("utf-8")
    assert between(text, findings.PRECISION, findings.precision()) == text
    told = [row for row in rows_in(FINDINGS / "cells.csv") if row["unit"] == "loss_rate" and row["field"] == "mixed"]
    wide = {row["tip"] for row in told if float(row["half_width"]) == 0.005}
    assert f" to ±¼ game in 100 ({', '.join(wide)}: ±½)" in text and wide == {"TK-C8"}
    assert "by 1 game in 100 or more and by 25% of it or more" in text and "loses more than 90 of 100 games" in text


def test_what_a_budget_ended_is_not_published(folder: Path) -> None:
    new, before = published_in(folder, CHANGED, value=0.123), rows_in(folder / "cells.csv")
    keep(new, ["claims", CHANGED], "--findings", "headlines, 1 of 9 played")
    with pytest.raises(InputError, match=r"not played to its end \(headlines, 1 of 9 played\)"):
        merge(new)
    assert rows_in(folder / "cells.csv") == before
    keep(new, ["claims", CHANGED], "--findings")
    merge(new)
    assert rows_in(folder / "cells.csv") != before


def test_what_ships_has_sizes_with_both_intervals() -> None:
    rows = rows_in(FINDINGS / "cells.csv")
    assert len(rows) > 250 and {row["tip"] for row in rows} == {tip.id for tip in shipped() if tip.cells}
    for row in rows:
        low, value, high = (float(row[name]) for name in ("low", "effect", "high"))
        assert low <= value <= high and int(row["deals"]) >= 1000
        assert not row["all_low"] or float(row["all_low"]) <= low <= high <= float(row["all_high"])
