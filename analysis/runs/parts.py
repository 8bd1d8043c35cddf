"""A part of a run, K of N: every N-th of its pieces from the K-th on, played by a machine that knows nothing of the
others. The files of all parts, copied into one folder, are the run as a whole.
"""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from knotlab.sim.playing.delivery import WHOLE, Part
from knotlab.sim.storage.pieces import pieces_hash
from knotlab.sim.storage.run_folder import ROWS

PIECES = "pieces"  # a result's entry for the hash of the pieces that it was made of
_chosen: ContextVar[Part] = ContextVar("part", default=WHOLE)


class PartPlayed(Exception):
    """Ends a call of which one part was to be played, where this part alone has no result."""


def chosen_part() -> Part:
    """Which part of what is asked for is to be played; the whole unless `playing_only` says otherwise."""
    return _chosen.get()


@contextlib.contextmanager
def playing_only(part: Part) -> Iterator[None]:
    """Have one part played of whatever is asked for within the block."""
    token = _chosen.set(part)
    try:
        with contextlib.suppress(PartPlayed):
            yield
    finally:
        _chosen.reset(token)


def pieces_wanted(manifest: dict[str, Any]) -> dict[int, int]:
    """The pieces of a run, of a stage of a tournament, of a duel of fixed size, or of a bidding card.

    Returns the rows of every piece, by its number.
    """
    identity, total = manifest["identity"], manifest.get(ROWS, manifest["games"])
    entrants, command = len(identity["strategies"]), identity["command"]
    if command == "tournament: invasions":
        rows = total // (entrants * (entrants - 1))  # a piece for each pair
    elif command.startswith("tournament"):
        rows = identity["part_deals"] * entrants * identity["players"]
    else:
        is_by_deal = command in ("duel", "card") or identity["fixed_seats"]
        rows = identity["part_deals"] * (1 if is_by_deal else entrants)
    return {number: min(rows, total - number * rows) for number in range(-(-total // rows))}


def with_pieces(result: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A result as plain data, with what it was made of: all pieces in a folder."""
    return result | {PIECES: pieces_hash(folder)}


def is_older(result: dict[str, Any], folder: Path) -> bool:
    """Whether a folder's pieces are others than a result was made of."""
    return PIECES in result and result[PIECES] != pieces_hash(folder)
