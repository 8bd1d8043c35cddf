"""Every result says by which rules it was played: its tables, its JSON, its CSV files, its plots and what it keeps."""

import csv
import json
from pathlib import Path

import pytest

from tests.cli import GAME, knotlab

SETTINGS = ("--set", "packs=2", "--set", "preset=southampton")
TITLE = "Twisted Knot, 3 players, preset=southampton, packs=2"
SHED, ACES = "shed:tremble=0.02", "hoard-aces:tremble=0.02"

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


@pytest.mark.parametrize("name", COMMANDS)
def test_tables_and_csv_files_name_the_settings(name: str, tmp_path: Path) -> None:
    answer = knotlab(*COMMANDS[name], *SETTINGS, "--csv", tmp_path / "table.csv")
    assert answer.status == 0, answer
    assert TITLE in " ".join(answer.out.split())
    kept = rows(tmp_path / "table.csv")
    assert {row["settings"] for row in kept} == {"preset=southampton packs=2"}
    assert {(row["game"], row["players"], row["seed"]) for row in kept} == {(GAME, "3", "20260101")}


@pytest.mark.parametrize("name", ["play", "ablate"])
def test_json_holds_every_setting(name: str) -> None:
    rules = knotlab(*COMMANDS[name], *SETTINGS, "--json").json["rules"]
    assert (rules["packs"], rules["eight"], rules["jokers"]) == (2, "repeat", 2)


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
    title = knotlab(*COMMANDS["play"]).out.split("\n")[0]
    assert title.strip() == "Twisted Knot, 3 players; every strategy with tremble=0.02"


def test_a_tremble_that_all_have_is_said_once() -> None:
    shown = knotlab("tournament", GAME, SHED, ACES, "--games", 60).out
    assert shown.split("A strategy that sets")[0].count(
        "tremble"
    ) == 1 and "every strategy with tremble=0.02" in " ".join(shown.split())
    mixed = knotlab("play", GAME, "shed", ACES, "--games", 20).out
    assert "hoard-aces:tremble=0.02" in mixed and "every strategy" not in mixed
