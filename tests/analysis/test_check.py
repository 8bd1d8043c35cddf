"""`knotlab check` on strategies that fail: what went wrong, in which decision, and in which line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from knotlab.analysis.checking import check as checking
from knotlab.analysis.checking.locate import place_of
from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.settings import make_rules
from knotlab.strategies.catalogue import catalogue
from tests.cli import knotlab, line_of, program, strategy_file

pytestmark = pytest.mark.tried

HELPER = "def helper(hand, rank):\n    return 1.0 * hand[rank + 50]"
LINES = {
    "beyond an array": ("IndexError", "score = 1.0 * view.hand[99 + move.rank]"),
    "beyond an array, by a helper": ("IndexError", "score = helper(view.hand, move.rank)"),
    "divided by zero": ("ZeroDivisionError", "score = 1 / (move.rank - move.rank)"),
    "an error of its own": ("no idea", "if move.rank > 3: raise ValueError('no idea')"),
}


def fault_of(file: Path, *options: object) -> str:
    """The one fault that a check finds."""
    answer = program("check", file, "--games", 20, "--json", *options)
    assert (answer.status, answer.err) == (1, ""), answer
    (checked,) = json.loads(answer.out)["strategies"]
    (fault,) = checked["faults"]
    return fault


@pytest.mark.more
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.long] * ("helper" not in kind)) for kind in LINES]
)
def test_a_fault_has_its_line(kind: str, tmp_path: Path) -> None:
    named, line = LINES[kind]
    file = strategy_file(tmp_path, "faulty", "score = 0.0", line, "return score", top=HELPER)
    wrong = "rank + 50" if "helper" in kind else line
    fault = fault_of(file)
    assert named in fault and fault.endswith(f"({file}, line {line_of(file, wrong)})")


@pytest.mark.more
def test_a_fault_has_its_line_without_the_compiler_too(tmp_path: Path) -> None:
    line = LINES["beyond an array"][1]
    file = strategy_file(tmp_path, "faulty", line, "return score")
    assert fault_of(file, "--debug").endswith(f"({file}, line {line_of(file, line)})")


@pytest.mark.long
def test_a_fault_that_random_moves_do_not_meet_is_told_by_its_game(tmp_path: Path) -> None:
    """The game of random moves that comes first does not reach such a position."""
    file = strategy_file(
        tmp_path,
        "late",
        "if view.hand_sizes[view.seat] == 1 and view.stack_size == 4 and move.count == 1:",
        "    return 1.0 * view.hand[99]",
        "return -1.0 * move.rank + (100.0 if move.kind == LAY else 0.0)",
    )
    answer = program("check", file, "--games", 2000, "--json")
    (fault,) = json.loads(answer.out)["strategies"][0]["faults"]
    assert fault.startswith("game ") and f"line {line_of(file, '[99]')})" in fault


@pytest.mark.long
def test_a_loop_without_end_is_noticed_and_its_line_told(tmp_path: Path) -> None:
    file = strategy_file(
        tmp_path,
        "endless",
        "total = 0.0",
        "while total < 100.0:",
        "    total += 0.0 * helper(move.rank)",
        "return total",
        top="def helper(rank):\n    total = 0.0\n    for _ in range(9):\n        total += rank\n    return total",
    )
    words = [sys.executable, "-m", "knotlab.reports.cli", "check", file, "--games", "20", "--json"]
    done = subprocess.run([*words, "--move-seconds", "2"], capture_output=True, text=True, timeout=90)
    (fault,) = json.loads(done.stdout)["strategies"][0]["faults"]
    assert (done.returncode, done.stderr) == (1, "") and "no score after 2 s" in fault
    assert fault.endswith(f"({file}, line {line_of(file, 'while')}: this loop does not end)")


@pytest.mark.long
@pytest.mark.skipif(OFF, reason="plain Python prints as it always does")
def test_what_compiled_code_prints_is_cut_and_spoils_no_answer(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "loud", "print(move.rank)", "return -1.0 * move.rank")
    words = [sys.executable, "-m", "knotlab.reports.cli", "check", file, "--games", "4", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=90)
    assert json.loads(done.stdout)["strategies"][0]["name"] == "loud"
    assert sum(line.lstrip("-").isdigit() for line in done.stderr.splitlines()) == 100
    assert done.stderr.count("knotlab: prints are cut after 100 lines") == 1


def test_a_slow_strategy_is_stopped_and_what_was_played_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "TRIAL_SECONDS", 0.0)
    file = strategy_file(tmp_path, "slow", "return 1.0 * move.rank")
    answer = knotlab("check", file, "--games", 200)
    assert answer.status == 0 and "2 games against random at the smallest table; stopped after" in answer.out
    facts = knotlab("check", file, "--games", 200, "--json").json["strategies"][0]
    assert (facts["games"], facts["games_wanted"], facts["games_traced"]) == (2, 200, 2)


def test_a_check_plays_by_the_settings_that_are_named_and_says_so(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "low", "return 20.0 - move.rank")
    usual, two_packs = (
        knotlab("check", file, "--games", 6, *options, "--json").json["strategies"][0]
        for options in ((), ("--set", "packs=2"))
    )
    assert usual["settings"] == [] and two_packs["settings"] == ["packs=2"]
    assert two_packs["choices"] != usual["choices"]
    assert (
        "6 games against random at the smallest table, packs=2: "
        in knotlab("check", file, "--games", 6, "--set", "packs=2").out
    )
    assert "there is no setting 'pakcs'" in knotlab("check", file, "--set", "pakcs=2").line


def test_choices_are_told_with_the_games_they_are_of(tmp_path: Path) -> None:
    file = tmp_path / "bids.py"
    assert knotlab("new", file, "--game", "twyst").status == 0
    answer = knotlab("check", file, "--games", 400)
    assert "400 games against random" in answer.out and "in the first 100 games" in answer.out
    assert "BID: possible in 100 choices, taken in 100" in answer.out  # each game has one bid of each player


def test_a_decision_that_plain_python_finishes_has_no_line() -> None:
    game = games.find("twisted-knot")
    step = Stepper(game, make_rules(game, 2))
    for _ in step.random_game(seed=1):
        break
    assert place_of(catalogue("twisted-knot")["shed"], step.view) is None
