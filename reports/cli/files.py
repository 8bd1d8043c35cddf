"""Files that commands write: checked before anything is played."""

import os
from collections.abc import Callable
from pathlib import Path

from knotlab.sim.errors import InputError


def file_ending_in(*endings: str) -> Callable[[Path | None], Path | None]:
    """A callback for a file that is to be written: raises InputError before anything is played if it is a folder,
    another kind of file, or out of reach.
    """

    def check(file: Path | None) -> Path | None:
        if file is None:
            return None
        if file.is_dir():
            raise InputError(f"{file} is a folder; name a file in it, as in {file / ('result' + endings[0])}")
        if file.exists() and file.suffix not in endings:
            raise InputError(
                f"{file} already exists and is not a {endings[0]} file; choose another name, so that nothing of yours "
                f"is overwritten"
            )
        folder = next(parent for parent in file.absolute().parents if parent.exists())
        if not folder.is_dir() or not os.access(folder, os.W_OK):
            raise InputError(f"{file} cannot be written: {folder} is not a folder that you may write to")
        return file

    return check
