"""Commands as somebody at a terminal has them: with progress, at a real terminal's end, and interrupted in the middle
of machine code.
"""

import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli import COMPILING, GAME, PROGRAM, knotlab

pytestmark = pytest.mark.more

COMMANDS = {
    "play": ("play", GAME, "shed", "random", "--games", 40_000),
    "records": ("records", GAME, "shed", "random", "--games", 30, "--save", "games.jsonl"),
    "tournament": ("tournament", "twyst", "cautious+high", "random", "--games", 4000),
    "duel": ("duel", GAME, "shed", "random", "--players", 3, "--margin", "10%"),
}
ENDLESS = """
from knotlab.strategies import strategy


@strategy("twisted-knot")
def endless(view, move):
    total = 0.0
    while total < 100.0:
        total += 0.0 * move.rank
    return total
"""


def at_a_terminal(words: tuple[object, ...], folder: Path) -> tuple[int, str]:
    """Run a command whose output goes to a terminal: its exit status and all that the terminal showed."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"PYTHONPATH": os.getcwd(), "TERM": "xterm", "COLUMNS": "100"}
    program = subprocess.Popen([*PROGRAM, *map(str, words)], stdout=theirs, stderr=theirs, cwd=folder, env=environment)
    os.close(theirs)
    shown = b""
    while True:
        if select.select([ours], [], [], 0.2)[0]:
            try:
                shown += os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
        elif program.poll() is not None:
            break
    os.close(ours)
    return program.wait(), shown.decode()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_shows_its_progress_and_its_result(name: str, tmp_path: Path) -> None:
    status, shown = at_a_terminal(COMMANDS[name], tmp_path)
    assert status == 0 and "Traceback" not in shown, shown[-2000:]
    assert "━" in shown and "\x1b[" in shown  # a bar, in colours


def test_without_colours_if_the_user_wants_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    _, shown = at_a_terminal(("play", GAME, "shed", "random", "--games", 100), tmp_path)
    assert not re.search(r"\x1b\[[34][0-7]m", shown) and "shed" in shown  # 30 to 47 are colours
    plain = knotlab("play", GAME, "shed", "random", "--games", 100)
    assert "\x1b" not in plain.out + plain.err


def test_what_is_wrong_is_said_in_lines_that_break_between_words(tmp_path: Path) -> None:
    words = ("play", GAME, "shed", "random", "--set", "=".join(["not-a-setting-of-this-game", "on"]))
    status, shown = at_a_terminal(words, tmp_path)
    told = knotlab(*words).line
    assert status == 2 and len(told) > 100 and shown.split() == told.split()
    assert max(map(len, shown.splitlines())) <= 100


@pytest.mark.parametrize("command", [pytest.param("check", marks=pytest.mark.long), "play"])
def test_an_endless_strategy_can_be_interrupted(command: str, tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    own = ("--workers", 1, "--strategies-from", file)
    words = ("check", file) if command == "check" else ("play", GAME, "endless", "shed", *own)
    program = subprocess.Popen([*PROGRAM, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(5)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=40)
    assert program.returncode == 130 and COMPILING.sub("", err).count("\n") == 1 and "interrupted" in err
