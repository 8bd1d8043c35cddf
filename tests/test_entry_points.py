"""Strategies of installed packages (entry point group `knotlab.strategies`)."""

from pathlib import Path

import pytest

from tests.cli import program

pytestmark = [pytest.mark.more, pytest.mark.tried]

IDEA = """
from knotlab.strategies import strategy


@strategy("twisted-knot")
def guest(view, move):
    return -1.0 * move.rank
"""


def package(folder: Path, content: str) -> dict[str, str]:
    """Install a package of one module into a folder; the environment in which it is found."""
    (folder / "guests.py").write_text(content)
    info = folder / "guests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[knotlab.strategies]\nguest = guests\n")
    return {"PYTHONPATH": str(folder)}


@pytest.mark.long
def test_a_strategy_of_an_installed_package_is_listed_and_plays(tmp_path: Path) -> None:
    result = package(tmp_path, IDEA)
    assert "guest" in program("strategies", "twisted-knot", "--json", env=result).json["twisted-knot"].__repr__()
    answer = program("play", "twisted-knot", "guest", "random", "--games", 20, "--json", env=result)
    assert [row["strategy"] for row in answer.json["strategies"]] == ["guest", "random"]


def test_a_package_that_cannot_be_loaded_is_named_in_one_line(tmp_path: Path) -> None:
    answer = program("strategies", env=package(tmp_path, "raise RuntimeError('not today')"))
    assert answer.status == 2 and answer.line.endswith(
        "the installed package 'guests' has strategies that cannot be loaded (guest): RuntimeError: not today"
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
