"""Folders of slices of claims put together."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis import kept
from knotlab.analysis.audit import audit
from knotlab.analysis.claims.run import SLICE_NOTE
from knotlab.analysis.claims.slices import SliceNote, read_note
from knotlab.analysis.merge_common import MERGED, Merged, check_versions, command_of, lacking, with_options
from knotlab.sim.errors import InputError
from knotlab.sim.storage.files import write_whole
from knotlab.sim.storage.json_data import sealed
from knotlab.sim.storage.manifest import MANIFEST
from knotlab.sim.storage.store import RunFolder


def merge_claims(folders: Sequence[Path], out: Path) -> Merged:
    """Make one folder of claims of its slices."""
    notes: dict[Path, SliceNote] = {}
    for folder in folders:
        note = read_note(folder)
        if note is None:
            raise InputError(f"{folder} holds no part of claims: there is no {SLICE_NOTE} in it")
        if not note.is_complete:
            raise InputError(f"{folder} is not complete; go on with: knotlab {shlex.join(note.argv)}; then merge again")
        notes[folder] = note
    first_folder, first = next(iter(notes.items()))
    for folder, note in notes.items():
        if (note.question, note.of) != (first.question, first.of):
            raise InputError(f"{first_folder} and {folder} are not parts of the same claims, played by the same code")
        check_versions(first_folder, first.versions, folder, note.versions)
    by_slice = {note.k: folder for folder, note in reversed(notes.items())}
    missing = [
        command_of(k, first.of, first_folder, first.k, first.argv) for k in range(1, first.of + 1) if k not in by_slice
    ]
    if missing:
        raise lacking(len(missing), first.of, "claims", missing)
    runs = sum(_copy_slice(folder, out) for _, folder in sorted(by_slice.items()))
    origins = {str(k): kept.as_plain(notes[folder]) | {"folder": str(folder)} for k, folder in sorted(by_slice.items())}
    with RunFolder(out).writing():
        write_whole(out / MERGED, json.dumps(sealed({"parts": origins}), indent=2, sort_keys=True).encode())
    return Merged(out, runs, first.of, with_options(first.argv, {"--part": None, "--out": str(out)}))


def _copy_slice(folder: Path, out: Path) -> int:
    """Copy all that a slice's folder holds, once it has been checked.

    Parameters
    ----------
    folder, out : Path
        From where, and to where.

    Returns
    -------
    int
        How many run folders it has.

    Raises
    ------
    InputError
        If a file is damaged or was edited.
    RunError
        If `out` cannot be written.
    """
    runs = {file.parent for file in folder.rglob(MANIFEST)}
    for checked in audit(folder) if runs else ():
        if not checked.is_whole:
            fault = next(iter(checked.faults), f"{checked.folder} lacks parts")
            raise InputError(f"{fault}; the command that played it mends it, then merge again")
    with RunFolder(out).writing():
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            if not file.name.startswith(".") and file.name != SLICE_NOTE:
                target = out / file.relative_to(folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                write_whole(target, file.read_bytes())
    return len(runs)
