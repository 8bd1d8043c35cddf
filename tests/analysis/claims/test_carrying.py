"""Published findings under today's names: carried over only where the question and the first deals are the same."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.claims import carry, registration
from knotlab.analysis.claims.carry import CARRIED, CARRIED_VERSION, DEALS, QUESTION, VERSION, Fate, Row
from knotlab.analysis.claims.registration import name_of
from knotlab.analysis.claims.trial import Trial
from knotlab.sim.storage.result_files import published_rows
from tests.analysis.claims.planted import ACES, SHED, TRIAL, cell_of, duel, share

CELL = cell_of(duel(ACES, SHED))


def published(**changes: str) -> Row:
    """A finding as `make findings` publishes it."""
    (row, fate), *_ = carry.carry_all([{"cell": CELL.name, "hash": name_of(CELL, TRIAL)} | changes], [CELL], TRIAL, 1)
    assert fate == Fate.STAMPED
    return row


def other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the code be another version from here on."""
    monkeypatch.setattr(registration, "code_hash", lambda *_: "another version")


def test_the_hash_of_the_first_deals_is_that_of_their_numbers() -> None:
    deals = pl.DataFrame({"deal": [0, 1], "gain": [0.5, -0.25]})
    assert carry.digest(deals) == carry.digest(deals.rename({"gain": "payoff"}))
    others = [
        deals.with_columns(gain=pl.Series([0.5, np.nextafter(-0.25, 0)])),
        deals.with_columns(gain=pl.Series([0.5, -0.25], dtype=pl.Float32)),
        deals.reverse(),
    ]
    assert carry.digest(deals) not in [carry.digest(other) for other in others]
    assert carry.first_deals(CELL, TRIAL) == carry.digest(CELL.experiment.play(CELL, TRIAL, 0, 300).head(200))


def test_a_finding_of_todays_code_stays_as_it_is() -> None:
    row = published(effect="0.020")
    assert row["effect"] == "0.020" and row[DEALS] == carry.first_deals(CELL, TRIAL) and row[CARRIED] == ""
    assert carry.carry(row, CELL, TRIAL) == (row, Fate.UNCHANGED)


def test_a_finding_is_carried_over_where_only_code_has_changed_and_names_both_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = published(effect="0.020")
    other_code(monkeypatch)
    carried, fate = carry.carry(row, CELL, TRIAL)
    assert fate == Fate.CARRIED and carried["effect"] == "0.020"
    assert carried["hash"] == name_of(CELL, TRIAL) != row["hash"] == carried[CARRIED]
    assert carried[CARRIED_VERSION] == row[VERSION] and carried[VERSION].endswith(" another version")
    monkeypatch.setattr(registration, "code_hash", lambda *_: "a third version")
    further, fate = carry.carry(carried, CELL, TRIAL)
    assert fate == Fate.CARRIED and further[CARRIED] == row["hash"] and further[CARRIED_VERSION] == row[VERSION]
    assert further[VERSION].endswith(" a third version")


@pytest.mark.parametrize(
    ("stamps", "trial", "fate"),
    [
        ({DEALS: "others"}, TRIAL, Fate.OTHER_DEALS),
        ({QUESTION: "another"}, TRIAL, Fate.OTHER_QUESTION),
        ({}, Trial(level=0.05, cells=2, seed=3), Fate.OTHER_QUESTION),
    ],
)
def test_what_is_played_anew_keeps_its_name(
    stamps: dict[str, str], trial: Trial, fate: Fate, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = published() | stamps
    other_code(monkeypatch)
    assert carry.carry(row, CELL, trial) == (row, fate)
    assert carry.carry(row, None, trial) == (row, Fate.GONE)


def test_the_question_is_the_same_with_a_new_setting_at_its_default_and_another_with_one_that_is_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = registration.question_of(CELL, TRIAL)
    usual, rules = carry.question_hash(CELL, TRIAL), question["question"]["rules"]
    assert rules["eight"] == "invisible"
    for eight, is_same in (({}, True), ({"eight": "repeat"}, False)):
        others = {name: value for name, value in rules.items() if name != "eight"} | eight
        changed = question | {"question": question["question"] | {"rules": others}}
        monkeypatch.setattr(carry, "question_of", lambda *_, changed=changed: changed)
        assert (carry.question_hash(CELL, TRIAL) == usual) == is_same


def test_the_command_writes_the_table_anew_and_says_what_is_to_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = [CELL, cell_of(share(0.5))]
    tip: Any = object()
    monkeypatch.setattr(carry, "tips", lambda: [tip])
    monkeypatch.setattr(carry, "cells_of", lambda _: cells)
    monkeypatch.setattr(carry, "USUAL", TRIAL)
    file = tmp_path / "cells.csv"
    carry.write_rows(file, [{"cell": cell.name, "hash": name_of(cell, TRIAL), "effect": "0.10"} for cell in cells])
    assert carry.main(file) == 0 and "2 cells: 2 played with today's code" in capsys.readouterr().out
    played = carry.read_rows(file)
    assert [row["effect"] for row in played] == ["0.10", "0.10"]
    carry.write_rows(file, [played[0] | {DEALS: "others"}, played[1]])
    other_code(monkeypatch)
    assert carry.main(file) == 1
    answer = capsys.readouterr().out.splitlines()
    assert answer[0] == f"{CELL.name}: other deals now; make findings plays it anew"
    assert answer[1] == "2 cells: 1 carried over, 1 other deals now"
    assert [row[CARRIED] for row in published_rows(file)] == ["", played[1]["hash"]]
