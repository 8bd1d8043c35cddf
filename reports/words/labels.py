"""Names of strategies in tables: settings that ship go by their names, and the tremble that all have is said once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from knotlab.strategies.spelling import short_name

TREMBLE = re.compile(r"[:,]tremble=([0-9.e-]+)$")


@dataclass(frozen=True)
class Labels:
    """What strategies are called, by their names in full. tremble: what all of them have, as it is written."""

    short: dict[str, str]
    tremble: str | None = None

    def __getitem__(self, name: str) -> str:
        return self.short[name]

    @property
    def note(self) -> str:
        """What all of them have, in words; empty if nothing."""
        return f"every strategy with tremble={self.tremble}" if self.tremble else ""


def labels(game: str, names: Sequence[str]) -> Labels:
    """Labels for some strategies of a game.

    >>> labels("twisted-knot", ["shed:tremble=0.02", "ten-chain:tens=3,tremble=0.02"])
    Labels(short={'shed:tremble=0.02': 'shed', 'ten-chain:tens=3,tremble=0.02': 'ten-chain:tens=3'}, \
tremble='0.02')
    >>> labels("twisted-knot", ["shed:tremble=0.02", "random"]).note
    ''
    """
    matches = [TREMBLE.search(name) for name in names]
    trembles = {match[1] if match else None for match in matches}
    tremble = trembles.pop() if len(trembles) == 1 else None
    if tremble is None:
        return Labels({name: short_name(game, name) for name in names})
    return Labels({name: short_name(game, TREMBLE.sub("", name)) for name in names}, tremble)
