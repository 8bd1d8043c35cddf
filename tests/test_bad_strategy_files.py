"""Strategy files that cannot be used: exit status 2 and one sentence with the file, the line and the reason."""

from pathlib import Path

import pytest

from tests.cli import GAME, line_of, refused, strategy_file

PLAYS = ("play", GAME, "shed", "random")


def test_a_strategy_file_that_is_missing_is_named(tmp_path: Path) -> None:
    for words in ((*PLAYS, "--strategies-from", tmp_path / "absent.py"), ("check", tmp_path / "absent.py")):
        line = refused(*words)
        assert str(tmp_path / "absent.py") in line and "No such file" in line


def test_a_syntax_error_in_a_strategy_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "unfinished", "return (1.0 +")
    for words in ((*PLAYS, "--strategies-from", file), ("check", file)):
        line = refused(*words)
        assert f"{file}, line {line_of(file, 'return')}" in line and "syntax error" in line


def test_an_error_while_a_strategy_file_is_read_is_told_with_its_line(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "divided", "return 1.0", top="HALF = 1 / 0")
    line = refused(*PLAYS, "--strategies-from", file)
    assert f"{file}, line {line_of(file, 'HALF')}" in line and "division by zero" in line


def test_a_file_without_a_strategy_is_refused_with_how_one_is_written(tmp_path: Path) -> None:
    file = tmp_path / "plain.py"
    file.write_text("def score(view, move):\n    return 0.0\n")
    for words in ((*PLAYS, "--strategies-from", file), ("check", file)):
        line = refused(*words)
        assert str(file) in line and "no strategy" in line and "@strategy" in line


def test_a_strategy_file_that_is_no_python_file_is_refused(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "notes", "return 0.0").rename(tmp_path / "notes.txt")
    for words in ((*PLAYS, "--strategies-from", file), ("check", file)):
        line = refused(*words)
        assert "notes.txt" in line and ".py" in line


def test_a_binary_file_given_as_a_strategy_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "binary.py"
    file.write_bytes(bytes(range(256)))
    assert str(file) in refused(*PLAYS, "--strategies-from", file)


NOT_COMPILED = {
    "opening a file": ("return float(len(open('notes').read()))", "open"),
    "a name that does not exist": ("return 1.0 * wieght", "wieght"),
    "a field that the view does not have": ("return 1.0 * view.hands[2]", "'hands'"),
    "a field that the move does not have": ("return 1.0 * move.ranks", "'ranks'"),
    "two kinds of score": ("return 'high' if move.rank > 3 else 1.0", "high"),
    "a text for a score": ("return 'high'", "high"),
    "a list for a score": ("return [1.0, 2.0]", "list"),
}


@pytest.mark.parametrize("kind", NOT_COMPILED)
def test_a_strategy_that_cannot_be_compiled_is_told_with_file_and_line_and_reason(kind: str, tmp_path: Path) -> None:
    wrong, named = NOT_COMPILED[kind]
    file = strategy_file(tmp_path, "odd", "bonus = 2.0", wrong)
    line = refused("play", GAME, "random", "odd", "--strategies-from", file, "--games", 2)
    assert "'odd'" in line
    assert f"{file}, line {line_of(file, wrong)}" in line
    assert named in line


def test_a_field_that_is_nearly_right_is_answered_with_the_right_one(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "nearly", "return 1.0 * view.hands[2]")
    assert "'hand'" in refused("play", GAME, "random", "nearly", "--strategies-from", file, "--games", 2)


def test_a_strategy_that_never_returns_anything_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "silent", "move.rank + 1")
    line = refused("play", GAME, "random", "silent", "--strategies-from", file, "--games", 2)
    assert "'silent'" in line and str(file) in line and "return" in line


def test_check_tells_why_a_strategy_cannot_be_compiled(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "odd", "return float(len(open('notes').read()))")
    assert f"{file}, line {line_of(file, 'notes')}" in refused("check", file)


def test_a_strategy_with_the_name_of_a_shipped_one_is_refused(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "shed", "return 0.0")
    for words in ((*PLAYS, "--strategies-from", file), ("check", file), ("strategies", "--strategies-from", file)):
        line = refused(*words)
        assert "'shed'" in line and str(file) in line and "another name" in line


def test_two_files_with_strategies_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    files = [strategy_file(tmp_path, "twin", "return 0.0"), strategy_file(tmp_path / "more", "twin", "return 1.0")]
    line = refused("play", GAME, "twin", "random", "--strategies-from", files[0], "--strategies-from", files[1])
    assert "'twin'" in line and str(files[1]) in line


def test_a_default_outside_its_bounds_is_refused(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "bounded", "return 1.0 * keep", parameters="keep=param(9, 0, 8)")
    line = refused("play", GAME, "bounded", "random", "--strategies-from", file)
    assert str(file) in line and "9" in line and "0" in line and "8" in line


def test_a_strategy_that_takes_other_than_its_parameters_is_refused(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "taking", "return 1.0 * keep", parameters="keep=param(2, 0, 8)")
    file.write_text(file.read_text().replace("(view, move, keep)", "(view, move, held)"))
    line = refused("play", GAME, "taking", "random", "--strategies-from", file)
    assert "'taking'" in line and "(view, move, keep)" in line


@pytest.mark.parametrize(
    "helper",
    [
        "def loop(n):\n    return loop(n - 1) if n > 0 else 0.0",
        "def loop(n):\n    return other(n)\n\n\ndef other(n):\n    return loop(n)",
    ],
)
def test_a_function_that_calls_itself_is_refused(helper: str, tmp_path: Path) -> None:
    compiled = "\n".join("@njit\n" + line if line.startswith("def ") else line for line in helper.splitlines())
    file = strategy_file(tmp_path, "looping", "return loop(move.rank)", top="from numba import njit\n\n\n" + compiled)
    line = refused("play", GAME, "random", "looping", "--strategies-from", file, "--games", 2)
    assert "'looping'" in line and "calls itself" in line
