"""What a strategy is made of: its file and what it imports, no more, so that an edit elsewhere leaves its runs
alone.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.fingerprints import source_files
from knotlab.strategies.resolve import player


def package(folder: Path, lines: Mapping[str, str]) -> Path:
    """A folder with files of a line each."""
    for name, line in lines.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(line)
    return folder


def test_a_shipped_strategy_is_its_file_and_what_that_imports() -> None:
    names = {path.name for path in source_files(catalogue("twisted-knot")["hoard-aces"].file)}
    assert names == {"hoard_aces.py", "_hoard.py", "_hold.py", "shed.py"}


@pytest.mark.parametrize(
    ("line", "imported"),
    [
        ("from . import near", {"__init__.py", "near.py"}),
        ("from .near import something", {"near.py"}),
        ("from . import inner", {"__init__.py", "inner/__init__.py"}),
        ("from .inner import leaf", {"inner/__init__.py", "inner/leaf.py"}),
        ("from .inner.leaf import something", {"inner/leaf.py"}),
        ("import math", set()),
        ("from knotlab.sim.errors import InputError", set()),
    ],
)
def test_relative_imports_are_followed_to_their_files(line: str, imported: set[str], tmp_path: Path) -> None:
    empty = dict.fromkeys("__init__.py near.py apart.py inner/__init__.py inner/leaf.py inner/apart.py".split(), "")
    files = package(tmp_path, empty | {"mine.py": line})
    assert source_files(files / "mine.py") == sorted(files / name for name in {"mine.py", *imported})


def test_imports_of_what_is_imported_count(tmp_path: Path) -> None:
    lines = {"inner/mine.py": "from ..near import x", "near.py": "from .far import x", "far.py": ""}
    files = package(tmp_path, lines | {"apart.py": ""})
    assert source_files(files / "inner" / "mine.py") == sorted(files / name for name in lines)


def test_helpers_of_an_installed_package_count_and_libraries_do_not(tmp_path: Path) -> None:
    lines = {"mine.py": "from .inner import near", "inner/__init__.py": "", "inner/near.py": ""}
    files = package(tmp_path / "site-packages" / "ideas", lines | {"__init__.py": ""})
    assert source_files(files / "mine.py") == sorted(files / name for name in lines)


@pytest.mark.parametrize("content", [b"\xef\xbb\xbfx = 1\n", b"# -*- coding: latin-1 -*-\nx = '\xe9'\n"])
def test_a_file_in_any_encoding_that_python_reads_is_read(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(content)
    assert source_files(tmp_path / "mine.py") == [tmp_path / "mine.py"]


@pytest.mark.parametrize("value", ["0.12345678", "0.1", "1e-07"])
def test_a_player_is_spelt_with_all_digits(value: str) -> None:
    name = player("twisted-knot", f"shed:tremble={value}").name
    assert name == f"shed:tremble={value}" and player("twisted-knot", name).tremble == float(value)
