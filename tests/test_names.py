"""Names of the package: a class's name stands once, so that a sentence, an error or a search means one thing."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("sim", "strategies", "analysis", "reports", "src/knotlab/api")
SEVERAL = {
    "Move": "each game has its own, which its strategies see",
}


def test_the_name_of_each_class_stands_once() -> None:
    places = defaultdict(list)
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(f"{file.relative_to(ROOT)}:{node.lineno}")
    several = {name: where for name, where in places.items() if len(where) > 1}
    assert {name: where for name, where in several.items() if name not in SEVERAL} == {}
    assert set(SEVERAL) == set(several)
