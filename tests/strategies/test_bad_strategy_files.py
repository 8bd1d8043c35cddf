"""Strategy files that cannot be used: exit status 2 and one sentence with the file, the line and the reason."""

import subprocess
import sys
from pathlib import Path

import pytest

from knotlab.sim import games
from knotlab.sim.compiling.messages import explain
from knotlab.strategies.catalogue import catalogue
from tests.cli import GAME, knotlab, line_of, refused, strategy_file

pytestmark = pytest.mark.tried

PLAYS = ("play", GAME, "shed", "random")


def test_a_strategy_file_that_is_missing_is_named(tmp_path: Path) -> None:
    for words in loading(tmp_path / "absent.py"):
        line = refused(*words)
        assert str(tmp_path / "absent.py") in line and "No such file" in line


def loading(file: Path) -> list[tuple[object, ...]]:
    """Commands that load a strategy file."""
    return [(*PLAYS, "--strategies-from", file), ("strategies", "--strategies-from", file), ("check", file)]


UNUSABLE: dict[str, tuple[dict[str, str], str, tuple[str, ...]]] = {
    # What is in the file, the text in the line that is named, if one is, and what is said.
    "a syntax error": ({"lines": "return (1.0 +"}, "return", ("syntax error",)),
    "an error": ({"top": "HALF = 1 / 0"}, "HALF", ("division by zero",)),
    "a game that there is not": ({"game": "bridge"}, "", ("no game 'bridge'", GAME)),
    "the name of a shipped one": ({"name": "shed"}, "", ("'shed' for twisted-knot, which ships; choose another name",)),
    "a default outside its bounds": ({"parameters": "keep=param(9, 0, 8)"}, "", ("9", "0", "8")),
}


@pytest.mark.parametrize("kind", UNUSABLE)
def test_a_strategy_file_that_cannot_be_used_is_named_with_its_line_and_why(kind: str, tmp_path: Path) -> None:
    content, wrong, said = {"name": "odd", "lines": "return 0.0"} | UNUSABLE[kind][0], *UNUSABLE[kind][1:]
    file = strategy_file(tmp_path, content.pop("name"), content.pop("lines"), **content)
    for words in loading(file):
        line = refused(*words)
        assert (f"{file}, line {line_of(file, wrong)}" if wrong else str(file)) in line
        assert all(part in line for part in said)


NO_STRATEGIES = {
    "without one": ("plain.py", b"def score(view, move):\n    return 0.0\n", ("no strategy", "@strategy")),
    "no python file": ("notes.txt", b"", (".py",)),
    "binary": ("binary.py", bytes(range(256)), ()),
}


@pytest.mark.parametrize("kind", NO_STRATEGIES)
def test_a_file_that_holds_no_strategy_is_refused(kind: str, tmp_path: Path) -> None:
    name, content, said = NO_STRATEGIES[kind]
    (tmp_path / name).write_bytes(content)
    for words in loading(tmp_path / name):
        line = refused(*words)
        assert name in line and all(part in line for part in said)


NOT_COMPILED = {
    "opening a file": ("return float(len(open('notes').read()))", "open"),
    "a name that does not exist": ("return 1.0 * wieght", "wieght"),
    "a field that the view does not have": ("return 1.0 * view.hands[2]", "'hands'"),
    "a field that the move does not have": ("return 1.0 * move.ranks", "'ranks'"),
    "two kinds of score": ("return 'high' if move.rank > 3 else 1.0", "high"),
    "two kinds of score in two statements": ("if move.rank > 3: return 'high'", "the text 'high'"),
    "a text for a score": ("return 'high'", "high"),
    "a list for a score": ("return [1.0, 2.0]", "list"),
    "a sum of a number and a text": (
        "return bonus + 'high'",
        "'+' cannot be compiled for a number and the text 'high'",
    ),
    "a text for an index": (
        "return view.hand['ace']",
        "'[ ]' cannot be compiled for an array that may only be read and the text 'ace'",
    ),
    "too few arguments": ("return np.interp(move.rank)", "missing a required argument"),
    "a call of a number": ("return move.rank(2)", "a whole number is not a function"),
    "a function that there is not": ("return np.sinus(move.rank)", "has no attribute 'sinus'"),
    "a change of the move": ("move.rank = 2", "cannot change move.rank"),
    "an import in the function": ("import math", "an import belongs to the top of the file"),
    "a variable of two kinds": ("bonus = 'high' if move.rank > 3 else bonus", "the text 'high'"),
}


@pytest.mark.parametrize("kind", NOT_COMPILED)
def test_a_strategy_that_cannot_be_compiled_is_told_with_file_and_line_and_reason(kind: str, tmp_path: Path) -> None:
    wrong, named = NOT_COMPILED[kind]
    file = strategy_file(tmp_path, "odd", "bonus = 2.0", wrong, "return bonus", top="import numpy as np")
    line = refused("play", GAME, "random", "odd", "--strategies-from", file, "--games", 2)
    assert "'odd'" in line
    places = [line_of(file, wrong)]
    if kind == "a variable of two kinds":  # from Python 3.12 on its two kinds are told apart up to where it is returned
        places.append(line_of(file, "return bonus"))
    assert any(f"{file}, line {place}:" in line for place in places)
    assert named in line


def test_a_fault_in_a_helper_is_told_with_the_helpers_line(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("def worth(rank):\n    bonus = 2\n    return rank + 'high'\n")
    own = "def helper(rank):\n    return worth(rank)"
    file = strategy_file(tmp_path, "odd", "return helper(move.rank)", top=f"from beside import worth\n\n\n{own}")
    line = refused("play", GAME, "random", "odd", "--strategies-from", file, "--games", 2)
    assert f"{tmp_path / 'beside.py'}, line 3: '+' cannot be compiled" in line


def test_a_helper_that_says_that_it_wraps_itself_is_refused(tmp_path: Path) -> None:
    top = "def helper(rank):\n    return 1.0 * rank\n\n\nhelper.__wrapped__ = helper"
    file = strategy_file(tmp_path, "odd", "return helper(move.rank)", top=top)
    line = refused("play", GAME, "random", "odd", "--strategies-from", file, "--games", 2)
    assert f"{file}, line {line_of(file, 'return helper')}:" in line and "wrapper loop" in line


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("view.hands[2]", "there is no field 'hands' in the view; did you mean 'hand'? known: "),
        ("view.rank", "there is no field 'rank' in the view, only in the move"),
    ],
)
def test_a_rule_with_a_field_that_there_is_not_is_told_all_that_there_are(
    wrong: str, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "rules.py"
    file.write_text(f"def odd(view, move):\n    return {wrong} > 0\n")
    line = refused("play", GAME, "shed", f"shed:forbid={file}:odd", "--games", 2)
    assert line.startswith(f"knotlab: rule 'odd' cannot be compiled: {file}, line 2: {says}")
    listed = {each["name"] for each in knotlab("view", GAME, "--json").json["fields"]}
    assert set(line.partition("known: ")[2].split(", ")) == listed


def test_colours_in_the_compilers_message_are_left_out() -> None:
    error = TypeError(
        "\x1b[1m\x1b[1mFailed in nopython mode\x1b[0m\n\x1b[1mUnknown attribute 'ranks' of type Move(int64 x 3)\x1b[0m"
    )
    said = explain(error, [catalogue(GAME)["shed"].score], games.find(GAME))
    assert "'ranks' in the move; did you mean 'rank'?" in said and "\x1b" not in said


def test_a_strategy_that_never_returns_anything_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "silent", "move.rank + 1")
    line = refused("play", GAME, "random", "silent", "--strategies-from", file, "--games", 2)
    assert "'silent'" in line and str(file) in line and "return" in line


def test_check_tells_why_a_strategy_cannot_be_compiled(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "odd", "return float(len(open('notes').read()))")
    assert f"{file}, line {line_of(file, 'notes')}" in refused("check", file)


def test_two_files_with_strategies_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    files = [strategy_file(tmp_path, "twin", "return 0.0"), strategy_file(tmp_path / "more", "twin", "return 1.0")]
    line = refused("play", GAME, "twin", "random", "--strategies-from", files[0], "--strategies-from", files[1])
    assert "'twin'" in line and str(files[1]) in line


@pytest.mark.parametrize(
    "takes", ["view, move, held", "view, move, held, *more", "view, move, keep, aces, *more", "*all"]
)
def test_a_strategy_that_takes_other_than_its_parameters_is_refused(takes: str, tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "taking", "return 1.0", parameters="keep=param(2, 0, 8)")
    file.write_text(file.read_text().replace("view, move, keep", takes))
    line = refused("play", GAME, "taking", "random", "--strategies-from", file)
    assert "'taking'" in line and "(view, move, keep)" in line and f"not ({takes})" in line


def test_a_plan_that_takes_other_than_its_strategys_parameters_is_refused(tmp_path: Path) -> None:
    plan = "def prepare(view):\n    view.plan[0] = 1.0"
    file = strategy_file(tmp_path, "taking", "return 1.0", top=plan, parameters="keep=param(2, 0, 8)")
    file.write_text(file.read_text().replace("@strategy(", "@strategy(plan=prepare, game=", 1))
    line = refused("play", GAME, "taking", "random", "--strategies-from", file)
    assert "the plan of strategy 'taking' must take (view, keep), not (view)" in line


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


@pytest.mark.more
def test_a_file_that_fails_takes_no_shipped_strategy_with_it(tmp_path: Path) -> None:
    """Those that it was the first to import stay known."""
    file = strategy_file(tmp_path, "fails", "return 0.0", top="from knotlab.strategies.twyst.solid import solid")
    file.write_text(file.read_text() + "\n\nraise RuntimeError('not today')\n")
    ask = (
        "import sys; from knotlab.strategies.catalogue import catalogue\n"
        "try:\n    catalogue('twisted-knot', sys.argv[1:])\nexcept ValueError as error:\n    print(error)\n"
        "print('solid' in catalogue('twyst'), 'fails' in catalogue('twisted-knot'))"
    )
    done = subprocess.run([sys.executable, "-c", ask, str(file)], capture_output=True, text=True, check=True)
    assert "not today" in done.stdout and done.stdout.splitlines()[-1] == "True False"
