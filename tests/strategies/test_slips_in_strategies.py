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
