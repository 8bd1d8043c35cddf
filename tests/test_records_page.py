"""The page on the record format says what records hold: every field and event, and no other."""

import functools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from knotlab.sim import games
from knotlab.sim.settings import make_rules
from tests.cli import knotlab
from tests.referee import knotweed, twisted_knot, twyst
from tests.test_rulings import rows

PAGE = (Path(games.__file__ or "").parent / "records.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
GAMES = ("twisted-knot", "knotweed", "twyst")
SOMETIMES = {"cheat", "suit"}  # fields that the text, not the example, gives to some events


def anything(view: object, moves: Sequence[object]) -> list[float]:
    """Scores that leave the choice to chance."""
    return [0.0] * len(moves)


def eager(view: object, moves: Sequence[knotweed.Move]) -> list[float]:
    """Scores for playing whatever can be played in Knotweed."""
    return [float(move.kind == knotweed.PLAY) for move in moves]


def records(name: str) -> Iterator[dict[str, Any]]:
    """Records by the second implementations, of games in which everything happens."""
    rules = functools.partial(make_rules, games.find(name))
    for index in range(20):
        if name == "twisted-knot":
            yield twisted_knot.play(rules(2, ["eight=repeat"]), [twisted_knot.Player("any", anything)] * 2, 1, index)
        elif name == "knotweed":
            cheats = [knotweed.Player("any", anything, cheats=True)] * 3
            yield knotweed.play(rules(3, ["cheating=0.5", "turn_limit=60"]), cheats, 1, index)
            yield knotweed.play(rules(3, ["turn_limit=100"]), [knotweed.Player("eager", eager)] * 3, 1, index)
        else:
            yield twyst.play(rules(4, []), [twyst.Player("any", anything)] * 4, 1, index)


def example(cell: str) -> dict[str, Any]:
    """An event as the page writes it."""
    return json.loads(cell.strip("`").replace("[...]", "[]"))


@pytest.mark.parametrize("name", GAMES)
def test_every_event_and_every_field_stands_on_the_page(name: str) -> None:
    section = SECTIONS[games.find(name).title]
    documented = {example(row[0])["do"]: set(example(row[0])) for row in rows(section)}
    happened: dict[str, set[str]] = {}
    for record in records(name):
        for event in record["events"]:
            happened.setdefault(event["do"], set()).update(set(event) - SOMETIMES)
            assert all(f"`{extra}`" in section or f'"{extra}":' in section for extra in set(event) & SOMETIMES)
    assert happened == documented


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_a_record_stands_on_the_page(name: str) -> None:
    section = SECTIONS[games.find(name).title]
    fields = [row[0].strip("`") for row in rows(SECTIONS["Fields of every record"])]
    record = next(records(name))
    assert list(record) == fields
    settings = section.split("- `rules`: ")[1].split("\n- ")[0]
    assert [word for word in re.findall(r"`(\w+)`", settings) if word in record["rules"]] == list(record["rules"])
    result = re.search(r"- `result`: `(.*?)`", section)
    assert result is None or set(json.loads(result[1].replace("[...]", "[]"))) == set(record["result"])


def test_the_fields_of_matches_and_of_choices_stand_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    knotlab("records", "twyst", *["random+random"] * 4, "--games", 1, "--deals", 2, "--why", "--out", file)
    written = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(record["match"], record["number"]) for record in written] == [(0, 0), (0, 1)]
    assert any("moves" in event for event in written[0]["events"])
    assert all(f"`{field}`" in PAGE for field in ("match", "number", "moves"))
