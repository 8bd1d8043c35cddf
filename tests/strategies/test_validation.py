"""A first look at a user's strategy: what it must not do is refused before a game is played with it, by every
command.
"""

from pathlib import Path

import pytest

from knotlab.sim import games
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.compiling import check
from tests.cli import GAME, knotlab

pytestmark = pytest.mark.tried

HEAD = "import random\nfrom random import gauss\n\nimport numpy as np\n\nfrom knotlab.strategies import strategy\n\n\n"
HELPERS = "def helper(x):\n    return x + random.uniform(0.0, 1.0)\n\n\ndef peek(view):\n    return view.plan[1]\n\n\n"
PLANNED = """def fill(view):
    if view.plan.any():
        raise ValueError("something was left behind")
    view.plan[3] = 1.0 + view.seat


@strategy("twisted-knot", plan=fill)
def planned(view, move):
    return view.decision_uniform
"""
BODIES = {
    "line 19: a strategy cannot change an array of the view": "    view.hand[move.rank] -= move.count\n    return 1.0",
    "line 19: a strategy cannot change an array of": "    view.hand_sizes[:] = 0\n    return 1.0",
    "line 19: a strategy cannot change view.seat": "    view.seat = 1\n    return 1.0",
    "reads beyond the end of an array": "    return 1.0 * view.hand[move.rank + 50]",
    "looks at view.plan and has no plan": "    return view.plan[0]",
    "looks at view.plan and has no plan to fill it": "    return peek(view)",
    "draws random numbers of its own": "    return random.random()",
    "draws random numbers of its own, so no game": "    return np.random.random()",
    "draws random numbers of its own, so no game could": "    return gauss(0.0, 1.0)",
    "draws random numbers of its own, so no game could be": "    return helper(0.0)",
}


def written(folder: Path, body: str) -> Path:
    """A file with one strategy."""
    file = folder / "mine.py"
    file.write_text(HEAD + HELPERS + f'@strategy("{GAME}")\ndef mine(view, move):\n{body}\n')
    return file


@pytest.mark.parametrize("said", BODIES)
def test_what_a_strategy_must_not_do_is_one_sentence(said: str, tmp_path: Path) -> None:
    file = written(tmp_path, BODIES[said])
    for words in (("play", GAME, "mine", "shed", "--games", 10), ("duel", GAME, "mine", "shed")):
        answer = knotlab(*words, "--strategies-from", file)
        assert answer.status == 2 and said in answer.line and "'mine'" in answer.line


def test_reading_all_there_is_and_writing_the_plan_is_fine(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    plan = "def fill(view):\n    view.plan[0] = view.game_uniform\n    view.plan[1] = view.hand[2]\n\n\n"
    body = "    return view.plan[0] + view.plan[1] + view.decision_uniform"
    file.write_text(HEAD + plan + f'@strategy("{GAME}", plan=fill)\ndef mine(view, move):\n{body}\n')
    assert knotlab("play", GAME, "mine", "shed", "--games", 10, "--strategies-from", file).status == 0


def test_what_fails_within_a_match_alone_is_found_before_a_deal_is_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    body = "    return 1.0 * view.tricks[4 if view.totals[view.seat] < 0 else 0]"
    file.write_text(HEAD + f'@strategy("twyst")\ndef mine(view, move):\n{body}\n')
    answer = knotlab("play", "twyst", "mine", "random", "random", "random", "--strategies-from", file)
    assert answer.status == 2 and "reads beyond the end of an array" in answer.line
    tried = knotlab("check", file)
    assert tried.status == 1 and "a game of random moves" in tried.out


def test_a_plan_finds_nothing_that_another_decision_left(tmp_path: Path) -> None:
    file = tmp_path / "planned.py"
    file.write_text(HEAD + PLANNED)
    answer = knotlab("play", GAME, "planned", "planned", "planned", "--games", 30, "--strategies-from", file)
    assert answer.status == 0, answer.line


@pytest.mark.long
@pytest.mark.parametrize("game", games.names())
def test_strategies_that_ship_have_none_of_the_faults_that_their_code_would_show(game: str) -> None:
    """They are not looked at when they are played."""
    for strategy in catalogue(game).values():
        check(strategy)
