"""Parts of a run that were played on several machines, put together."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.merge import merge as merge_folders


def merge(folders: Sequence[Path], out: Path) -> None:
    """Put the parts of a run together, and say how its results are printed."""
    merged = merge_folders(folders, out)
    print(f"{merged.folder}: whole, {merged.parts} parts from {len(set(folders))} folders")
    print(f"its tables: knotlab {shlex.join(merged.argv)}")
