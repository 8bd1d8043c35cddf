"""The public functions as a user's type checker sees them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import knotlab
from tests.project.packages import ROOT

PROGRAM = ROOT / "tests" / "typed" / "program.py"


def checked(text: str, folder: Path) -> list[str]:
    """What the strictest mypy says of a program, of which knotlab is no part."""
    file = folder / "program.py"
    file.write_text(text)
    (folder / "mypy.ini").write_text(f"[mypy]\nstrict = true\nfollow_imports = silent\nmypy_path = {ROOT / 'src'}\n")
    done = subprocess.run([sys.executable, "-m", "mypy", file.name], cwd=folder, capture_output=True, text=True)
    return [line for line in done.stdout.splitlines() if line.startswith(file.name)]


def test_the_program_uses_every_public_function() -> None:
    assert set(knotlab.__all__) <= set(re.findall(r"\b\w+\b", PROGRAM.read_text("utf-8")))


@pytest.mark.long
def test_a_users_program_is_well_typed_and_a_mistake_in_it_is_found(tmp_path: Path) -> None:
    text = PROGRAM.read_text("utf-8")
    assert checked(text, tmp_path) == []
    assert "margn" in "".join(checked(text.replace("margin=0.01", "margn=0.01"), tmp_path))
