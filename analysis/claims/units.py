"""Units of effects and rates, and how they are spelled out."""

import difflib
from typing import NamedTuple

from knotlab.sim.errors import InputError


class Unit(NamedTuple):
    """A unit: what it is called after a number, and whether it is a share, which is shown in percentage points."""

    words: str
    is_share: bool = False


UNITS = {
    "loss_rate": Unit("percentage points of loss rate", is_share=True),
    "win_rate": Unit("percentage points of win rate", is_share=True),
    "mean_place": Unit("of mean place"),
    "mean_score": Unit("points per deal"),
    "share": Unit("percentage points", is_share=True),
    "deals": Unit("percentage points of deals", is_share=True),
    "resets": Unit("resets per game"),
}


def unit_named(name: str) -> Unit:
    """A unit by name; one that is not listed is what it is called.

    >>> unit_named("turns").words, unit_named("share").is_share
    ('turns', True)
    """
    return UNITS.get(name, Unit(name))


def check_unit(name: str) -> None:
    """Raise InputError if a unit has no name, or nearly the name of another one."""
    near = difflib.get_close_matches(name, UNITS, 1, 0.8)
    if not name or (near and near[0] != name):
        raise InputError(f"there is no unit '{name}'{f'; did you mean {near[0]!r}?' if near else ''}")
