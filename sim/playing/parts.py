"""A part of what is asked for, K of N: every N-th of its pieces from the K-th on, played by a machine that knows
nothing of the others. The files of all parts, copied into one folder, are the whole.
"""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass

from knotlab.sim.held import held


@dataclass(frozen=True)
class Part:
    """Every `of`-th of some pieces, which are numbered from 0, or of some claims, from the `k`-th on.

    >>> list(Part(2, 3).of_first(8)), list(WHOLE.of_first(3))
    ([1, 4, 7], [0, 1, 2])
    >>> str(Part(2, 3))
    '2/3'
    """

    k: int
    of: int

    def of_first(self, n: int) -> range:
        """Which of the first n are in it."""
        return range(self.k - 1, n, self.of)

    def __str__(self) -> str:
        return f"{self.k}/{self.of}"


WHOLE = Part(1, 1)
_chosen: ContextVar[Part] = ContextVar("part", default=WHOLE)


class PartPlayed(Exception):
    """Ends a call of which one part was to be played, where this part alone has no result."""


def chosen_part() -> Part:
    """Which part of what is asked for is to be played; the whole unless `playing_only` says otherwise."""
    return _chosen.get()


@contextlib.contextmanager
def playing_only(part: Part) -> Iterator[None]:
    """Have one part played of whatever is asked for within the block."""
    with held((_chosen, part)), contextlib.suppress(PartPlayed):
        yield
