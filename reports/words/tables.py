"""Terminal tables, from the frames and records of the layers below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rich.table import Table

from knotlab.reports.words.layout import plain
from knotlab.sim import games as game_list
from knotlab.sim.kernels.eventlog import columns
from knotlab.sim.protocol import UNIFORM, Game, Range
from knotlab.strategies import tuned
from knotlab.strategies.declare import Strategy

if TYPE_CHECKING:
    pass


def strategy_facts(strategy: Strategy) -> dict[str, Any]:
    """A strategy as plain data; versions: the parameters of each that ships, to be named as `NAME@VERSION`."""
    game, name = strategy.game, strategy.name
    parameters = {
        key: {"default": parameter.default, "low": parameter.low, "high": parameter.high, "whole": parameter.whole}
        for key, parameter in strategy.parameters.items()
    }
    versions = {version: tuned.settings_of(game, name, version) for version in tuned.versions(game).get(name, ())}
    return {
        "name": name,
        "idea": strategy.idea,
        "parameters": parameters,
        "assumed": strategy.assumed,
        "versions": versions,
        "reads": sorted(strategy.reads),
    }


def strategies(game: str, known: Mapping[str, Strategy]) -> Table:
    """The strategies of a game."""
    title = f"strategies of {game_list.find(game).title}"
    table = Table("strategy", "what it does", "parameters: default (from .. to)", "versions", title=title)
    versions = tuned.versions(game)
    for strategy in known.values():
        parameters = [f"{key}={name} (a strategy)" for key, name in strategy.assumed.items()]
        parameters += [
            f"{key}={parameter.default:g} ({parameter.low:g} .. {parameter.high:g})"
            for key, parameter in strategy.parameters.items()
        ]
        named = [f"@{version}" for version in versions.get(strategy.name, ())]
        table.add_row(*map(plain, (strategy.name, strategy.idea, ", ".join(parameters), " ".join(named))))
    return table


def _value(value: Any) -> Any:
    return ",".join(value) if isinstance(value, tuple) else value


def rules_facts(game: Game) -> dict[str, Any]:
    """A game's settings as plain data."""
    settings = [
        {"name": s.name, "default": _value(s.default), "meaning": s.meaning, "rulings": s.rulings}
        for s in game.settings
    ]
    presets = {name: {key: _value(value) for key, value in changes.items()} for name, changes in game.presets.items()}
    return {"title": game.title, "players": list(game.players), "settings": settings, "presets": presets}


def changed_settings(changes: Mapping[str, Any]) -> str:
    """Settings with their values, as `--set` takes them.

    >>> changed_settings({"eight": "repeat", "multiply": ("9", "10")})
    'eight=repeat, multiply=9,10'
    """
    return ", ".join(f"{name}={_value(value)}" for name, value in changes.items())


def rules(game: Game) -> Table:
    """A game's settings."""
    fewest, most = game.players
    seats = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    title = f"{game.title}, {seats} players (one for each strategy named)"
    table = Table("setting", "default", "meaning", "ruling", title=title)
    for setting in game.settings:
        table.add_row(setting.name, str(_value(setting.default)), setting.meaning, setting.rulings)
    return table


def ranges(values: Any) -> str:
    """The range of a number, or those of the columns of a field, in words.

    >>> ranges((-1, 13)), ranges((0, 1)), ranges((4, 4)), ranges((1, 1, -1))
    ('-1..13', '0 or 1', '4', '-1 or 1')
    >>> ranges((0, 2**52 - 1)), ranges(((0, 9), (0, 12)))
    ('0..2^52-1', '0..9, 0..12')
    """
    if values is None:
        return "any"
    if isinstance(values[0], tuple):
        return ", ".join(ranges(value) for value in values)
    low, high, *apart = values
    if values == UNIFORM:
        span = "0.0 <= x < 1.0"
    elif isinstance(low, float):
        span = f"{low} <= x <= {high}"
    elif low == high:
        span = f"{low}"
    else:
        span = f"{low} or {high}" if low + 1 == high else f"{low}..{_bound(high)}"
    return " or ".join([*(f"{value}" for value in apart), span])


def _bound(number: int) -> str:
    """A bound, that of a set of many cards as a power of two."""
    return f"{number}" if number < 1 << 20 else f"2^{number.bit_length()}-1"


def move_ranges(game: Game, values: Sequence[Range]) -> str:
    """The ranges of the numbers of a kind of move, by name."""
    return ", ".join(f"{name} {ranges(each)}" for name, each in zip(game.move._fields[1:], values, strict=True))


def view_facts(game: Game) -> list[dict[str, Any]]:
    """The view's fields as plain data."""
    return [
        {"name": name, "shape": list(shape), "range": ranges(values), "meaning": meaning, "rulings": ruling}
        for name, _, shape, values, meaning, ruling in game.view_fields
    ]


def move_facts(game: Game) -> list[dict[str, Any]]:
    """The kinds of move as plain data."""
    return [
        {"kind": number, "name": name, "range": move_ranges(game, values), "meaning": meaning, "rulings": ruling}
        for number, (name, values, meaning, ruling) in enumerate(game.move_kinds)
    ]


def log_facts(game: Game) -> list[dict[str, Any]]:
    """The event log's columns as plain data."""
    return [
        {"name": name, "type": kind, "meaning": meaning, "rulings": ruling}
        for name, kind, meaning, ruling in columns(game)
    ]


def view(game: Game) -> Iterator[Table]:
    """The fields of the view, the kinds of move, the numbers of cards (or of ranks) and the columns of the event
    log.
    """
    fields = Table(
        "field",
        "shape",
        "range",
        "what it holds",
        "ruling",
        title=f"view of {game.title} (from knotlab.sim.games.{game.name.replace('-', '_')}.state)",
    )
    for name, _, shape, values, meaning, ruling in game.view_fields:
        fields.add_row(
            f"view.{name}", "x".join(str(size) for size in shape) or "number", ranges(values), meaning, ruling
        )
    yield fields
    kinds = Table(
        "move.kind",
        "range",
        "what it does",
        "ruling",
        title=f"moves: {', '.join('move.' + name for name in game.move._fields)}",
    )
    for number, (name, values, meaning, ruling) in enumerate(game.move_kinds):
        kinds.add_row(f"{name} = {number}", move_ranges(game, values), meaning, ruling)
    yield kinds
    names = import_module(f"knotlab.sim.games.{game.name.replace('-', '_')}.cards").NAMES
    cards = Table("number", "card", title="cards, or ranks where suits do not count")
    for first in range(0, len(names), 13):
        cards.add_row(f"{first} .. {min(first + 13, len(names)) - 1}", " ".join(names[first : first + 13]))
    yield cards
    title = (
        "event log, one row per decision (knotlab play --log); knotlab rate takes names of cards and moves in single "
        f"quotes: move_kind = '{game.move_kinds[0][0]}', or a column of cards = '{names[0]}'"
    )
    log = Table("column", "type", "what it holds", "ruling", title=title)
    for name, kind, meaning, ruling in columns(game):
        log.add_row(name, kind, meaning, ruling)
    yield log
