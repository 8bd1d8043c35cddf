"""Work in batches of consecutive deals, by all workers, in order; kept in a run folder and found again there, if there
is one.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import polars as pl

from knotlab.analysis.runs.backends import fan_out
from knotlab.sim.fanout import THREADS
from knotlab.sim.store import RunFolder


def in_batches(
    play: Callable[..., pl.DataFrame],
    arguments: Sequence[Any],
    deals: int,
    size: int,
    rows: int,
    *,
    folder: RunFolder | None,
    workers: int,
    backend: str = THREADS,
) -> Iterator[pl.DataFrame]:
    """play(*arguments, first, count) of one batch of deals after another, up to so many deals: from the folder as far
    as they are there, then played.

    rows: of a batch's frame for each deal.
    """
    sizes = [min(size, deals - first) for first in range(0, deals, size)]
    number = 0
    while folder and number < len(sizes) and (kept := folder.read_part(number, rows * sizes[number])) is not None:
        yield kept.head(rows * sizes[number])
        number += 1
    for frame in fan_out(play, [(*arguments, i * size, sizes[i]) for i in range(number, len(sizes))], workers, backend):
        if folder:
            folder.write_part(number, frame)
        number += 1
        yield frame
