"""A command that prints what ships loads nothing that plays, measures or draws: each of these libraries takes longer to
load than the answer takes to print.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import knotlab
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.rulebooks.published import words_of_tips
from tests.cli import knotlab as knotlab_prints

pytestmark = pytest.mark.more  # each starts a program
HEAVY = {"numba", "llvmlite.binding", "polars", "pandas", "pyarrow", "scipy", "matplotlib", "joblib", "jinja2"}
SCRIPT = """
import sys
from knotlab.reports.cli.app import main
try:
    main(sys.argv[1:])
finally:
    print("loaded:", *sys.modules)
"""


def loaded_by(*words: str) -> set[str]:
    """The modules that a command has loaded in a process of its own when it ends."""
    environment = os.environ | {"PYTHONPATH": str(Path(knotlab.__file__).parent.parent)}
    line = [sys.executable, "-c", SCRIPT, *words]
    done = subprocess.run(line, capture_output=True, text=True, env=environment, check=True)
    answer, _, modules = done.stdout.rpartition("loaded:")
    assert len(answer.splitlines()) > 3
    return set(modules.split())


@pytest.mark.parametrize(
    "words",
    [
        ("claims", "TK-C1"),
        ("claims",),
        ("rules", "twisted-knot"),
        ("rules", "twyst", "TY-3"),
        ("view", "knotweed"),
        ("strategies",),
        ("card",),
    ],
    ids=" ".join,
)
def test_a_command_that_prints_what_ships_loads_nothing_heavy(words: tuple[str, ...]) -> None:
    words_of_tips()  # read in the rulebooks, which loads all that plays, they are remembered for the next command
    checks = {"pydantic"} if words[0] != "claims" else set()  # of the findings that it reads
    assert not loaded_by(*words) & (HEAVY | checks)


def test_words_that_are_remembered_are_those_of_the_rulebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOTLAB_CACHE_DIR", str(tmp_path))
    said = {tip.id: tip.words for tip in tips()}
    assert words_of_tips() == said
    (file,) = tmp_path.glob("words-*.json")
    assert words_of_tips() == said
    file.write_text(file.read_text().replace("ace", "ice"))
    assert words_of_tips() == said, "a file that was edited is not believed"


def test_the_help_loads_not_even_arrays() -> None:
    assert not loaded_by("--help") & (HEAVY | {"numpy"})
    assert not loaded_by("tournament", "--help") & (HEAVY | {"numpy"})


def test_the_help_is_remembered_for_its_screen_and_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOTLAB_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["knotlab"])
    drawn, commands = knotlab_prints("--help").out, "knotlab.reports.cli.commands"
    assert "tournament" in drawn and commands in loaded_by("--help") and commands not in loaded_by("--help")
    assert knotlab_prints("-h").out == drawn == knotlab_prints("-h").out
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, knotlab_prints("--help").out.splitlines())) == 60
    monkeypatch.delenv("COLUMNS")
    (file,) = tmp_path.iterdir()
    for damage in (("tournament", "tornament"), (".py\t", ".py\t1")):  # another text, or made of other files
        assert knotlab_prints("--help").out == drawn
        file.write_text(file.read_text().replace(*damage))
    assert knotlab_prints("--help").out == drawn


def test_games_that_are_printed_are_played_without_tables_for_python_and_without_plots() -> None:
    loaded = loaded_by("play", "knotweed", "random", "dump", "--games", "20")
    assert "polars" in loaded and not loaded & {"pandas", "pyarrow", "matplotlib", "jinja2"}
