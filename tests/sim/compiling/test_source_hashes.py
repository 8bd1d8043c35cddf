"""Hashes of source files: of what the code does, not of how it is written down."""

import ast
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from knotlab.sim.compiling import sources
from knotlab.sim.compiling.sources import code_of, source_hash

CODE = b"""
def worth(rank, weight=2):
    if rank in (1, 9):
        return f"{weight * rank:.1f} points"
    return -rank
"""

# The syntax tree of CODE, written down by hand from the documentation of the module ast.
TREE = """
(Module body
  (FunctionDef name str 'worth'
    args (arguments args (arg arg str 'rank' ) (arg arg str 'weight' ) defaults (Constant value int 2 ) )
    body
      (If test (Compare left (Name id str 'rank' ctx (Load ) ) ops (In )
               comparators (Tuple elts (Constant value int 1 ) (Constant value int 9 ) ctx (Load ) ) )
        body (Return value (JoinedStr values
          (FormattedValue
            value (BinOp left (Name id str 'weight' ctx (Load ) ) op (Mult ) right (Name id str 'rank' ctx (Load ) ) )
            conversion int -1 format_spec (JoinedStr values (Constant value str '.1f' ) ) )
          (Constant value str ' points' ) ) ) )
      (Return value (UnaryOp op (USub ) operand (Name id str 'rank' ctx (Load ) ) ) ) ) )
"""

SAME = {
    "a comment": CODE.replace(b"-rank", b"-rank  # the lower the better"),
    "a docstring": CODE.replace(b":\n    if", b':\n    """What a rank is worth."""\n    if'),
    "a docstring of the module": b'"""Ranks."""\n' + CODE,
    "annotations": CODE.replace(b"rank, weight=2)", b"rank: int, weight: int = 2) -> float"),
    "layout": CODE.replace(b"(rank, weight=2)", b"(\n    rank,\n    weight=2,\n)"),
    "quotes": CODE.replace(b'f"{weight * rank:.1f} points"', b"f'{weight * rank:.1f} points'"),
}
OTHER = {
    "a number": CODE.replace(b"weight=2", b"weight=3"),
    "a whole number in place of a fraction": CODE.replace(b"weight=2", b"weight=2.0"),
    "a sign": CODE.replace(b"-rank", b"rank"),
    "a name": CODE.replace(b"weight", b"heavy"),
    "a text that is no docstring": CODE.replace(b" points", b" point"),
    "the order of statements": CODE.replace(b"    return -rank\n", b"") + b"    return -rank\n    rank = 1\n",
    "something that cannot be parsed": CODE + b"return (",
}


def test_the_code_of_a_file_is_its_syntax_tree_in_words_that_no_version_of_python_changes() -> None:
    assert code_of(CODE).decode().split() == TREE.split()


@pytest.mark.parametrize("change", SAME)
def test_what_changes_no_result_changes_no_hash(change: str) -> None:
    assert SAME[change] != CODE and code_of(SAME[change]) == code_of(CODE)


@pytest.mark.parametrize("change", OTHER)
def test_what_may_change_a_result_changes_the_hash(change: str) -> None:
    assert OTHER[change] != CODE and code_of(OTHER[change]) != code_of(CODE)


def test_the_name_of_a_file_and_every_byte_of_other_files_count(tmp_path: Path) -> None:
    first, second, table = tmp_path / "first.py", tmp_path / "second.py", tmp_path / "table.toml"
    first.write_bytes(CODE)
    second.write_bytes(CODE)
    assert source_hash([first]) != source_hash([second])
    hashes = set()
    for text in ("x = 1\n", "x = 1  # one\n"):
        table.write_text(text)
        hashes.add(source_hash([table]))
    assert len(hashes) == 2


def test_threads_build_syntax_trees_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two at once make some versions of Python fail now and then."""
    busy, most, parse = 0, 0, ast.parse

    def slow(source: bytes) -> ast.Module:
        nonlocal busy, most
        busy += 1
        most = max(most, busy)
        time.sleep(0.01)
        busy -= 1
        return parse(source)

    monkeypatch.setattr(ast, "parse", slow)
    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(code_of, [CODE + b"\n# %d" % i for i in range(12)]))) == 1
    assert most == 1


def test_a_study_is_no_source_of_a_result_as_an_installed_package_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting = ["sim/rules.py", "strategies/shed.py", "strategies/tuned.toml", "analysis/play.py"]
    for name in (*counting, "studies/gap.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(sources, "LAYERS", tmp_path)
    found = [file.relative_to(tmp_path).as_posix() for file in sources.result_sources("*.py", "*.toml")]
    assert found == counting
