"""Who else sits at the table: a field named in the game's strategies (`FIELDS` of their package), or listed by the user."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from sim.errors import InputError
from sim.players import Player
from sim.settings import unknown
from strategies.library import players


def named_fields(game: str) -> dict[str, list[str]]:
    """A game's fields by name: strategies that take the chairs in turn."""
    found: dict[str, list[str]] = import_module(f"strategies.{game.replace('-', '_')}").FIELDS
    return found


def groups(game: str, field: str | Sequence[str], chairs: int, files: Sequence[Path | str] = ()) -> tuple[tuple[Player, ...], ...]:
    """The groups of opponents that a field gives for so many chairs: one for a list; for a named field, one that starts with each of its strategies.

    Raises InputError if there is no such field, or a list has not one strategy for each chair.
    """
    if isinstance(field, str):
        known = named_fields(game)
        if field not in known:
            raise unknown(f"field of {game}", field, known)
        members = players(game, known[field], files)
        return tuple(tuple(members[(start + chair) % len(members)] for chair in range(chairs)) for start in range(len(members)))
    if len(field) != chairs:
        raise InputError(f"a field at this table has {chairs} strateg{'y' if chairs == 1 else 'ies'}, one for each other player, not {len(field)}")
    return (players(game, field, files),)
