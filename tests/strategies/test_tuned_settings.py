"""The settings that ship: readable, within bounds, with their provenance, and those that strong fields name."""

import re
import tomllib
from pathlib import Path

import pytest

from knotlab.analysis.runs.fields import field_names, groups, members, named_fields, read_field, version_of
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.strategies import home, tuned, twisted_knot
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import player
from knotlab.strategies.spelling import read_strategies
from knotlab.studies.publishing import retune

FILES = sorted(home.SHIPPED.rglob("tuned/*.toml"))
KNOT = "twisted-knot"
WITH_SETTINGS = sorted({file.parent.parent.name.replace("_", "-") for file in FILES})


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_a_settings_file_can_be_played_and_says_where_it_comes_from(file: Path) -> None:
    game = file.parent.parent.name.replace("_", "-")
    stated = tomllib.loads(file.read_text())
    result = tuned.parameters(game, file.stem)
    assert result == stated["parameters"] != {}
    for name, values in result.items():
        shipped = catalogue(game)[name]
        assert set(shipped.parameters) <= set(values)
        (part,) = read_strategies(game, f"{name}@{file.stem}", catalogue(game))
        assert tuple(part.values.values()) == tuple(values[key] for key in shipped.parameters)
    for source in [stated["provenance"]] if "provenance" in stated else stated["tips"].values():
        assert source["tuned"] and source["field"] and source["effort"]["confirm"] >= 1000
        assert {"seed", "stream_version", "rules_sources", "versions", "incumbent", "metric", "players"} <= set(source)


@pytest.mark.parametrize("game", games.names())
def test_every_settings_file_is_what_a_step_of_the_tuning_writes(game: str) -> None:
    steps, tips, *_ = tuned.tunings(game)
    stated = {
        file.stem: tomllib.loads(file.read_text())
        for file in FILES
        if file.parent.parent.name.replace("_", "-") == game
    }
    assert set(stated) == set(steps) | set(tips)
    for name, dials in tips.items():
        assert set(stated[name]["parameters"]) == {start.partition(":")[0] for start in dials}
        assert [source["tuned"] for source in stated[name]["tips"].values()] == [
            list(each.names) for each in dials.values()
        ]
    for name, step in steps.items():
        source = stated[name]["provenance"]
        assert source["players"] == step.players and source["incumbent"].startswith(
            step.start.partition("@")[0].partition(":")[0]
        )
        assert len(source["field"]) == (
            len(members(game, step.among, step.players)) if step.among in named_fields(game) else 1
        )
        effort = retune.EFFORT
        assert source["effort"] == effort.search._asdict() | {"select": effort.select, "confirm": effort.confirm}


@pytest.mark.parametrize("game", games.names())
def test_every_version_of_a_field_can_be_played_and_a_mixed_one_has_each_player_once(game: str) -> None:
    """Whatever else the library has by now."""
    low, high = games.find(game).players
    for field in named_fields(game):
        assert re.fullmatch(r"[a-z]+-[1-9]\d*", field)
        for n in range(low, high + 1):
            assert all(len(group) == n - 1 for group in groups(game, field, n - 1))
    mixed = [re.sub("[:@][^+]*", "", each) for each in members(game, "mixed-1", 4)]
    assert len(set(mixed)) == len(mixed) == {"twisted-knot": 20, "knotweed": 11, "twyst": 9}[game]


def test_a_name_stands_for_the_newest_version_of_a_field(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {f"mixed-{n}": ["shed"] * n for n in (9, 10, 2)} | {"other-11": ["random"]}
    monkeypatch.setattr(twisted_knot, "FIELDS", versions)
    assert version_of(KNOT, "mixed") == read_field(KNOT, "mixed") == "mixed-10"
    assert len(members(KNOT, "mixed", 3)) == 10 and len(members(KNOT, "mixed-9", 3)) == 9
    assert read_field(KNOT, "mixed-2") == "mixed-2" and field_names(KNOT) == ["mixed", "other"]
    with pytest.raises(InputError, match="no field 'mixed-3'"):
        version_of(KNOT, "mixed-3")


def test_strong_are_champions_and_scripts_a_version_of_their_settings_at_every_table() -> None:
    for game in WITH_SETTINGS:
        low, high = games.find(game).players
        for n in range(low, high + 1):
            assert all("champion" in name for name in members(game, "strong", n))
            assert all("@v" in name for name in members(game, "scripts", n))
            assert len(groups(game, "scripts", n - 1)[0]) == n - 1


def test_a_field_may_name_others_from_some_number_of_players_on() -> None:
    assert isinstance(named_fields(KNOT)["scripts-1"], dict)
    two, three, four = (members(KNOT, "scripts", n)[0] for n in (2, 3, 4))
    assert len({two, three, four}) == 3
    assert members(KNOT, "scripts", 8) == [four]


def test_the_all_round_players_have_the_tuned_numbers_of_a_table_of_three() -> None:
    for game in (KNOT, "knotweed"):
        (strong,) = members(game, "scripts", 3)
        assert player(game, strong).name == "all-round"


def test_champions_have_the_names_of_their_versions() -> None:
    for game in (KNOT, "knotweed"):
        assert player(game, "champion@v2") == player(game, "champion")
        with pytest.raises(InputError, match="no settings file v4"):
            player(game, "champion@v4")
        assert player(game, "champion@v3:tremble=0") == player(game, "champion-v3:tremble=0")
