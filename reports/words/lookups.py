"""What there is to look up: the strategies, the rules and the view of games, as data and in tables."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from knotlab.analysis.result import Shown, tremble_note
from knotlab.reports.words import rulings
from knotlab.reports.words.layout import TextTable
from knotlab.sim import games as game_list
from knotlab.sim.kernels.eventlog import columns
from knotlab.sim.protocol import UNIFORM, Game, Range
from knotlab.strategies import tuned
from knotlab.strategies.declare import Strategy

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Catalogue(Shown):
    """The strategies of some games, by game and name."""

    strategies: Mapping[str, Mapping[str, Strategy]]

    @property
    def settings_line(self) -> str:
        """Whose strategies they are."""
        return f"strategies of {', '.join(game_list.find(name).title for name in self.strategies)}"

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {game: [strategy_facts(each) for each in known.values()] for game, known in self._items()}

    def to_pandas(self) -> pd.DataFrame:
        """One row per strategy: its game, name, idea, parameters and versions."""
        import pandas as pd

        return pd.DataFrame([{"game": game, **facts} for game, each in self.facts().items() for facts in each])

    def lines(self) -> Iterator[str | TextTable]:
        """A table for each game, short where there are several, and what every strategy takes."""
        is_one = len(self.strategies) == 1
        for game, known in self._items():
            yield strategies(game, known) if is_one else ideas(game, known)
        if not is_one:
            yield "Whole ideas, parameters and versions: knotlab strategies GAME"
        yield "NAME@VERSION plays a strategy with the tuned parameters of a version."
        yield "Every strategy also takes tremble=P (a random legal move with probability P) and temperature=T."
        yield from filter(None, dict.fromkeys(map(tremble_note, self.strategies)))

    def _items(self) -> Iterator[tuple[str, Mapping[str, Strategy]]]:
        yield from self.strategies.items()


@dataclass(frozen=True, repr=False)
class Rules(Shown):
    """The settings of some games; with `text`, their rulings, or those with some numbers."""

    games: Sequence[Game]
    numbers: Sequence[str] = ()
    text: bool = False

    @property
    def settings_line(self) -> str:
        """Whose settings they are."""
        return f"rule settings of {', '.join(game.title for game in self.games)}"

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {game.name: rules_facts(game) | self._rulings(game) for game in self.games}

    def to_pandas(self) -> pd.DataFrame:
        """One row per setting: its game, name, default, meaning and rulings."""
        import pandas as pd

        return pd.DataFrame(
            [{"game": game, **row} for game, facts in self.facts().items() for row in facts["settings"]]
        )

    def rulings(self) -> Iterator[str]:
        """The rulings that are asked for, in Markdown."""
        for game in self.games:
            if self.numbers:
                yield "\n".join(rulings.ruling(game, number) for number in self.numbers)
            elif self.text:
                yield rulings.page(game)

    def lines(self) -> Iterator[str | TextTable]:
        """A table of settings for each game, with its presets."""
        for game in self.games:
            yield rules(game)
            for preset, changes in game.presets.items():
                yield f"preset={preset}: {changed_settings(changes) or 'the defaults'}"
            yield f"How it is played: knotlab rules {game.name} --text"

    def _rulings(self, game: Game) -> dict[str, dict[str, str]]:
        """The rulings that are asked for, by number."""
        if self.numbers:
            return {"rulings": {number.upper(): rulings.ruling(game, number) for number in self.numbers}}
        return {"rulings": rulings.rulings(game)} if self.text else {}


@dataclass(frozen=True, repr=False)
class View(Shown):
    """What a strategy of a game sees, the kinds of move, and the columns of the event log."""

    game: Game

    @property
    def settings_line(self) -> str:
        """Whose view it is."""
        return f"view of {self.game.title}"

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {"fields": view_facts(self.game), "moves": move_facts(self.game), "log": log_facts(self.game)}

    def to_pandas(self) -> pd.DataFrame:
        """One row per field: name, shape, range, meaning and rulings."""
        import pandas as pd

        return pd.DataFrame(view_facts(self.game))

    def lines(self) -> Iterator[str | TextTable]:
        """Tables of the fields, moves, cards and columns."""
        yield from view(self.game)
        if rulings.has_page(self.game):
            number = next(iter(rulings.rulings(self.game)))
            yield f"What a ruling says: knotlab rules {self.game.name} {number}"


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


RANKS = "DEUCE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING ACE JOKER".split()
LINE, MORE = 80, " \N{HORIZONTAL ELLIPSIS}"  # characters of a line of the short list, and the end of one that is longer
MANY = 6  # parameters of a strategy that are no longer listed in a table


def strategies(game: str, known: Mapping[str, Strategy]) -> TextTable:
    """The strategies of a game."""
    versions, rows = tuned.versions(game), []
    for strategy in known.values():
        parameters = [f"{key}={name} (a strategy)" for key, name in strategy.assumed.items()]
        parameters += [
            f"{key}={parameter.default:g} ({parameter.low:g} .. {parameter.high:g})"
            for key, parameter in strategy.parameters.items()
        ]
        if len(parameters) > MANY:
            parameters = [f"{len(parameters)} of them; --json lists them"]
        named = [f"@{version}" for version in versions.get(strategy.name, ())]
        rows.append([strategy.name, strategy.idea, ", ".join(parameters), " ".join(named)])
    heads = ["strategy", "what it does", "parameters: default (from .. to)", "versions"]
    return TextTable(f"strategies of {game_list.find(game).title}", heads, rows)


def ideas(game: str, known: Mapping[str, Strategy]) -> str:
    """The strategies of a game, a line for each."""
    width = max(map(len, known)) + 2
    lines = [f"strategies of {game_list.find(game).title}"]
    for name, each in known.items():
        first, *_ = each.idea.partition(". ")
        lines.append(f"{name:{width}}{textwrap.shorten(first, LINE - width, placeholder=MORE)}")
    return "\n".join(lines)


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


def rules(game: Game) -> TextTable:
    """A game's settings."""
    fewest, most = game.players
    seats = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    title = f"{game.title}, {seats} players (one for each strategy named)"
    rows = [[each.name, str(_value(each.default)), each.meaning, each.rulings] for each in game.settings]
    return TextTable(title, ["setting", "default", "meaning", "ruling"], rows)


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


def view(game: Game) -> Iterator[str | TextTable]:
    """The fields of the view, the kinds of move, the numbers of cards (or of ranks) and the columns of the event
    log.
    """
    package = f"knotlab.sim.games.{game.name.replace('-', '_')}"
    fields = [
        [f"view.{name}", "x".join(map(str, shape)) or "number", ranges(values), meaning, ruling]
        for name, _, shape, values, meaning, ruling in game.view_fields
    ]
    heads = ["field", "shape", "range", "what it holds", "ruling"]
    yield TextTable(f"view of {game.title} (from {package}.state)", heads, fields)
    kinds = [
        [f"{name} = {number}", move_ranges(game, values), meaning, ruling]
        for number, (name, values, meaning, ruling) in enumerate(game.move_kinds)
    ]
    title = f"moves: {', '.join('move.' + name for name in game.move._fields)}"
    yield TextTable(title, ["move.kind", "range", "what it does", "ruling"], kinds)
    module = import_module(f"{package}.cards")
    names = module.NAMES
    constants = [f"{name} = {value}" for name, value in vars(module).items() if name in RANKS]
    cards = [
        [f"{first} .. {min(first + 13, len(names)) - 1}", " ".join(names[first : first + 13])]
        for first in range(0, len(names), 13)
    ]
    yield TextTable("cards, or ranks where suits do not count", ["number", "card"], cards)
    if constants:
        yield f"from {package}.cards: {', '.join(constants)}"
    title = (
        "event log, one row per decision (knotlab play --log); knotlab rate takes names of cards and moves in single "
        f"quotes: move_kind = '{game.move_kinds[0][0]}', or a column of cards = '{names[0]}'"
    )
    yield TextTable(title, ["column", "type", "what it holds", "ruling"], list(map(list, columns(game))))
