"""What a terminal gets and a file does not: progress and colours, and neither where nobody wants them."""

import os
import re
import subprocess

from tests.cli import GAME, PROGRAM, program

COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-7]|4[0-7]|38|48|9[0-7])[;\d]*m")
WORDS = ("play", GAME, "shed:tremble=0.02", "random", "--games", 20_000)


def on_terminal(*words: object, **changed: str) -> str:
    """What a command writes where both its outputs are a terminal."""
    leader, follower = os.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")} | {"TERM": "xterm-256color"} | changed
    process = subprocess.Popen([*PROGRAM, *map(str, words)], stdin=follower, stdout=follower, stderr=follower, env=environment)
    os.close(follower)
    told = bytearray()
    try:
        while more := os.read(leader, 65536):
            told += more
    except OSError:  # the other end is closed: the command has ended
        pass
    os.close(leader)
    assert process.wait(timeout=120) == 0
    return told.decode(errors="replace")


def test_a_terminal_gets_progress_in_colours_and_without_them_if_asked() -> None:
    told = on_terminal(*WORDS)
    assert GAME in told and COLOUR.search(told)
    plain = on_terminal(*WORDS, NO_COLOR="1")
    assert GAME in plain and not COLOUR.search(plain)


def test_where_there_is_no_terminal_all_is_plain_and_there_is_no_progress() -> None:
    answer = program(*WORDS)
    assert answer.status == 0 and answer.err == "" and "\x1b" not in answer.out
