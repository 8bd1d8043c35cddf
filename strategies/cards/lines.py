"""Lines of a table card as numbers: each line is one whole number below 2 ** 53, so that it fits into a parameter.

The lowest bits are the same in all games: at which tables a line holds, and whether it advises against its moves. The
others are the game's.
"""

from collections.abc import Mapping
from typing import NamedTuple

from knotlab.sim.compiling.jit import strict


class Bits(NamedTuple):
    """Where a part of a line is in its number."""

    at: int
    mask: int


def layout(**widths: int) -> dict[str, Bits]:
    """Where the parts of a line are, from their widths in bits."""
    places, at = {}, 0
    for name, width in widths.items():
        places[name] = Bits(at, (1 << width) - 1)
        at += width
    return places


def pack(places: Mapping[str, Bits], parts: Mapping[str, int]) -> int:
    """A line's number from its parts; those that are not named are 0."""
    return sum(value << places[name].at for name, value in parts.items())


def unpack(places: Mapping[str, Bits], line: int) -> dict[str, int]:
    """A line's parts from its number."""
    return {name: line >> at & mask for name, (at, mask) in places.items()}


TABLES = (2, 3, 4)  # players still named by a card; the last stands for more, too


@strict
def holds_here(line, players):
    """Whether a line holds at a table of so many players."""
    return line >> min(players - 2, 2) & 1 == 1


@strict
def compared(number, at_least, bound):
    """Whether a number is as a line says: at least, or at most, so much."""
    return number >= bound if at_least == 1 else number <= bound
