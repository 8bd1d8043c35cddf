"""The table that a reader chooses at the top of the page: how many play, and against whom.

All that depends on it is written into the page once for every choice at which it differs, with the choices at which it
is shown; the page's script only says which choice that is. Without scripts it is the usual one.
"""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from knotlab.analysis.claims.judgement.at_table import CHOICES, SIZES, USUAL, Against, TableChoice
from knotlab.reports.words import capital
from knotlab.reports.words.at_table import TABLES_AGAINST, name_of

Part = TypeVar("Part")


class ShownAt(NamedTuple, Generic[Part]):
    """A part of the page with the choices at which it is shown, by their keys; none: at all of them."""

    at: str
    part: Part


def key(choice: TableChoice) -> str:
    """A choice as the page's script and styles name it.

    >>> key(USUAL)
    '3-plain'
    """
    return f"{choice.players}-{choice.against}"


def varied(make: Callable[[TableChoice], Part]) -> list[ShownAt[Part]]:
    """What is made of each choice, once for all at which it is the same."""
    parts: list[tuple[list[str], Part]] = []
    for choice in CHOICES:
        part = make(choice)
        same = next((keys for keys, other in parts if other == part), None)
        if same is None:
            parts.append(([key(choice)], part))
        else:
            same.append(key(choice))
    return [ShownAt(" ".join(keys) if len(keys) < len(CHOICES) else "", part) for keys, part in parts]


def at_size(players: int) -> str:
    """The choices with so many players."""
    return " ".join(key(choice) for choice in CHOICES if choice.players == players)


def at_tables(against: Against) -> str:
    """The choices with plain or strong tables."""
    return " ".join(key(choice) for choice in CHOICES if choice.against == against)


def facts() -> dict[str, object]:
    """What the page says of the choice itself."""
    return {
        "tables": [key(choice) for choice in CHOICES],
        "usual": key(USUAL),
        "sizes": SIZES,
        "against": [(each.value, capital(name)) for each, name in TABLES_AGAINST.items()],
        "names": varied(name_of),
        "usual_name": name_of(USUAL),
    }
