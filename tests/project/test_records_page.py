"""The pages on the record format say what records hold: every field and event, and no other."""

import json
import re
from pathlib import Path
from typing import Any

from knotlab.reports.words.rulings import page
from knotlab.sim import games
from tests.cli import knotlab
from tests.sim.conforming import every_game, oracle
from tests.sim.games.test_rulings import rows

PAGE = (Path(games.__file__ or "").parent / "records.md").read_text("utf-8")


def sections(text: str) -> dict[str, str]:
    """The sections of a page by their titles."""
    return dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))


def documented(name: str) -> str:
    """What the rulings of a game say of its records."""
    return sections(page(games.find(name)))["Records"]


def example(cell: str) -> dict[str, Any]:
    """An event as the page writes it."""
    return json.loads(cell.strip("`").replace("[...]", "[]"))


@every_game
def test_every_event_and_every_field_stands_on_the_page(name: str) -> None:
    section, sometimes = documented(name), oracle(name).SOMETIMES
    events = {example(row[0])["do"]: set(example(row[0])) for row in rows(section)}
    happened: dict[str, set[str]] = {}
    for record in oracle(name).recorded():
        for event in record["events"]:
            happened.setdefault(event["do"], set()).update(set(event) - sometimes)
            assert all(f"`{extra}`" in section or f'"{extra}":' in section for extra in set(event) & sometimes)
    assert happened == events


@every_game
def test_every_field_of_a_record_stands_on_the_page(name: str) -> None:
    section = documented(name)
    fields = [row[0].strip("`") for row in rows(sections(PAGE)["Fields of every record"])]
    record = next(oracle(name).recorded())
    assert list(record) == fields
    settings = section.split("- `rules`: ")[1].split("\n- ")[0]
    assert [word for word in re.findall(r"`(\w+)`", settings) if word in record["rules"]] == list(record["rules"])
    result = re.search(r"- `result`: `(.*?)`", section)
    assert result is None or set(json.loads(result[1].replace("[...]", "[]"))) == set(record["result"])


def test_the_fields_of_matches_and_of_choices_stand_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    knotlab("records", "twyst", *["random+random"] * 4, "--games", 1, "--rounds", 2, "--why", "--save", file)
    written = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(record["match"], record["number"]) for record in written] == [(0, 0), (0, 1)]
    assert any("moves" in event for event in written[0]["events"])
    assert all(f"`{field}`" in PAGE for field in ("match", "number", "moves"))
