"""A game that lies elsewhere is played from its folder or from an installed package, by as few files as its page
says; what is missing is named.
"""

import os
import re
import shutil
from pathlib import Path

import pytest

from tests.cli import Answer, program
from tests.fourth_game.project import TREE
from tests.project.packages import ROOT

pytestmark = pytest.mark.more

PAGE = (ROOT / "docs" / "building-on-it.md").read_text("utf-8").partition("## A game of your own")[2]
FEWEST = re.findall(r"^\| `tests/fourth_game/tree/([\w/]+\.py)` \|", PAGE, re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The fewest files of a game."""
    for name in FEWEST:
        (tmp_path / "eights" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TREE / name, tmp_path / "eights" / name)
    return tmp_path / "eights"


def play(*words: object, **env: object) -> Answer:
    """A few games of it."""
    return program("play", "crazy-eights", "random", "random", "--games", 20, "--json", *words, env=env, timeout=400)


def test_the_fewest_files_play_from_a_folder_and_from_an_installed_package(folder: Path) -> None:
    assert 8 < len(FEWEST) < 15 and set(FEWEST) < {str(file.relative_to(TREE)) for file in TREE.rglob("*.py")}
    played = play("--game-from", folder).json["strategies"]
    assert [row["strategy"] for row in played] == ["random"]
    (folder / "__init__.py").touch()
    info = folder.parent / "eights-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: eights\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[knotlab.games]\ncrazy-eights = eights\n")
    path = os.pathsep.join([str(folder.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    assert play("--game-from=crazy-eights", PYTHONPATH=path).json["strategies"] == played
    assert play(KNOTLAB_GAMES=folder).json["strategies"] == played


@pytest.mark.parametrize("name", [name for name in FEWEST if Path(name).stem not in ("__init__", "random")])
def test_a_file_that_is_missing_is_named(name: str, folder: Path) -> None:
    (folder / name).unlink()
    answer = play("--game-from", folder)
    assert (answer.status, answer.line) == (2, f"knotlab: the file {name} is missing")


def test_a_folder_without_a_game_and_one_with_a_file_of_knotlabs_are_refused(folder: Path) -> None:
    (folder / "strategies" / "catalogue.py").touch()
    assert "strategies/catalogue.py is also a file of " in play("--game-from", folder).line
    shutil.rmtree(folder / "sim")
    answer = play("--game-from", folder)
    assert answer.status == 2 and answer.line.endswith("no file sim/games/GAME/__init__.py")
