"""Who else sits at the table: a field named in the game's strategies (`FIELDS` of their package), or listed by the user."""

import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from sim.errors import InputError
from sim.players import Player
from sim.settings import unknown
from strategies.library import catalogue, players


def named_fields(game: str) -> dict[str, list[str]]:
    """A game's fields by name: strategies that take the chairs in turn."""
    found: dict[str, list[str]] = import_module(f"strategies.{game.replace('-', '_')}").FIELDS
    return found


def read_field(game: str, text: str, files: Sequence[Path | str] = ()) -> str | tuple[str, ...]:
    """A field as somebody writes it: the name of one, or strategies with spaces between; raises InputError if one word is neither."""
    words = text.split()
    fields, strategies = named_fields(game), catalogue(game, files)
    if text in fields:
        return text
    if len(words) == 1 and re.split(r"[:+]", text)[0] not in strategies:
        raise unknown(f"field or strategy of {game}", text, [*fields, *strategies])
    return tuple(words)


def groups(game: str, field: str | Sequence[str], chairs: int, files: Sequence[Path | str] = ()) -> tuple[tuple[Player, ...], ...]:
    """The groups of opponents that a field gives for so many chairs: one for a list; for a named field, one that starts with each of its strategies.

    Raises InputError if a list has not one strategy for each chair.
    """
    if isinstance(field, str):
        members = players(game, named_fields(game)[field], files)
        return tuple(tuple(members[(start + chair) % len(members)] for chair in range(chairs)) for start in range(len(members)))
    if len(field) != chairs:
        raise InputError(f"a field at this table has {chairs} strateg{'y' if chairs == 1 else 'ies'}, one for each other player, not {len(field)}")
    return (players(game, field, files),)
