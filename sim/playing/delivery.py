"""How the parts of a run come back from whoever plays them.

Where only sums are needed, whoever plays a part sends a summary of it. Its rows are written by the driver. A worker of
a Dask cluster that reaches the run's folder leaves them there itself, under another name, so that they do not travel;
the driver renames them when their turn comes.
"""

import contextlib
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from knotlab.sim.errors import RunError
from knotlab.sim.playing.cluster import SCHEME
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.storage.store import RunFolder

Summary = Callable[[pl.DataFrame], Any]


class Part(NamedTuple):
    """A part of a run: its number in the folder, its rows, and the arguments of the call that plays it."""

    number: int
    rows: int
    arguments: tuple[Any, ...]


class Delivered(NamedTuple):
    """What comes back of a part.

    Attributes
    ----------
    content : object
        Its summary, or its rows if there is none.
    rows : DataFrame or None
        What the driver is to write, if anything.
    is_staged : bool
        Whether the rows are in the folder already.
    """

    content: Any
    rows: pl.DataFrame | None = None
    is_staged: bool = False


@dataclass(frozen=True)
class Delivery:
    """How parts are to come back.

    Attributes
    ----------
    summary : callable or None
        Makes of a part's rows what is sent; None: the rows themselves.
    folder : RunFolder or None
        Where the rows are kept.
    sign : Path or None
        A file in that folder. Who finds it is at the same folder and writes parts there.
    """

    summary: Summary | None = None
    folder: RunFolder | None = None
    sign: Path | None = None

    def of(self, number: int, rows: pl.DataFrame) -> Delivered:
        """What is sent of a part, by whoever has played it."""
        content = rows if self.summary is None else self.summary(rows)
        if self.folder is None:
            return Delivered(content)
        if self.summary is not None and self.sign is not None and self.sign.exists():
            with contextlib.suppress(RunError):  # a folder that can be read only: the driver writes
                self.folder.stage_part(number, rows)
                if not self.sign.exists():  # nobody waits for it any more
                    self.folder.drop_staged(number)
                return Delivered(content, is_staged=True)
        return Delivered(content, rows)

    def take(self, number: int, delivered: Delivered) -> Any:
        """A part's content, once its rows are kept."""
        if self.folder is not None and delivered.is_staged:
            self.folder.take_staged(number)
        elif self.folder is not None and delivered.rows is not None:
            self.folder.write_part(number, delivered.rows)
        return delivered.content


def _play(play: Callable[..., pl.DataFrame], part: Part, delivery: Delivery) -> Delivered:
    """Play a part, wherever this is called."""
    return delivery.of(part.number, play(*part.arguments))


def play_parts(
    play: Callable[..., pl.DataFrame],
    parts: Sequence[Part],
    is_kept: Sequence[bool],
    *,
    folder: RunFolder | None,
    workers: int,
    backend: str,
    summary: Summary | None = None,
) -> Iterator[Any]:
    """The parts of a run, in order: from its folder where they are there, else played.

    Parameters
    ----------
    play : callable
        `play(*part.arguments)` makes the rows of a part.
    parts : sequence of Part
    is_kept : sequence of bool
        Which of them the folder has.
    folder : RunFolder or None
        Where parts are kept.
    workers, backend
        As `knotlab.sim.playing.fanout.fan_out` takes them.
    summary : callable, optional
        What is wanted of the rows of each part; by default the rows.

    Yields
    ------
    object
        The summary of each part, or its rows.

    Raises
    ------
    InputError
        If a part is damaged.
    StrategyError, RunError
        As `fan_out`; the parts before it have been yielded and kept.
    """
    lacking = [part for part, kept in zip(parts, is_kept, strict=True) if not kept]
    is_shared = folder is not None and summary is not None and backend.startswith(SCHEME)
    with _signed(folder) if folder is not None and is_shared and lacking else contextlib.nullcontext() as sign:
        delivery = Delivery(summary, folder, sign)
        played = fan_out(_play, [(play, part, delivery) for part in lacking], workers, backend)
        for part, kept in zip(parts, is_kept, strict=True):
            if not kept:
                yield delivery.take(part.number, next(played))
                continue
            assert folder is not None
            rows = folder.read_part(part.number, part.rows)
            assert rows is not None
            yield rows.head(part.rows) if summary is None else summary(rows.head(part.rows))


@contextlib.contextmanager
def _signed(folder: RunFolder) -> Iterator[Path]:
    """A file in a folder that nobody finds elsewhere, for as long as the block lasts."""
    sign = folder.path.resolve() / f".shared-{uuid.uuid4().hex}"
    with folder.writing():
        sign.touch()
    try:
        yield sign
    finally:
        sign.unlink(missing_ok=True)
        for number in folder.staged():
            folder.drop_staged(number)
