"""What a strategy is made of: its file and what it imports, no more, so that an edit elsewhere leaves its runs alone."""

from pathlib import Path

import pytest

from strategies.library import catalogue
from strategies.sources import own_sources


def test_a_shipped_strategy_is_its_file_and_what_that_imports() -> None:
    names = {path.name for path in own_sources(catalogue("twisted-knot")["hoard-aces"].file)}
    assert {"hoard_aces.py", "_hoard.py", "shed.py", "declare.py"} <= names
    assert not names & {"hoard_nines.py", "library.py", "files.py", "sources.py", "engine.py"}


@pytest.mark.parametrize(
    ("line", "imported"),
    [
        ("from . import near", {"__init__.py", "near.py"}),
        ("from .near import something", {"near.py"}),
        ("from . import inner", {"__init__.py", "inner/__init__.py"}),
        ("from .inner import leaf", {"inner/__init__.py", "inner/leaf.py"}),
        ("from .inner.leaf import something", {"inner/leaf.py"}),
        ("import math", set()),
        ("from sim.errors import InputError", set()),
    ],
)
def test_relative_imports_are_followed_to_their_files(line: str, imported: set[str], tmp_path: Path) -> None:
    package = tmp_path / "package"
    for name in ("__init__.py", "near.py", "apart.py", "inner/__init__.py", "inner/leaf.py", "inner/apart.py"):
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).touch()
    (package / "mine.py").write_text(line)
    assert own_sources(package / "mine.py") == sorted(package / name for name in {"mine.py", *imported})


def test_imports_of_what_is_imported_count(tmp_path: Path) -> None:
    package = tmp_path / "package"
    (package / "inner").mkdir(parents=True)
    for name, line in (("inner/mine.py", "from ..near import x"), ("near.py", "from .far import x"), ("far.py", ""), ("apart.py", "")):
        (package / name).write_text(line)
    assert own_sources(package / "inner" / "mine.py") == sorted(package / name for name in ("inner/mine.py", "near.py", "far.py"))
