"""Readings of the rulebooks: each is a setting, stands in the table of its game, and is another game in the kernel."""

import copy
import json
import re
from collections.abc import Iterator
from importlib import import_module

import pytest

from knotlab.reports.words.rulings import page, rulings
from knotlab.sim import games
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.verify import Fault, verify
from knotlab.sim.protocol import Setting
from knotlab.sim.settings import make_rules
from tests.sim.conforming import package, player_named

READINGS = [(name, setting) for name in games.names() for setting in games.find(name).readings]
every_reading = pytest.mark.parametrize(("name", "setting"), READINGS, ids=lambda value: getattr(value, "name", value))
OF_THE_DEAL = {"shuffle"}  # settings that change the deal alone
GAMES = 400  # in which each reading must come up


def table(name: str) -> dict[str, list[str]]:
    """The rows of a game's table of readings, by setting."""
    part = page(games.find(name)).partition("\n## Readings of the rulebook\n")[2].partition("\n## ")[0]
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"]
    return {cells[2].strip("`"): cells for cells in lines[2:]}


def job(name: str, setting: Setting, value: str) -> Job:
    """Random players under one reading, with the settings and players that make it come up."""
    players, changes = import_module(f"tests.{package(name)}.oracle").READINGS[setting.name]
    rules = make_rules(games.find(name), players, [*changes, f"{setting.name}={value}"])
    return Job(name, rules, (player_named(name, "random"),) * players, 5)


def differing(name: str, setting: Setting) -> Iterator[tuple[dict, dict]]:
    """The same games, by their deals, under the default and under the other reading, where they are not the same."""
    usual, other = job(name, setting, setting.default), job(name, setting, setting.other_reading)
    for index in range(GAMES):
        first, second = record_game(usual, index), record_game(other, index)
        if first["events"] != second["events"] or first["result"] != second["result"]:
            yield first, second


@pytest.mark.parametrize("name", games.names())
def test_the_table_has_the_readings_that_there_are_with_their_values_and_rulings(name: str) -> None:
    game, rows = games.find(name), table(name)
    assert list(rows) == [setting.name for setting in game.readings]
    for setting in game.readings:
        ruling, open_question, _, values, default = rows[setting.name]
        assert ruling == setting.rulings.partition(", ")[0] and ruling in rulings(game)
        assert re.findall("`(.+?)`", values) == [setting.default, setting.other_reading]
        assert default == f"`{setting.default}`" and open_question.startswith("wh")


@every_reading
def test_the_ruling_says_what_the_other_reading_is(name: str, setting: Setting) -> None:
    text = rulings(games.find(name))[setting.rulings.partition(", ")[0]]
    assert re.search(rf"`({setting.name}=)?{setting.other_reading}`", text)


@every_reading
def test_the_other_reading_is_a_value_of_the_setting(name: str, setting: Setting) -> None:
    assert setting.parse(setting.other_reading) == setting.other_reading != setting.default


@every_reading
def test_the_other_reading_is_another_game(name: str, setting: Setting) -> None:
    first, second = next(differing(name, setting))
    assert (first["deal"] == second["deal"]) == (setting.name not in OF_THE_DEAL)
    verify(json.loads(json.dumps(first)))
    verify(json.loads(json.dumps(second)))


@every_reading
def test_a_record_without_the_setting_means_the_ruling_as_it_was(name: str, setting: Setting) -> None:
    both = (True, setting.name in OF_THE_DEAL)  # a record has the cards as dealt
    for record, accepted in zip(next(differing(name, setting)), both, strict=True):
        silent = copy.deepcopy(json.loads(json.dumps(record)))
        del silent["rules"][setting.name]
        if accepted:
            verify(silent)
        else:
            with pytest.raises(Fault):
                verify(silent)
