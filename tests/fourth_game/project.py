"""A copy of the project with a fourth game laid over it, and its commands and tests run there as a user would."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.project.packages import ROOT

TREE = Path(__file__).parent / "tree"
LEFT_OUT = shutil.ignore_patterns(".*", "out", "build", "dist", "*.egg-info", "tree", "test_fourth_game.py")

# Runs each of some commands in one process, since most of a short command's time is its start.
RUN_ALL = """
import json, sys
from tests.cli import knotlab
json.dump([vars(knotlab(*words)) for words in json.load(sys.stdin)], sys.stdout)
"""


@dataclass(frozen=True)
class Project:
    """A copy of the project."""

    root: Path

    def python(self, *words: object, text: str = "", timeout: float = 600) -> str:
        """What Python prints for some arguments in the copy's folder; fails if it fails."""
        done = subprocess.run(
            [sys.executable, *map(str, words)],
            cwd=self.root,
            env=os.environ | {"PYTHONPATH": str(self.root / "src")},
            input=text,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        assert done.returncode == 0, f"{words}\n{done.stdout[-8000:]}\n{done.stderr[-4000:]}"
        return done.stdout

    def knotlab(self, *commands: Sequence[object]) -> list[str]:
        """What each of some commands prints; fails if one does not end well or says anything on standard error."""
        spelled = json.dumps([[str(word) for word in words] for words in commands])
        answers: list[dict[str, Any]] = json.loads(self.python("-c", RUN_ALL, text=spelled))
        for words, answer in zip(commands, answers, strict=True):
            assert (answer["status"], answer["err"]) == (0, ""), (words, answer)
        return [answer["out"] for answer in answers]


def with_fourth_game(root: Path) -> Project:
    """Copy the project into a new folder and lay the fourth game's files over it."""
    files = sorted(path for path in TREE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return with_files(root, {str(file.relative_to(TREE)): file.read_bytes() for file in files})


def with_files(root: Path, files: Mapping[str, bytes]) -> Project:
    """Copy the project into a new folder and lay some files over it; none of them may be there already."""
    shutil.copytree(ROOT, root, symlinks=True, ignore=LEFT_OUT)
    for name, content in files.items():
        assert not (root / name).exists(), f"{name} would be an edit of a file that is there"
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return Project(root)
