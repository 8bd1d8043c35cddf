"""Folders that commands keep, checked for damage: what was found in each."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.analysis.audit import FolderAudit, audit


@dataclass(frozen=True)
class VerifiedFolders:
    """What was found in some folders and in those within them."""

    folders: tuple[FolderAudit, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing and nothing damaged."""
        return all(each.is_whole for each in self.folders)

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for each file that is damaged, was edited or belongs elsewhere."""
        return tuple(fault for each in self.folders for fault in each.faults)

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        folders = [asdict(each) | {"folder": str(each.folder), "whole": each.is_whole} for each in self.folders]
        return {"folders": folders, "whole": self.is_whole}

    def to_pandas(self) -> pd.DataFrame:
        """One row per folder: the command that wrote it, how much of it is there, and what is wrong."""
        return pd.DataFrame(self.facts()["folders"])


def verify_folders(folders: Sequence[Path]) -> VerifiedFolders:
    """Check folders; raises InputError if one holds nothing that a command keeps."""
    return VerifiedFolders(tuple(each for folder in folders for each in audit(folder)))
