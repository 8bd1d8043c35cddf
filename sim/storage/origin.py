"""What a result was made of: the runs in its folder and their pieces, by which it is known to be older than these."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knotlab.sim.machine import other_versions
from knotlab.sim.storage.manifest import MANIFEST
from knotlab.sim.storage.pieces import pieces_hash
from knotlab.sim.storage.result_files import from_plain
from knotlab.sim.storage.run_folder import RunFolder

MADE_OF = "made_of"  # a result's entry for it


def with_origin(result: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A result as plain data, with what it was made of: the runs in a folder, and all their pieces."""
    return result | {MADE_OF: {"runs": _runs_in(folder), "pieces": pieces_hash(folder)}}


def is_older(result: dict[str, Any], folder: Path) -> bool:
    """Whether the pieces in a folder are others than a result was made of; raises ValueError if the runs are."""
    if result.get(MADE_OF) is None:  # by versions that did not note it
        return False
    origin = from_plain(Origin, result[MADE_OF])
    if any(origin.runs.get(name, identity) != identity for name, identity in _runs_in(folder).items()):
        raise ValueError("it is the result of another run")
    return origin.pieces != pieces_hash(folder)


@dataclass(frozen=True)
class Origin:
    """What a result was made of: which runs, by path and by a hash of what they are, and a hash of all their pieces."""

    runs: dict[str, str]
    pieces: str


def _runs_in(folder: Path) -> dict[str, str]:
    """A hash of what each run in a folder is, by its path there."""
    runs = sorted(file.parent for file in folder.rglob(MANIFEST))
    return {run.relative_to(folder).as_posix(): RunFolder(run).identity_hash for run in runs}


def mixed_versions(folder: Path | None) -> str:
    """With which different versions the runs in a folder were played, in words; empty if with the same ones."""
    found: list[str] = []
    for file in sorted(folder.rglob(MANIFEST)) if folder else ():
        provenance = RunFolder(file.parent).manifest()["provenance"]
        found += [other_versions(provenance.get("versions", noted), noted) for noted in provenance.get("mixed") or ()]
    return "; ".join(dict.fromkeys(found))
