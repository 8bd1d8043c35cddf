"""All claims that come with knotlab, and how they share one level."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from knotlab.analysis.claims.model.cells import family, headlines
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.stats.headline import Levels, share_out
from knotlab.sim import games
from knotlab.sim.errors import InputError, did_you_mean

ROOM = 640  # cells that share the level; more than there are, so that a new claim does not widen the intervals of all


@cache
def tips() -> tuple[Tip, ...]:
    """All claims that ship, in the order of their numbers."""
    return tuple(tip for game in games.listed() for tip in getattr(rulebook_of(game), "TIPS", ()))


def rulebook_of(game: str) -> ModuleType | None:
    """The module of the claims about a game, if there is one."""
    name = f"knotlab.analysis.claims.rulebooks.{game.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None


def tip_named(name: str, own: Sequence[Tip] | None = None) -> Tip:
    """A claim by its id.

    name: the id, in capital or small letters. own: claims to choose from; none: those that ship. Raises InputError if
    there is none of that id; with the nearest id, or all of them.
    """
    known = {tip.id: tip for tip in (tips() if own is None else own)}
    wanted = name.upper()
    if wanted in known:
        return known[wanted]
    every = f"knotlab claims --list shows all {len(known)}" if own is None else f"known: {', '.join(known)}"
    raise InputError(f"there is no claim '{name}'{did_you_mean(wanted, known) or ';'} {every}")


def chosen(names: Sequence[str], own: Sequence[Tip] | None = None) -> list[Tip]:
    """The claims of some ids, each once, in their own order; all of them if none is named. Raises InputError as
    `tip_named` does.
    """
    wanted = [tip_named(name, own).id for name in names]
    return [tip for tip in (tips() if own is None else own) if not wanted or tip.id in wanted]


@cache
def count() -> int:
    """How many verdicts share the level, each with its part of it: those that there is room for, or all that there
    are.
    """
    return max(ROOM, family(tips()))


def levels_of(inquiry: Inquiry) -> Levels:
    """What each headline, and each cell's part in simultaneous intervals, may use of the level of an inquiry.

    inquiry: with the numbers of cells and headlines that share its level; where it has none, those of all that come
    with knotlab.
    """
    tips_there = headlines(tips()) if inquiry.tips is None else inquiry.tips
    return share_out(inquiry.level, tips_there, count() if inquiry.cells is None else inquiry.cells)
