"""A little of every room, as a user would try it: what a further version of Python must be able to do."""

from pathlib import Path

import pytest

from tests.cli import GAME, knotlab, program

STRATEGY = '''
from knotlab import param, strategy


@strategy("twisted-knot", keep=param(2, 0, 8))
def smoky(view, move, keep):
    """Low cards first."""
    return -1.0 * move.rank if view.hand_sizes[view.seat] > keep else 1.0 * move.rank
'''

COMMANDS = {
    "a run with its log": ("play", GAME, "shed", "random", "--games", 100, "--out", "run", "--log"),
    "a rate": ("rate", "run", "--of", "hand_size - next_hand"),
    "the other games": ("play", "twyst", "threshold+solid", "random", "random", "random", "--games", 40),
    "a game told": ("replay", GAME, "shed", "random"),
    "a game to watch": ("replay", GAME, "shed", "random", "--html", "game.html"),
    "a duel": ("duel", GAME, "shed:tremble=0.02", "random", "--players", 2),
    "claims that are counted": ("claims", "TK-C22", "TY-C4", "--play"),
    "a strategy of one's own": ("check", "smoky.py", "--games", 50),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a strategy of one's own."""
    path = tmp_path_factory.mktemp("smoke")
    (path / "smoky.py").write_text(STRATEGY)
    return path


def test_commands_of_every_room_answer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for what, words in COMMANDS.items():
        answer = knotlab(*words)
        assert answer.status == 0 and answer.out, what


@pytest.mark.more
def test_worker_processes_play_the_same_games(folder: Path) -> None:
    words = ("play", GAME, "smoky", "random", "--strategies-from", "smoky.py", "--games", 200, "--json")
    here, elsewhere = (program(*words, "--backend", name, cwd=folder).json for name in ("threads", "processes"))
    assert here["strategies"] == elsewhere["strategies"]
