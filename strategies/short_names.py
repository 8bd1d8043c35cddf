"""Players' names with settings that ship called by their names: `threshold@v3` in place of all their parameters."""

import re
from functools import cache

from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.spelling import PARTS, read_parts, spell
from knotlab.strategies.tuned import versions


def short_name(game: str, name: str) -> str:
    """The shortest spelling of a player of a game, from the full one.

    >>> short_name("twyst", "threshold:ace=6.667,court=6.519,misere=0.365,numeral=7.427,slope=0.7044+champion")
    'threshold@v3+champion'
    >>> short_name("twisted-knot", "hoard-aces:tremble=0.02")
    'hoard-aces:tremble=0.02'
    """
    return "+".join(_short_part(game, part) for part in re.split(PARTS, name)) if "=" in name else name


def _short_part(game: str, part: str) -> str:
    """The same for one strategy: its settings, and whatever comes after them."""
    for full, short in _settings(game).items():
        if part == full or part.startswith(full + ","):
            rest = part[len(full) + 1 :]
            return f"{short}:{rest}" if rest else short
    return part


@cache
def _settings(game: str) -> dict[str, str]:
    """Settings that ship with a game, by the full spelling of their strategies: those with most parameters first, and
    none with only one, which says more than a name. Of several that are the same, the last counts.
    """
    known = catalogue(game)
    named = [f"{strategy}@{version}" for strategy, all_of in versions(game).items() for version in all_of]
    full = {spell(read_parts(game, name, known)): name for name in named}
    return {spelling: full[spelling] for spelling in sorted(full, key=len, reverse=True) if "," in spelling}
