"""What compiles and means something else is told by `check`, and what a strategy may not do in one sentence."""

import ast
from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.checking.slips import OFTEN, Choices, GameWords, _slips_of
from knotlab.sim import games
from knotlab.sim.games.twisted_knot.cards import FOUR, RANK
from tests.cli import knotlab, line_of, refused, strategy_file

SLIPS = {
    "move.rank == 4": "4 is the 9, and the 4 is 12",
    "4 != move.rank": "4 is the 9",
    "move.rank in (3, 8)": "3 is the 7, 8 is the J",
    "view.top == 13": "13 is the 8",
    "move.rank == '4'": "compares a number with a text",
    "ACE in view.hand": "view.hand[..] > 0 asks for one",
    "len(view.stack)": "always 224, the room that the field has; view.stack_size: cards in the table stack",
    "len(view.hand)": "always 16",
    "view.stack[ACE]": "no count; view.stack_counts[ACE] is",
}
SOUND = (
    "move.rank == ACE; move.rank == -1; move.rank > 9; move.count == 4; view.hand[ACE]; view.stack[0]; len(values); "
    "ACE in values; view.stack[view.stack_size - 1]; move.kind == 1; view.plan[ACE]"
).split("; ")


def told(text: str) -> list[str]:
    """What is said of an expression of Twisted Knot."""
    words = GameWords(games.find("twisted-knot"))
    return [slip for node in ast.walk(ast.parse(text)) for slip in _slips_of(node, words)]


@pytest.mark.parametrize("text", SLIPS)
def test_what_means_something_else_is_told(text: str) -> None:
    (slip,) = told(text)
    assert SLIPS[text] in slip


@pytest.mark.parametrize("text", SOUND)
def test_what_means_what_it_says_is_not(text: str) -> None:
    assert told(text) == []


def test_ranks_are_told_as_the_game_has_them() -> None:
    assert (RANK["9"], FOUR, RANK["7"], RANK["J"], RANK["8"]) == (4, 12, 3, 8, 13)


def choices(*counted: tuple[list[tuple[int, int, int]], list[float]]) -> Choices:
    """Some choices of Twisted Knot, counted."""
    seen = Choices(("kind", "rank", "count"))
    for moves, scores in counted:
        seen.add(np.array(moves), np.array(scores))
    return seen


def test_what_is_strange_about_choices_is_told() -> None:
    one, two, other = (0, 3, 1), (0, 3, 2), (0, 5, 1)
    alike = choices(([one, other], [2.0, 2.0]))
    assert list(alike.slips(())) == ["it gives every move the same score, so it plays at random"]
    of_rank = choices(([one, two, other], [2.0, 2.0, 1.0]), ([one, other], [1.0, 0.0]))
    assert list(of_rank.slips(())) == [
        "in 50% of the choices more and fewer cards of one rank were equally good (move.count), and one was drawn"
    ]
    clear = choices(([one, other], [1.0, 0.0]))
    kinds = (("LAY", OFTEN, 1), ("PASS", OFTEN - 1, 0), ("PICK_UP", OFTEN, 0))
    assert list(clear.slips(kinds)) == [f"PICK_UP was possible in {OFTEN:,} choices and never taken"]


MEMORY = {
    "a global": ("N = 0", ["global N", "N = N + 1"], "N"),
    "an array": ("import numpy as np\n\nSEEN = np.zeros(4)", ["SEEN[0] += 1"], "SEEN"),
    "a dictionary": ("SEEN = {}", ["SEEN[move.rank] = 1"], "SEEN"),
    "a list": ("SEEN = []", ["SEEN.append(move.rank)"], "SEEN"),
}


@pytest.mark.parametrize("kind", MEMORY)
def test_a_strategy_has_no_memory_and_what_stands_in_for_it_is_told(kind: str, tmp_path: Path) -> None:
    top, lines, name = MEMORY[kind]
    line = refused("check", strategy_file(tmp_path, "mine", *lines, "return 1.0", top=top))
    assert f"a strategy has no memory, so '{name}' cannot change from move to move" in line
    assert "view.known, view.cleared, view.discards" in line


def test_check_warns_of_a_parameter_that_changes_nothing_and_of_a_slip(tmp_path: Path) -> None:
    lines = ("if move.rank == 4 or move.kind == PICK_UP:", "    return -100.0", "return -move.rank - 0.01 * move.count")
    file = strategy_file(tmp_path, "mine", *lines, parameters="idle=param(1, 0, 9)")
    told = knotlab("check", file, "--games", 4).out
    assert "warning: idle changed no choice between its bounds" in told and "fault" not in told
    assert f"warning: {file}, line {line_of(file, '== 4')}: 'move.rank == 4'" in told


RULES = """from knotlab.sim.games.twisted_knot.state import LAY


def lays_four(view, move):
    return move.kind == LAY and move.rank == 4


def lays(view, move):
    return move.kind == LAY


def never(view, move):
    return view.hand_sizes[view.seat] < 0
"""


def test_a_file_of_rules_is_checked(tmp_path: Path) -> None:
    """The slip in the first rule, the rule that is true of no move, and how often the others are."""
    file = tmp_path / "rules.py"
    file.write_text(RULES)
    told = knotlab("check", file, "--json").json["rules"]
    four, lays, never = ({**each, "warnings": " ".join(each["warnings"])} for each in told)
    assert (four["name"], lays["name"], never["name"]) == ("lays_four", "lays", "never")
    assert f"{file}, line {line_of(file, '== 4')}: 'move.rank == 4'" in four["warnings"]
    assert never["true"] == 0 and f"never was true of no move in {never['decisions']:,} decisions" in never["warnings"]
    assert "true of no move" not in four["warnings"] + lays["warnings"]
    assert 0 < four["true"] < lays["true"] < lays["decisions"]
    assert "lays: a rule; true of a move in" in knotlab("check", file).out


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("def lays(view, move):\n    return move.kind == 0\n", "import names of one game"),
        ("from knotlab.sim.games.twisted_knot.state import LAY\n", "has no strategy in it"),
    ],
)
def test_a_file_without_a_strategy_and_a_rule_of_one_game_is_refused(lines: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text(lines)
    assert says in refused("check", file)


@pytest.mark.long
def test_a_duel_warns_of_its_rule_as_check_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.py").write_text(RULES)
    words = ("--players", 2, "--margin", "20%")
    four = knotlab("duel", "twisted-knot", "shed", "--forbid", "rules.py:lays_four", *words).out
    assert "warning: " in four and "4 is the 9, and the 4 is 12" in four
    never = knotlab("duel", "twisted-knot", "shed", "--oblige", "rules.py:lays when never", *words).out
    assert "warning: never was true of no move" in never
    assert "warning: " not in knotlab("duel", "twisted-knot", "shed", "--forbid", "passes_queens", *words).out
