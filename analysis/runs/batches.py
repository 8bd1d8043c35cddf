"""Work in batches of consecutive deals, by all workers, in order; kept in a run folder and found again there, if there
is one.
"""

from collections.abc import Callable, Iterator
from typing import Any

import polars as pl

from knotlab.sim.playing.delivery import WHOLE, Part, Piece, Summary, play_pieces
from knotlab.sim.playing.fanout import THREADS
from knotlab.sim.storage.run_folder import RunFolder


def in_batches(
    play: Callable[..., pl.DataFrame],
    share: Callable[[int, int], tuple[Any, ...]],
    deals: int,
    size: int,
    rows: int,
    *,
    folder: RunFolder | None,
    workers: int,
    backend: str = THREADS,
    summary: Summary | None = None,
    part: Part = WHOLE,
) -> Iterator[Any]:
    """One batch of deals after another: from the folder as far as they are there, else played.

    Parameters
    ----------
    play : callable
        `play(*share(first, count))` plays a batch into a frame.
    share : callable
        What `play` needs for the `count` deals from number `first` on, and no more, as it may travel.
    deals : int
        How many deals there are.
    size : int
        Deals of a batch.
    rows : int
        Rows of a frame for each deal.
    folder : RunFolder or None
        Where batches are kept.
    workers, backend
        How many are played at a time, and by what.
    summary : callable, optional
        What is wanted of each frame; by default the frame.
    part : Part
        Which batches are played and yielded; by default all.

    Yields
    ------
    DataFrame or object
        Each batch, or its summary, in order.
    """
    spans = [(first, min(size, deals - first)) for first in range(0, deals, size)]
    pieces = [
        Piece(number, rows * count, share(first, count))
        for number, (first, count) in enumerate(spans)
        if number in part
    ]
    kept = [folder is not None and folder.has_piece(piece.number, piece.rows) for piece in pieces]
    yield from play_pieces(play, pieces, kept, folder=folder, workers=workers, backend=backend, summary=summary)
