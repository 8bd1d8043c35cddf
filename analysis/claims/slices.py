"""Claims divided among machines that know nothing of each other: of N slices, slice K is every N-th claim from the K-th
on, played into a folder of its own.
"""

import contextlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from knotlab.analysis import kept
from knotlab.analysis.claims.cells import cells_of
from knotlab.analysis.claims.registration import name_of
from knotlab.analysis.claims.run import OWN_FILES, SLICE_NOTE, Selection
from knotlab.analysis.runs.provenance import versions
from knotlab.analysis.runs.slices import Slice
from knotlab.sim.errors import InputError
from knotlab.sim.storage.files import LOCK, check_own
from knotlab.sim.storage.json_data import plain_hash
from knotlab.sim.storage.store import RunFolder


@dataclass(frozen=True)
class SliceNote:
    """What a folder says about the slice that it holds.

    Attributes
    ----------
    k, of : int
        Which slice, and of how many.
    question : str
        A hash of all cells of all slices, with the code that they depend on, and of how they are tried.
    tips : list of str
        The claims of this slice.
    argv : list of str
        The command line that plays it.
    versions : dict of str
        Of Python and the libraries.
    is_complete : bool
        Whether it has been played to its end.
    """

    k: int
    of: int
    question: str
    tips: list[str]
    argv: list[str]
    versions: dict[str, str]
    is_complete: bool = False

    @property
    def which(self) -> Slice:
        """The slice."""
        return Slice(self.k, self.of)


def read_note(folder: Path) -> SliceNote | None:
    """The note of a folder, None if it has none; raises InputError if it is damaged or was edited."""
    file = folder / SLICE_NOTE
    if not file.exists():
        return None
    try:
        note = kept.from_plain(SliceNote, kept.unsealed(kept.load(file)))
        if any(not path.name.startswith(tuple(f"{tip}-" for tip in note.tips)) for path in folder.glob(OWN_FILES[0])):
            raise ValueError("it is of other claims than those in the folder")
        return note
    except ValueError as error:
        raise kept.damaged(file, error) from None


@contextlib.contextmanager
def slice_of(selection: Selection, which: Slice, out: Path, how: Sequence[object] = ()) -> Iterator[Selection]:
    """Those claims of a selection that belong to a slice; the folder is noted as complete once the block is done.

    Parameters
    ----------
    selection : Selection
        All claims.
    which : Slice
    out : Path
        A folder for this slice alone.
    how : sequence
        By what the slices must agree besides the claims and their trial, such as the last stage.

    Yields
    ------
    Selection

    Raises
    ------
    InputError
        If the folder holds something else.
    """
    check_own(out, OWN_FILES)
    names = [name_of(cell, selection.trial) for tip in selection.tips for cell in cells_of(tip)]
    question = plain_hash(
        [names, [tip.id for tip in selection.tips], kept.as_plain(selection.trial), list(map(str, how))]
    )
    tips = [tip for number, tip in enumerate(selection.tips) if number in which]
    note = SliceNote(which.k, which.of, question, [tip.id for tip in tips], sys.argv[1:], versions())
    there = read_note(out)
    if there is None and out.is_dir() and any(inside.name != LOCK for inside in out.iterdir()):
        raise InputError(f"{out} holds claims as a whole, not part {which}; give each part a folder of its own")
    if there and (there.which, there.question) != (which, question):
        held = f"part {there.which}" if there.which != which else "a part of other claims, or of the same by other code"
        raise InputError(f"{out} holds {held}, not this part {which}; give each part a folder of its own")
    with RunFolder(out).writing():
        out.mkdir(parents=True, exist_ok=True)
        kept.write(out / SLICE_NOTE, kept.sealed(note))
    yield replace(selection, tips=tips)
    with RunFolder(out).writing():
        kept.write(out / SLICE_NOTE, kept.sealed(replace(note, is_complete=True)))


def forget_slice(out: Path | None) -> None:
    """Have a folder be one of claims as a whole, whatever slice it held before."""
    if out is not None:
        (out / SLICE_NOTE).unlink(missing_ok=True)
