"""Rows that Polars asks for when it wants them, from a generator."""

import atexit
import time
from collections.abc import Callable, Iterator
from typing import Any

import polars as pl
from polars.io.plugins import register_io_source

LONGEST = 10.0  # seconds that a program waits at its end for a frame that is being made
QUIET = 0.05  # seconds after which nobody asks for another one
_unfinished: dict[object, bool] = {}  # generators that did not come to their end, and whether they run


def lazy_rows(rows: Callable[..., Iterator[pl.DataFrame]], schema: Any) -> pl.LazyFrame:
    """A lazy frame of what a generator yields: `rows(columns, condition, most, batch)`, as Polars calls it.

    When Polars has all that was asked for (`head` behind a filter), it may still be reading on in a thread of its own.
    A program is aborted if such a thread runs Python code when Python has ended; so the end waits for it.
    """

    def noted(*asked: Any) -> Iterator[pl.DataFrame]:
        mark = object()
        try:
            _unfinished[mark] = True
            for frame in rows(*asked):
                _unfinished[mark] = False
                yield frame
                _unfinished[mark] = True
        finally:
            _unfinished.pop(mark, None)

    return register_io_source(noted, schema=schema)


@atexit.register
def _wait_for_frames() -> None:
    start = busy_at = now = time.monotonic()
    while _unfinished and now < min(busy_at + QUIET, start + LONGEST):
        time.sleep(0.005)
        now = time.monotonic()
        if any(_unfinished.values()):
            busy_at = now
