"""Names of strategies in tables: without the tremble that all of them have, which is said once instead."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

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


def labels(names: Sequence[str]) -> Labels:
    """Labels for some strategies.

    >>> labels(["shed:tremble=0.02", "ten-chain:tens=3,tremble=0.02"])
    Labels(short={'shed:tremble=0.02': 'shed', 'ten-chain:tens=3,tremble=0.02': 'ten-chain:tens=3'}, \
tremble='0.02')
    >>> labels(["shed:tremble=0.02", "random"]).note
    ''
    """
    matches = [TREMBLE.search(name) for name in names]
    trembles = {match[1] if match else None for match in matches}
    tremble = trembles.pop() if len(trembles) == 1 else None
    if tremble is None:
        return Labels({name: name for name in names})
    return Labels({name: TREMBLE.sub("", name) for name in names}, tremble)
