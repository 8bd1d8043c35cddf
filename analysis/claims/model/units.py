"""Units of effects and rates, and how they are spelled out."""

import difflib
import math
from collections.abc import Iterable
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


class Precision(NamedTuple):
    """Half the width that intervals of sizes are to have: of effects that are shares, or of all others."""

    half_width: float
    is_share: bool


def precision_for(units: Iterable[str], half_width: float | None) -> Precision | None:
    """What a half-width is about, given the units of the effects: shares if there are any; raises InputError if it
    cannot be the half-width of one.

    >>> precision_for(["loss_rate", "turns"], 0.0025), precision_for(["turns"], 2.0)
    (Precision(half_width=0.0025, is_share=True), Precision(half_width=2.0, is_share=False))
    """
    if half_width is None:
        return None
    is_share = any(unit_named(unit).is_share for unit in units)
    if not 0 < half_width < (1 if is_share else math.inf):
        needed = "a share between 0 and 1, such as 0.0025" if is_share else "a number above 0"
        raise InputError(f"the precision is {needed}, not {half_width:g}")
    return Precision(half_width, is_share)


def check_unit(name: str) -> None:
    """Raise InputError if a unit has no name, or nearly the name of another one."""
    near = difflib.get_close_matches(name, UNITS, 1, 0.8)
    if not name or (near and near[0] != name):
        raise InputError(f"there is no unit '{name}'{f'; did you mean {near[0]!r}?' if near else ''}")
