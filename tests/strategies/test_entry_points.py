"""Strategies of installed packages (entry point group `knotlab.strategies`): a wheel of the files on their page."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli import program
from tests.project.documents import ROOT, blocks

pytest.importorskip("setuptools", reason="make test-all installs it")
pytestmark = [pytest.mark.more, pytest.mark.tried]

FILES = {block.file: block.text for block in blocks(ROOT / "docs" / "building-on-it.md") if block.file}
IDEA = FILES["guests.py"]
BUILD = "from setuptools import build_meta; print(build_meta.build_wheel('..'))"


def package(folder: Path, content: str) -> dict[str, str]:
    """Build a wheel with another module and lay it out as an installer does; the environment in which it is found."""
    (folder / "source").mkdir()
    for name, text in (FILES | {"guests.py": content}).items():
        (folder / "source" / name).write_text(text)
    built = subprocess.run([sys.executable, "-c", BUILD], cwd=folder / "source", capture_output=True, text=True)
    with zipfile.ZipFile(folder / built.stdout.splitlines()[-1]) as wheel:
        wheel.extractall(folder / "packages")
    paths = [str(folder / "packages"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(paths)}


@pytest.mark.long
def test_a_strategy_of_an_installed_package_is_listed_and_plays(tmp_path: Path) -> None:
    packages = package(tmp_path, IDEA)
    assert "guest" in str(program("strategies", "twisted-knot", "--json", env=packages).json["twisted-knot"])
    answer = program("play", "twisted-knot", "guest", "random", "--games", 20, "--json", env=packages)
    assert [row["strategy"] for row in answer.json["strategies"]] == ["guest", "random"]


def test_a_package_that_cannot_be_loaded_is_named_in_one_line(tmp_path: Path) -> None:
    answer = program("strategies", env=package(tmp_path, "raise RuntimeError('not today')"))
    assert answer.status == 2 and answer.line.endswith(
        "the installed package 'knotlab-guests' has strategies that cannot be loaded (guests): RuntimeError: not today"
    )


def test_one_that_writes_into_the_view_is_refused_as_a_users_file_is(tmp_path: Path) -> None:
    answer = program(
        "play",
        "twisted-knot",
        "guest",
        "random",
        env=package(tmp_path, IDEA.replace("    return", "    view.seat = 1\n    return")),
    )
    assert answer.status == 2 and "guest" in answer.line
