"""What every game must offer to the shared parts, and what holds at every decision of every game."""

import inspect
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from knotlab.analysis.runs.fields import watched
from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing.players import Player, scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, DECIDE, MAX_PARAMETERS, OVER, TURN, Game
from knotlab.sim.settings import make_rules
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.home import SHIPPED
from knotlab.strategies.inspection import python_function
from knotlab.strategies.resolve import bind, player, spelled
from tests.sim.conforming import every_game, oracle, package, scatter, state

RULES = {
    "deal": ["view", "hidden", "chance"],
    "begin": ["view", "hidden", "trace"],
    "open_turn": ["view", "hidden", "trace"],
    "legal": ["view", "options"],
    "draw_chance": ["view", "hidden", "chance"],
    "settle": ["view", "hidden", "trace"],
    "progress": ["view", "hidden"],
    "same_position": ["view", "hidden", "view2", "hidden2"],
    "write_result": ["view", "hidden", "result"],
}
EVENTS = (
    "deal_of event_of move_of result_of describe describe_move describe_deal describe_view as_seen set_deal set_chance "
    "is_move position_of"
).split()
SLOW_TO_COMPILE = {"sampler": "sampler"}
SHARED_FIELDS = {"players", "seat", "decision", "game_uniform", "turn_uniform", "decision_uniform", "plan"}


# --- what a game offers ---


@every_game
def test_a_game_offers_the_functions_that_the_simulator_asks_for(name: str) -> None:
    game = games.find(name)
    wanted = RULES | {"apply": ["view", "hidden", "trace", *game.move._fields]}
    assert {
        step: list(inspect.signature(python_function(getattr(game.rules, step))).parameters) for step in wanted
    } == wanted
    assert all(callable(getattr(game.events, function)) for function in EVENTS)
    assert isinstance(game.events.FIELDS, tuple) and isinstance(game.events.FLAGS, tuple)
    assert isinstance(game.events.CLOSED, dict)


@every_game
def test_a_game_is_found_by_its_name_and_has_a_title_and_places_or_scores(name: str) -> None:
    game = games.find(name)
    fields = [field for field, _ in game.result_fields]
    assert game.name == name and game.title and game.title != name
    assert ("place" in fields) != ("score" in fields)
    assert 2 <= game.players[0] <= game.players[1] <= 8
    assert game.move._fields[0] == "kind"


@every_game
def test_a_game_without_places_says_how_its_numbers_are_shown(name: str) -> None:
    game = games.find(name)
    shown = [measure.field for measure in game.measures]
    assert game.has_places or sorted(shown) == sorted(field for field, _ in game.result_fields)
    assert game.has_places or shown[0] == "score"
    assert all(measure.words and measure.digits > 0 for measure in game.measures)


@every_game
def test_every_field_of_the_view_is_documented_and_nothing_else(name: str) -> None:
    game = games.find(name)
    assert [field for field, *_ in game.view_fields] == list(game.view.names)
    assert set(game.view.names) >= SHARED_FIELDS
    for field, kind, shape, _, meaning, ruling in game.view_fields:
        assert game.view[field].base == np.dtype(kind) and game.view[field].shape == shape
        assert len(meaning) > 5 and ruling, field


@every_game
def test_every_kind_of_move_is_documented_under_its_name(name: str) -> None:
    game = games.find(name)
    assert [getattr(state(name), kind) for kind, *_ in game.move_kinds] == list(range(len(game.move_kinds)))
    assert all(len(meaning) > 5 and ruling for _, _, meaning, ruling in game.move_kinds)


@every_game
def test_settings_are_documented_and_their_defaults_parse(name: str) -> None:
    game = games.find(name)
    for setting in game.settings:
        assert setting.meaning and setting.rulings
        for n in range(game.players[0], game.players[1] + 1):
            assert setting.parse(spelt(setting.default_for(n))) == setting.default_for(n)
    assert set(game.events.FIELDS) - {"players"} == {setting.name for setting in game.settings}


def spelt(value: Any) -> str:
    """A setting's value as the command line has it."""
    return "none" if value is None or value == () else ",".join(value) if isinstance(value, tuple) else str(value)


@every_game
def test_every_preset_makes_rules_for_every_number_of_players(name: str) -> None:
    game = games.find(name)
    assert {} in game.presets.values()
    parsers = {setting.name: setting.parse for setting in game.settings}
    for preset, changes in game.presets.items():
        for n in range(game.players[0], game.players[1] + 1):
            rules = make_rules(game, n, [f"preset={preset}"])
            assert set(rules) == {"players", *parsers} and rules["players"] == n
            assert {key: rules[key] for key in changes} == {
                key: parsers[key](spelt(value)) for key, value in changes.items()
            }


@every_game
def test_every_strategy_says_what_it_does_and_has_bounds_around_its_defaults(name: str) -> None:
    strategies = {key: each for key, each in catalogue(name).items() if each.file.is_relative_to(SHIPPED)}
    assert "random" in strategies and len(strategies) >= 4
    for each in strategies.values():
        assert each.idea.endswith(".") and len(each.parameters) <= MAX_PARAMETERS
        assert all(parameter.low <= parameter.default <= parameter.high for parameter in each.parameters.values())
        assert (each.file.parent.name, each.file.stem) == (package(name), each.name.replace("-", "_"))
        assert (scatter(name).parent.parent / "strategies" / package(name) / f"test_{each.file.stem}.py").exists(), (
            f"no test of {each.name}"
        )


@every_game
def test_the_tables_that_measure_speed_and_that_are_watched_are_tables_of_the_game(name: str) -> None:
    tables = import_module(f"knotlab.strategies.{package(name)}").BENCHMARKS
    for players in (*tables.values(), watched(name)):
        low, high = games.find(name).players
        assert low <= len(players) <= high and all(player(name, each).name for each in players)


# --- at every decision ---


def setups(game: Game) -> list[dict[str, Any]]:
    """The settings that the game is played with here."""
    return [make_rules(game, n, changes) for n, changes in oracle(game.name).SETUPS]


def walks(name: str, seeds: int) -> Iterator[tuple[dict[str, Any], Stepper, Any]]:
    """Random games of every setup: each decision, before its move is drawn, with a table that followed the events up to
    there.
    """
    game = games.find(name)
    for rules in setups(game):
        for seed in range(2 if OFF else seeds):
            step = Stepper(game, rules)
            moves = step.random_game(seed)
            table = None
            for _, _decision in zip(range(300), moves, strict=False):
                table = table or oracle(name).table_of(rules, game.events.deal_of(step.view, step.hidden))
                yield rules, step, table


@pytest.mark.more
@every_game
def test_legal_moves_are_never_missing_never_listed_twice_and_of_documented_kinds(name: str) -> None:
    game, kinds = games.find(name), set()
    for _, step, _ in walks(name, 5):
        moves = step.moves()
        assert 1 <= len(moves) == len(set(moves)) <= game.max_moves
        kinds |= {move.kind for move in moves}
    assert kinds == set(range(len(game.move_kinds)))


@pytest.mark.more
@every_game
def test_every_move_and_event_is_told_in_words_and_no_two_moves_alike(name: str) -> None:
    events, messages = games.find(name).events, set()
    for _, step, _ in walks(name, 2):
        words = [events.describe_move(events.move_of(move)) for move in step.moves()]
        assert all(words) and len(set(words)) == len(words)
        for event in step.events():
            assert events.describe(event)
            messages.add(event["do"])
        assert all(events.describe_deal(events.deal_of(step.view, step.hidden)))
    assert len(messages) >= 5


@pytest.mark.long
@every_game
def test_no_event_loses_a_card(name: str) -> None:
    for _, step, table in walks(name, 5):
        for event in step.events():
            before = table.everything()
            table.follow(event)
            assert table.everything() == before, event


# --- what a player has not seen ---


def places(deal: Any, path: tuple = ()) -> list[tuple]:
    """The way to every card of a deal."""
    if isinstance(deal, str):
        return [path]
    return [
        place
        for key, part in (deal.items() if isinstance(deal, dict) else enumerate(deal))
        for place in places(part, (*path, key))
    ]


def exchanged(deal: Any, place: tuple, other: tuple) -> Any:
    """The deal with two cards in each other's place."""
    new = copied(deal)
    first, second = card_at(deal, place), card_at(deal, other)
    card_at(new, place[:-1])[place[-1]], card_at(new, other[:-1])[other[-1]] = second, first
    return new


def copied(deal: Any) -> Any:
    """A copy that can be changed."""
    return (
        {key: copied(part) for key, part in deal.items()}
        if isinstance(deal, dict)
        else deal
        if isinstance(deal, str)
        else [copied(part) for part in deal]
    )


def card_at(deal: Any, path: tuple) -> Any:
    """The card, or part, of a deal at a place."""
    for key in path:
        deal = deal[key]
    return deal


def go_on(step: Stepper) -> None:
    """Up to the next decision, chance deciding by the game's own stream."""
    while step.status in (TURN, CHANCE):
        step.open_turn() if step.status == TURN else step.draw_chance()


def replayed(game: Game, rules: dict[str, Any], seed: int, deal: Any, moves: list[Any]) -> Stepper | None:
    """The decision after some moves from another deal; None if one of them is not legal there."""
    step = Stepper(game, rules)
    step.deal(seed)
    game.events.set_deal(step.view, step.hidden, deal)
    step.begin()
    go_on(step)
    for move in moves:
        if step.status != DECIDE or move not in step.moves():
            return None
        step.play(move)
        go_on(step)
    return step if step.status == DECIDE else None


def some_moves(game: Game, rules: dict[str, Any], seed: int, chance: random.Random) -> tuple[Any, list[Any]]:
    """A deal and the moves of a random game up to some decision."""
    step, moves, wanted = Stepper(game, rules), [], chance.randrange(1, 45)
    step.deal(seed)
    deal = copied(game.events.deal_of(step.view, step.hidden))
    step.begin()
    go_on(step)
    while step.status != OVER and len(moves) < wanted:
        moves.append(chance.choice(step.moves()))
        step.play(moves[-1])
        go_on(step)
    return deal, moves[: -1 if step.status == OVER else None]


@cache
def whoever(name: str, slow: bool) -> list[Player]:
    """Every strategy that is slow to play or to compile, or every other one; and one that looks at everything."""
    slow_ones = {key: f"{key}:rollouts=8" for key, each in catalogue(name).items() if each.is_slow} | SLOW_TO_COMPILE
    shipped = [slow_ones.get(key, key) for key in catalogue(name) if (key in slow_ones) == slow]
    spellings = (*shipped, "scatter", "scatter:salt=1,spread=1000")
    return [bind(spelled(name, spelling, [scatter(name)])) for spelling in spellings]  # halves of a player, too


def scores(name: str, step: Stepper, slow: bool) -> dict[str, list[float]]:
    """What they think of every move."""
    return {each.name: scores_of(each, step.view, step.moves()).tolist() for each in whoever(name, slow)}


@pytest.mark.more
@every_game
@pytest.mark.parametrize("slow", [pytest.param(False, id=""), pytest.param(True, id="slow", marks=pytest.mark.long)])
def test_what_a_player_has_not_seen_changes_no_score(name: str, slow: bool) -> None:
    game, counts = games.find(name), Counter()
    for rules in setups(game):
        for seed in range(2 if OFF else 4):
            chance = random.Random(seed)
            deal, moves = some_moves(game, rules, seed, chance)
            here = replayed(game, rules, seed, deal, moves)
            assert here is not None
            seen, scored = oracle(name).observed(deal, here.events(), int(here.view.seat)), scores(name, here, slow)
            for _ in range(15):
                place, other = chance.sample(places(deal), 2)
                there = replayed(game, rules, seed, exchanged(deal, place, other), moves)
                if there is None or card_at(deal, place) == card_at(deal, other):
                    continue
                same = seen == oracle(name).observed(
                    exchanged(deal, place, other), there.events(), int(there.view.seat)
                )
                counts[same, scores(name, there, slow) == scored] += 1
    assert counts[True, False] == 0, counts
    assert counts[True, True] >= (5 if OFF else 25), counts
    assert counts[False, False] > counts[False, True], "the strategies that look at everything see too little"
