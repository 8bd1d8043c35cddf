"""Every result says by which rules it was played: its tables, its JSON, its CSV files, its plots and what it keeps."""

import csv
import json
from pathlib import Path

import pytest

from knotlab.analysis.result import tremble_note
from tests.cli import GAME, knotlab

SETTINGS = ("--set", "packs=2", "--set", "preset=southampton")
TITLE = "Twisted Knot, 3 players, preset=southampton, packs=2"
SHED, ACES = "shed", "hoard-aces"

COMMANDS = {
    "play": ("play", GAME, SHED, SHED, ACES, "--games", 30),
    "duel": ("duel", GAME, ACES, SHED, "--margin", "40%"),
    "tournament": ("tournament", GAME, SHED, ACES, "--games", 60),
    "whatif": ("whatif", GAME, SHED, SHED, ACES, "--decision", 3, "--rollouts", 20),
    "ablate": ("ablate", GAME, "hoard-aces", "--deals", 100),
}


def rows(file: Path) -> list[dict[str, str]]:
    """The rows of a CSV file, as text."""
    return list(csv.DictReader(file.read_text().splitlines()))


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_tables_and_csv_files_name_the_settings(name: str, tmp_path: Path) -> None:
    answer = knotlab(*COMMANDS[name], *SETTINGS, "--csv", tmp_path / "table.csv")
    assert answer.status == 0, answer
    assert TITLE in " ".join(answer.out.split())
    kept = rows(tmp_path / "table.csv")
    assert {row["settings"] for row in kept} == {"preset=southampton packs=2"}
    assert {(row["game"], row["players"], row["seed"]) for row in kept} == {(GAME, "3", "20260101")}


@pytest.mark.parametrize("name", ["play", pytest.param("ablate", marks=pytest.mark.long)])
def test_json_holds_every_setting(name: str) -> None:
    rules = knotlab(*COMMANDS[name], *SETTINGS, "--json").json["rules"]
    assert (rules["packs"], rules["eight"], rules["jokers"]) == (2, "repeat", 2)


@pytest.mark.long
@pytest.mark.parametrize("name", ["duel", "tournament"])
def test_a_folder_says_in_every_file_by_which_rules_its_games_were_played(name: str, tmp_path: Path) -> None:
    assert knotlab(*COMMANDS[name], *SETTINGS, "--out", tmp_path / "kept").status == 0
    facts = json.loads((tmp_path / "kept" / "result.json").read_text())
    assert facts["question" if name == "duel" else "facts"]["rules"]["packs"] == 2
    tables = [*(tmp_path / "kept").glob("*.csv")]
    assert tables and all(row["settings"] == "preset=southampton packs=2" for file in tables for row in rows(file))
    plots = [*(tmp_path / "kept").glob("*.svg")]
    assert plots and all("preset=southampton, packs=2" in file.read_text() for file in plots)
    assert TITLE in next((tmp_path / "kept").glob("table*.md")).read_text()


def test_the_usual_rules_are_not_named() -> None:
    title = knotlab(*COMMANDS["play"]).out.split("\n")[1]  # below the sentence that says what came out
    assert title.strip() == "Twisted Knot, 3 players"


def test_the_usual_tremble_is_said_once_and_any_other_in_the_name() -> None:
    shown = knotlab("tournament", GAME, SHED, ACES, "--games", 60).out
    assert shown.count(tremble_note(GAME)) == 1 and shown.count("tremble") == tremble_note(GAME).count("tremble")
    mixed = knotlab("play", GAME, "shed:tremble=0", ACES, "--games", 20).out
    assert "shed:tremble=0 " in mixed and "hoard-aces " in mixed and mixed.count(tremble_note(GAME)) == 1
