"""How the pieces of a run come back from whoever plays them.

Where only sums are needed, whoever plays a piece sends a summary of it. Its rows are written by the driver; by a worker
of a Dask cluster itself, if that reaches the run's folder, so that they do not travel.
"""

import contextlib
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from knotlab.sim.errors import InputError, RunError
from knotlab.sim.held import held
from knotlab.sim.playing import asked
from knotlab.sim.playing.cluster import SCHEME
from knotlab.sim.playing.fanout import THREADS, fan_out
from knotlab.sim.playing.parts import WHOLE, Part
from knotlab.sim.storage.pieces import Pieces, undamaged
from knotlab.sim.storage.run_folder import RunFolder

Summary = Callable[[pl.DataFrame], Any]
CHOICES = "choices"  # the column of the choices of players who need not repeat
WINDOW = 1024  # pieces that are handed out at a time, so that memory does not grow with a run


class Piece(NamedTuple):
    """A piece of a run: its number in the folder, its rows, and the arguments of the call that plays it."""

    number: int
    rows: int
    arguments: tuple[Any, ...]


class Delivered(NamedTuple):
    """What comes back of a piece: its summary, or its rows if there is none, and rows that the driver is to write."""

    content: Any
    rows: pl.DataFrame | None = None


@dataclass(frozen=True)
class Delivery:
    """How pieces are to come back.

    summary: makes of a piece's rows what is sent; None: the rows themselves. folder: where the rows are kept. sign: a
    file in that folder. Who finds it is at the same folder and writes pieces there. followed: the same run as it was
    played before, if what was chosen then is chosen again.
    """

    summary: Summary | None = None
    folder: RunFolder | None = None
    sign: Path | None = None
    followed: RunFolder | None = None

    def choices(self, number: int) -> Iterator[int] | None:
        """What those who need not repeat chose when a piece was played before; None if they are to be asked."""
        if self.followed is None:
            return None
        rows = self.followed.read_piece(number)
        return chain.from_iterable(() if rows is None or CHOICES not in rows else rows[CHOICES])

    def of(self, number: int, rows: pl.DataFrame) -> Delivered:
        """What is sent of a piece, by whoever has played it."""
        content = rows if self.summary is None else self.summary(rows)
        if self.folder is None:
            return Delivered(content)
        if self.summary is not None and self.sign is not None and self.sign.exists():
            with contextlib.suppress(RunError):  # a folder that can be read only: the driver writes
                self.folder.write_piece(number, rows)
                return Delivered(content)
        return Delivered(content, rows)

    def take(self, number: int, delivered: Delivered) -> Any:
        """A piece's content, once its rows are kept."""
        if self.folder is not None and delivered.rows is not None:
            self.folder.write_piece(number, delivered.rows)
        return delivered.content


def _deliver(play: Callable[..., pl.DataFrame], piece: Piece, delivery: Delivery) -> Delivered:
    """Play a piece, wherever this is called. The choices of those who need not repeat come with its rows, in the
    order in which the games were played: of each game in a row of its own, or, if there are not as many rows as games,
    of all in the first.
    """
    with asked.keeping(delivery.choices(piece.number)) as kept:
        rows = play(*piece.arguments)
    if kept:
        of_rows = kept if len(kept) == len(rows) else [list(chain(*kept)), *([[]] * (len(rows) - 1))]
        rows = rows.with_columns(pl.Series(CHOICES, of_rows, pl.List(pl.Int64)))
    return delivery.of(piece.number, rows)


_followed: ContextVar[tuple[Path, Path] | None] = ContextVar("followed", default=None)


def following(before: Path, again: Path) -> contextlib.AbstractContextManager[None]:
    """Have those who need not repeat choose, in runs that are kept in a folder `again` within the block, what they
    chose in the same runs in a folder `before`.
    """
    return held((_followed, (before, again)))


def _before(folder: RunFolder | None) -> RunFolder | None:
    """The run that is followed by the one in a folder, if one is; raises InputError if there is none of that name."""
    paths = _followed.get()
    if folder is None or paths is None or not folder.path.is_relative_to(paths[1]):
        return None
    run = RunFolder(paths[0] / folder.path.relative_to(paths[1]))
    if not run.exists():
        raise InputError(
            f"the command now plays {run.path.relative_to(paths[0])}, which is not in the folder: files are "
            "missing there, or the rules, strategies or code here are not those that it was made with"
        )
    return run


def play_pieces(
    play: Callable[..., pl.DataFrame],
    pieces: Iterable[Piece],
    *,
    folder: RunFolder | None,
    workers: int,
    backend: str,
    summary: Summary | None = None,
    log: bool = False,
) -> Iterator[Any]:
    """Pieces of a run, in order: from its folder where they are there, else played.

    play: `play(*piece.arguments)` makes the rows of a piece. workers, backend: as
    `knotlab.sim.playing.fanout.fan_out` takes them. summary: what is wanted of the rows of each piece; by default the
    rows. log: whether a piece counts as there only with its event log, which `play` then writes. Yields the summary of
    each piece, or its rows. Raises InputError if a piece is damaged, or the run was begun with other versions. Raises
    StrategyError, RunError as `fan_out`; the pieces before it have been yielded and kept.
    """
    rest = iter(pieces)
    while window := list(islice(rest, WINDOW)):
        lacking = _lacking(window, folder, log)
        if folder is not None and lacking:
            folder.check_versions()
            lacking = _lacking(window, folder, log)  # pieces by versions that are noted now can be too short
        is_shared = folder is not None and summary is not None and backend.startswith(SCHEME)
        with _signed(folder) if folder is not None and is_shared and lacking else contextlib.nullcontext() as sign:
            delivery = Delivery(summary, folder, sign, _before(folder))
            played = fan_out(
                _deliver, [(play, each, delivery) for each in window if each.number in lacking], workers, backend
            )
            for piece in window:
                if piece.number in lacking:
                    yield delivery.take(piece.number, next(played))
                    continue
                assert folder is not None
                rows = folder.read_piece(piece.number, piece.rows)
                assert rows is not None
                with undamaged(folder.piece_path(piece.number)):
                    content = rows.head(piece.rows) if summary is None else summary(rows.head(piece.rows))
                yield content


def _lacking(pieces: Iterable[Piece], folder: RunFolder | None, log: bool) -> set[int]:
    """The numbers of the pieces that are not in a folder."""
    return {each.number for each in pieces if not (folder and folder.has_piece(each.number, each.rows, log))}


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


def in_columns(columns: Mapping[str, type[pl.DataType]], frame: pl.DataFrame) -> pl.DataFrame:
    """A frame as columns of some types; raises PolarsError if it has others, or values that do not fit."""
    return frame.select(pl.col(name).cast(kind) for name, kind in columns.items())


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
    pieces = Pieces(rows * deals, rows * size)
    wanted = ((number, number * size, pieces.height(number)) for number in part.of_first(len(pieces)))
    yield from play_pieces(
        play,
        (Piece(number, height, share(first, height // rows)) for number, first, height in wanted),
        folder=folder,
        workers=workers,
        backend=backend,
        summary=summary,
    )
