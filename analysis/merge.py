"""Folders of slices put together: the same files as the run in one piece leaves, or a sentence that says why not."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from knotlab.analysis.audit import part_heights
from knotlab.analysis.claims.run import SLICE_NOTE
from knotlab.analysis.merge_claims import merge_claims
from knotlab.analysis.merge_common import MERGED, Merged, check_versions, command_of, lacking, with_options
from knotlab.analysis.runs.slices import SLICE, part_numbers, slice_in
from knotlab.sim.errors import InputError
from knotlab.sim.storage.files import check_own, write_whole
from knotlab.sim.storage.json_data import sealed
from knotlab.sim.storage.manifest import MANIFEST
from knotlab.sim.storage.store import RunFolder


def merge(folders: Sequence[Path], out: Path) -> Merged:
    """Make one run, or tournament, of its slices.

    Parameters
    ----------
    folders : sequence of Path
        Folders that commands with `--part K/N` have written, in any order.
    out : Path
        Where to; a new folder, or one that a merge of the same run was writing.

    Returns
    -------
    Merged

    Raises
    ------
    InputError
        If the folders are of different runs or made with different versions, if a file in them is damaged, or if
        parts are missing: the sentence has the command that plays them.
    RunError
        If `out` cannot be written.
    """
    if any(out.resolve() == folder.resolve() for folder in folders):
        raise InputError(f"{out} is one of the folders to merge; choose another one with --out")
    check_own(out, (MANIFEST, f"*/{MANIFEST}", MERGED))
    if any((folder / SLICE_NOTE).exists() for folder in folders):
        return merge_claims(list(dict.fromkeys(folders)), out)
    runs: dict[Path, list[_Source]] = {}
    for folder in dict.fromkeys(folders):
        inside = sorted(file.parent for file in folder.rglob(MANIFEST))
        if not inside:
            raise InputError(f"{folder} holds no part of a run: there is no {MANIFEST} in it")
        for path in inside:
            runs.setdefault(path.relative_to(folder), []).append(_Source(folder, RunFolder(path)))
    checked = {relative: _Pieces(sources) for relative, sources in runs.items()}
    for relative, pieces in checked.items():
        pieces.write(out / relative, out)
    written = RunFolder(out / next(iter(checked))).manifest()
    is_play = written["identity"]["command"] == "play"
    argv = ["show", str(out)] if is_play else list(written["provenance"]["argv"])
    return Merged(out, len(checked), sum(len(pieces.where) for pieces in checked.values()), argv)


class _Source:
    """A run folder that parts are taken from."""

    def __init__(self, given: Path, run: RunFolder) -> None:
        self.given, self.run, self.manifest = given, run, run.manifest()
        which = slice_in(self.manifest)
        if which is None:
            raise InputError(f"{run.path} is not a part of a run: it was played without --part")
        self.which = which

    @property
    def argv(self) -> list[str]:
        """The command line that wrote it."""
        return list(self.manifest["provenance"]["argv"])


class _Pieces:
    """All parts of one run, each with the folder that has it; raises InputError unless all are there and sound."""

    def __init__(self, sources: Sequence[_Source]) -> None:
        self.sources = sources
        for other in sources[1:]:
            _check_alike(sources[0], other)
        held = [(number, source) for source in sources for number in part_numbers(source.run)]
        heights = {number: self._height(number, source) for number, source in held}
        wanted = part_heights(sources[0].manifest)
        self.where = {number: source for number, source in held if heights[number] >= wanted.get(number, 0)}
        self._refuse_gaps([number for number in wanted if number not in self.where])
        self.has_log = any(source.run.log.folder.is_dir() for source in sources)
        if self.has_log:
            self._check_log(wanted)

    def _height(self, number: int, source: _Source) -> int:
        """The rows of a part that is sound; raises InputError if it is damaged."""
        part = source.run.read_part(number, 0)
        return 0 if part is None else part.height

    def _refuse_gaps(self, gaps: list[int]) -> None:
        if gaps:
            commands = list(dict.fromkeys(self._command(number) for number in gaps))
            raise lacking(len(gaps), len(gaps) + len(self.where), "the run", commands)

    def _check_log(self, wanted: dict[int, int]) -> None:
        for number, source in self.where.items():
            if not source.run.has_log(number, wanted[number]):
                raise InputError(
                    f"{source.run.path} has no event log of part {number}, but other parts have one; write it with: "
                    f"knotlab {shlex.join([*source.argv, '--log'])}"
                )

    def _command(self, number: int) -> str:
        """The command that plays a part that is missing."""
        of = self.sources[0].which.of
        k = number % of + 1
        for source in self.sources:
            if (source.which.k, source.which.of) == (k, of):
                return f"knotlab {shlex.join(source.argv)}"
        return command_of(k, of, self.sources[0].given, self.sources[0].which.k, self.sources[0].argv)

    def write(self, out: Path, whole: Path) -> None:
        """Copy all parts into a run folder; `whole` is what the command line is to name."""
        target, first = RunFolder(out), min(self.sources, key=lambda source: source.which.k)
        argv = with_options(first.argv, {"--part": None, "--out": str(whole)})
        made_with = first.manifest["provenance"] | {"argv": argv}
        with target.locked():
            target.open(first.manifest["identity"], made_with, first.manifest["games"])
            with target.writing():
                for number, source in sorted(self.where.items()):
                    self._copy(number, source, target)
                origins = {"parts": [self._origin(source) for source in self.sources]}
                write_whole(out / MERGED, json.dumps(sealed(origins), indent=2, sort_keys=True).encode())
            target.finish(None)

    def _copy(self, number: int, source: _Source, target: RunFolder) -> None:
        """Copy a part, and its event log with the note last."""
        if self.has_log:
            target.log.folder.mkdir(exist_ok=True)
            for file in (*source.run.log.pieces(number), source.run.log.note_path(number)):
                write_whole(target.log.folder / file.name, file.read_bytes())
        write_whole(target.part_path(number), source.run.part_path(number).read_bytes())

    def _origin(self, source: _Source) -> dict[str, Any]:
        """Where some of the parts come from."""
        return {
            "folder": str(source.run.path),
            "numbers": [number for number, taken in sorted(self.where.items()) if taken is source],
        } | {key: source.manifest[key] for key in (SLICE, "provenance", "times")}


def _check_alike(this: _Source, other: _Source) -> None:
    """Raise InputError unless two folders are of the same run and made with the same versions."""
    first, second = this.manifest["identity"], other.manifest["identity"]
    different = [key for key in {**first, **second} if first.get(key) != second.get(key)]
    different += ["games"] if this.manifest["games"] != other.manifest["games"] else []
    which = f"{this.run.path} and {other.run.path}"
    if different:
        raise InputError(f"{which} are not parts of the same run: their {' and '.join(different)} differ")
    versions = [source.manifest["provenance"].get("versions", {}) for source in (this, other)]
    check_versions(this.run.path, versions[0], other.run.path, versions[1])
