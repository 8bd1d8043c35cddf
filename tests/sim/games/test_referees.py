"""The second implementations of the games stand on their own."""

import ast
from pathlib import Path

import pytest

from tests.project.packages import ROOT

FILES = sorted((ROOT / "tests" / "referee").glob("*.py"))
ALLOWED = {"VIEW"}  # the shape of what strategies see: both implementations ask the same strategies


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_referee_takes_nothing_but_the_shape_of_the_view_from_the_simulator(file: Path) -> None:
    taken = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            taken |= {each.name for each in node.names if each.name.partition(".")[0] not in ("math", "numpy")}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "knotlab":
            taken |= {each.name for each in node.names}
    assert taken <= ALLOWED
