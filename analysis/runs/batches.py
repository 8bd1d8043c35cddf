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

    play: `play(*share(first, count))` plays a batch into a frame. share: what `play` needs for the `count` deals from
    number `first` on, and no more, as it may travel. deals: how many deals there are. rows: rows of a frame for each
    deal. workers, backend: how many are played at a time, and by what. summary: what is wanted of each frame; by
    default the frame. part: which batches are played and yielded; by default all. Yields each batch, or its summary, in
    order.
    """
    spans = [(first, min(size, deals - first)) for first in range(0, deals, size)]
    pieces = [
        Piece(number, rows * count, share(first, count))
        for number, (first, count) in enumerate(spans)
        if number in part
    ]
    kept = [folder is not None and folder.has_piece(piece.number, piece.rows) for piece in pieces]
    yield from play_pieces(play, pieces, kept, folder=folder, workers=workers, backend=backend, summary=summary)
