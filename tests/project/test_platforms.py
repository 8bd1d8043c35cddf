"""Whatever Windows lacks has a branch without it: docs/platforms.md lists each use, and commands do without."""

import ast
import os
import re
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from knotlab.sim.compiling import lifetime
from knotlab.sim.errors import InputError
from knotlab.studies import command
from tests.cli import GAME, finished, program, start, strategy_file, untimed
from tests.project.packages import ROOMS, ROOT
from tests.project.posix import missing, uses, without

SOURCES = [file for room in (*ROOMS, "studies", "src/knotlab/api") for file in sorted((ROOT / room).rglob("*.py"))]
PAGE = (ROOT / "docs" / "platforms.md").read_text("utf-8")
USED = {str(file.relative_to(ROOT)): uses(file) for file in SOURCES if uses(file)}
ELSEWHERE = {name for file, names in USED.items() if not file.startswith("studies/") for name in names}


def test_the_page_lists_every_use_of_what_windows_lacks() -> None:
    rows = re.findall(r"^\| `(\S+\.py)` \| (.+?) \|", PAGE, re.MULTILINE)
    listed = {(file, name) for file, names in rows for name in re.findall(r"`(\w+\.\w+)`", names)}
    assert len(USED) > 5 and listed == {(file, name) for file, names in USED.items() for name in names}


def test_what_windows_lacks_is_found_in_whatever_way_it_is_imported(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text("import os as system\nfrom signal import alarm, signal\nfrom pwd import getpwnam\nsystem.nice(1)\n")
    assert uses(file) == {"os.nice", "signal.alarm", "pwd.getpwnam"}
    assert {"set_blocking", "fork"} <= missing("os") and "getppid" not in missing("os")


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """An environment that lacks all that Windows lacks and knotlab uses."""
    return without(ELSEWHERE, tmp_path)


@pytest.mark.more
def test_a_strategy_is_tried_and_plays_the_same_games_without_them(elsewhere: dict[str, str], tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "mine", "return -1.0 * move.rank")
    words = ("play", GAME, "mine", "random", "--games", 200, "--json", "--strategies-from", file)
    assert untimed(program(*words, env=elsewhere).json) == untimed(program(*words).json)


@pytest.mark.more
@pytest.mark.tried
def test_a_decision_that_takes_too_long_ends_a_command_without_them(elsewhere: dict[str, str], tmp_path: Path) -> None:
    lines = ("total = 0.0", "while total < 100.0:", "    total += 0.0 * move.rank", "return total")
    words = ("play", GAME, "endless", "random", "--move-seconds", 2)
    file = strategy_file(tmp_path, "endless", *lines)
    answer = program(*words, "--strategies-from", file, env=elsewhere)
    assert answer.status == 2 and "no score after 2 s" in answer.line, answer


@pytest.mark.more
def test_an_interrupt_ends_a_command_without_them(elsewhere: dict[str, str], tmp_path: Path) -> None:
    words = ("play", GAME, "shed", "random", "--games", 10**8, "--out", tmp_path / "run")
    process = start(*words, env=elsewhere)
    deadline = time.monotonic() + 100
    while not list(tmp_path.glob("run/parts/*")) and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    answer = finished(process)
    assert answer.status == 130 and "interrupted" in answer.line


@pytest.mark.more
def test_what_a_command_takes_is_measured_without_them(elsewhere: dict[str, str]) -> None:
    runs = program("cost", GAME, "shed", "random", "--json", env=elsewhere).json["runs"]
    assert len(runs) > 1


@pytest.mark.parametrize("has_ended", [False, True])
def test_a_worker_ends_with_its_parent_where_numbers_never_change(
    has_ended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows it waits for the parent's end; there is nothing to wait for if that was before."""
    told = []

    def open_process(*asked: object) -> str:
        told.append(asked)
        if has_ended:
            raise OSError
        return "the parent"

    windows = SimpleNamespace(SYNCHRONIZE=1, INFINITE=2, OpenProcess=open_process)
    windows.WaitForSingleObject = lambda *waited: told.append(waited)
    monkeypatch.setitem(sys.modules, "_winapi", windows)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "getppid", lambda: 7)
    monkeypatch.setattr(os, "_exit", told.append)
    lifetime._watch(7)
    assert told == [(1, False, 7), *([] if has_ended else [("the parent", 2)]), 1]


def test_studies_that_ask_linux_are_refused_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    command.on_linux()
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(InputError, match="this study asks Linux"):
        command.on_linux()


def test_text_is_read_and_written_in_utf_8_whatever_the_locale() -> None:
    """Where an encoding is not named, Windows takes that of the user's language."""
    wrong = []
    for file in SOURCES:
        for call in (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)):
            match call.func:
                case ast.Attribute(attr="read_text" | "write_text" as name):
                    is_named = len(call.args) > (name == "write_text")
                case ast.Name("open"):
                    is_named = any(isinstance(arg, ast.Constant) and "b" in str(arg.value) for arg in call.args[1:])
                case _:
                    continue
            if not is_named and not any(keyword.arg == "encoding" for keyword in call.keywords):
                wrong.append(f"{file.relative_to(ROOT)}:{call.lineno}: {ast.unparse(call)}")
    assert wrong == []


@pytest.mark.more
def test_a_console_without_colours_gets_none_and_one_of_ascii_gets_plain_characters() -> None:
    plain = {"TERM": "dumb", "NO_COLOR": "1", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    answer = program("claims", "TK-C2", env=plain)
    assert answer.status == 0 and "\x1b" not in answer.out and answer.out.isascii() and "TK-C2" in answer.out
