"""Who else sits at the table: a field named in the game's strategies (`FIELDS` of their package), or listed by the
user.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.players import Player
from knotlab.sim.settings import unknown
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.home import module_of
from knotlab.strategies.resolve import players
from knotlab.strategies.spelling import bare_names

USUAL_PLAYERS = 3
CALLED = {"plain": "mixed"}  # fields, by what their tables are called


def named_fields(game: str) -> dict[str, list[str] | dict[int, list[str]]]:
    """A game's fields by name and version: strategies that take the chairs in turn, or such by the number of players
    from which on they do.
    """
    fields: dict[str, list[str] | dict[int, list[str]]] = _package(game).FIELDS
    return fields


def field_names(game: str) -> list[str]:
    """The names of a game's fields, without their versions."""
    return list(dict.fromkeys(name.rpartition("-")[0] for name in named_fields(game)))


def version_of(game: str, field: str) -> str:
    """The version that a field's name stands for: the newest one, unless the name says which. Raises InputError if
    there is no such field.

    >>> version_of("knotweed", "mixed"), version_of("knotweed", "mixed-1")
    ('mixed-2', 'mixed-1')
    """
    fields = named_fields(game)
    if field in fields:
        return field
    if field not in field_names(game):
        raise _no_field("field", field, field_names(game), game)
    return max((name for name in fields if name.rpartition("-")[0] == field), key=lambda name: int(name.split("-")[-1]))


def _no_field(kind: str, name: str, known: Sequence[str], game: str) -> InputError:
    """The error for a field that does not exist."""
    if CALLED.get(name) in known:
        return InputError(f"the field of {name} tables is called '{CALLED[name]}', not '{name}'")
    return unknown(kind, name, known, f"for {game}")


def is_field(game: str, name: str) -> bool:
    """Whether a word is the name of a field of a game, with its version or without."""
    return name in named_fields(game) or name in field_names(game)


def _package(game: str) -> ModuleType:
    games.find(game)
    return module_of(game)


def members(game: str, field: str, n_players: int) -> list[str]:
    """The strategies of a named field at a table of this many players.

    >>> members("knotweed", "simple", 3)
    ['dump']
    """
    listed = named_fields(game)[version_of(game, field)]
    return listed if isinstance(listed, list) else listed[max(size for size in listed if size <= n_players)]


def usual_players(game: str, field: str | Sequence[str] | None = None) -> int:
    """The number of players if nobody says: what a listed field asks for, else three; of these the nearest that the
    game has.
    """
    low, high = games.find(game).players
    asked = USUAL_PLAYERS if field is None or isinstance(field, str) else len(field) + 1
    return min(max(asked, low), high)


def watched(game: str) -> list[str]:
    """Who plays the game of this kind that is shown to be watched (`WATCHED` of the game's strategies)."""
    return list(_package(game).WATCHED)


def usual_tunable(game: str) -> str:
    """The strategy whose parameters are tuned if nobody says."""
    return str(_package(game).TUNABLE)


def baseline(game: str) -> str:
    """The plain player whom a habit is laid over if nobody says (`BASELINE` of the game's strategies)."""
    return str(_package(game).BASELINE)


def tips_within(game: str, strategy: str) -> dict[str, tuple[str, ...]]:
    """The tips that a strategy weighs, each with the parameters that carry it (`ABLATED` of the game's strategies);
    none if it has no such list.
    """
    ablated: dict[str, dict[str, tuple[str, ...]]] = getattr(_package(game), "ABLATED", {})
    return ablated.get(bare_names(strategy)[0], {})


def read_field(game: str, text: str, files: Sequence[Path | str] = ()) -> str | tuple[str, ...]:
    """A field as somebody writes it: the name of one, of which the version is taken that it stands for, or strategies
    with spaces between; raises InputError if one word is neither.
    """
    words = text.split()
    if is_field(game, text):
        return version_of(game, text)
    strategies = catalogue(game, files)
    if len(words) == 1 and re.split(r"[:+@]", text)[0] not in strategies:
        raise _no_field("field or strategy", text, [*field_names(game), *strategies], game)
    return tuple(words)


def groups(
    game: str, field: str | Sequence[str], chairs: int, files: Sequence[Path | str] = ()
) -> tuple[tuple[Player, ...], ...]:
    """The groups of opponents that a field gives for this many chairs: one for a list; for a named field, one that
    starts with each of its strategies.

    field: the name of a field, or a strategy for each chair. chairs: how many opponents there are. Raises InputError if
    a list has not one strategy for each chair.
    """
    if isinstance(field, str):
        opponents = players(game, members(game, field, chairs + 1), files)
        return tuple(
            tuple(opponents[(start + chair) % len(opponents)] for chair in range(chairs))
            for start in range(len(opponents))
        )
    if len(field) != chairs:
        raise InputError(
            f"a field at this table has {chairs} strateg{'y' if chairs == 1 else 'ies'}, one for each other player, "
            f"not {len(field)}"
        )
    return (players(game, field, files),)
