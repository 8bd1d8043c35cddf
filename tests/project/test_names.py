"""Names of the package: a class's name stands once, so that a sentence, an error or a search means one thing; and what
a number means is decided once, below all words for it.
"""

import ast
from collections import defaultdict

from tests.project.packages import ROOT

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


ENDS = {"low", "high", "all_low", "all_high", "effect", "ahead_low", "ahead_high", "gain_low", "gain_high"}
DRAWN = {"reports/plots/claims.py"}  # whether a picture needs a line at zero


def _end_of(node: ast.expr) -> str | None:
    """What an expression is the effect of, or an end of the interval of; None where it is neither."""
    if isinstance(node, ast.Subscript):
        key = node.slice.values[-1] if isinstance(node.slice, ast.JoinedStr) else node.slice
        name = getattr(key, "value", getattr(key, "id", None))
    else:
        name = getattr(node, "attr", getattr(node, "id", None))
    is_end = name in ENDS or str(name).endswith(("_low", "_high"))
    return ast.dump(getattr(node, "value", node)) if is_end else None


def _compares_an_end(node: ast.AST) -> bool:
    """Whether an effect, or an end of its interval, is held against a number, or against another interval's."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    owners = {_end_of(side) for side in sides}
    named = [isinstance(side, ast.Name) for side in sides]  # which may be any two numbers
    constant = [isinstance(side, ast.Constant) and side.value is not None for side in sides]
    return bool(owners - {None}) and (any(constant) or (len(owners) > 1 and not any(named)))


def test_reports_decide_no_direction() -> None:
    files = sorted((ROOT / "reports").rglob("*.py"))
    deciding = {
        file.relative_to(ROOT).as_posix()
        for file in files
        if any(map(_compares_an_end, ast.walk(ast.parse(file.read_text("utf-8")))))
    }
    assert deciding == DRAWN
    assert _compares_an_end(ast.parse("cell.low > 0", mode="eval").body)
    assert _compares_an_end(ast.parse("row['ahead_high'] < 0.5", mode="eval").body)
    assert _compares_an_end(ast.parse("best[f'{name}_low'] > other[f'{name}_high']", mode="eval").body)
    assert not _compares_an_end(ast.parse("rate.low < rate.high", mode="eval").body)
    assert not _compares_an_end(ast.parse("effect is None", mode="eval").body)
