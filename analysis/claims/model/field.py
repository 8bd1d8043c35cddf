"""Where an experiment is played: how many sit at the table, and who, a field named in the game's strategies, or
strategies that are listed.
"""

import re
from collections.abc import Sequence
from typing import Protocol

from knotlab.analysis.runs.fields import members, version_of
from knotlab.sim import games
from knotlab.sim.errors import InputError

Field = str | tuple[str, ...]  # the name of a field, perhaps with its version, or strategies that take chairs in turn


def members_of(game: str, field: Field, n_players: int) -> Sequence[str]:
    """The strategies of a field, in their order, at a table of this many players."""
    return members(game, field, n_players) if isinstance(field, str) else field


def seated(game: str, field: Field, n_players: int, chairs: int, start: int = 0) -> list[str]:
    """The strategies of a field on this many chairs, in turn, from one of them on.

    field: the name of a field, or a strategy for each chair. n_players: how many sit at the table. chairs: how many
    chairs the field fills. start: which of the field's strategies sits first.

    >>> seated("knotweed", ("dump", "random"), 3, 3)
    ['dump', 'random', 'dump']
    """
    strategies = members_of(game, field, n_players)
    return [strategies[(start + chair) % len(strategies)] for chair in range(chairs)]


def line_ups(game: str, field: Field, n_players: int) -> list[list[str]]:
    """All line-ups that a field gives: of a named field one that begins with each of its strategies, so that all of
    them play; of listed strategies the one there is.
    """
    starts = range(len(members_of(game, field, n_players))) if isinstance(field, str) else range(1)
    return [seated(game, field, n_players, n_players, start) for start in starts]


def name_of_field(field: Field) -> str:
    """A field as it is shown, without its version.

    >>> name_of_field("mixed-1"), name_of_field(("shed", "random"))
    ('mixed', 'shed, random')
    """
    return re.sub(r"-\d+$", "", field) if isinstance(field, str) else ", ".join(field)


def check_field(game: str, field: Field, n_players: int) -> None:
    """Raise InputError if there is no such table."""
    low, high = games.find(game).players
    if not low <= n_players <= high:
        raise InputError(f"{game} has {f'{low} to {high}' if low < high else low} players, not {n_players}")
    if isinstance(field, str):
        version_of(game, field)
    if not field:
        raise InputError("a table has at least one strategy")


class Site(Protocol):
    """Where an experiment is played, as far as the experiment needs to know it."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...

    @property
    def players(self) -> int:
        """How many play."""
        ...

    @property
    def field(self) -> Field:
        """Who else plays."""
        ...

    @property
    def field_name(self) -> str:
        """The field as it is shown."""
        ...

    def others(self) -> list[str]:
        """The strategies of the field on all chairs but one."""
        ...

    def line_ups(self) -> list[list[str]]:
        """All line-ups of the field at this table."""
        ...
