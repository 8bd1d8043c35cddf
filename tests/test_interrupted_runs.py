"""Runs that are killed, interrupted or run into each other: whatever happens, the rerun leaves the files of a run that nothing disturbed."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli import GAME, Answer, contents, finished, knotlab, one_line, parts, program, refused, start

GAMES = 60_000  # with fixed seats: fourteen full parts of 4096 deals and a piece
RUN = ("play", GAME, "random", "random:tremble=0.5", "--fixed-seats", "--seed", 31, "--workers")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run that nothing disturbed; tests only read it."""
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    assert knotlab(*RUN, 2, "--games", GAMES, "--out", folder).status == 0
    return folder


def wait_for(folder: Path, process: subprocess.Popen[str], n_parts: int, seconds: float = 60) -> None:
    """Wait until a run has written so many parts (0: its manifest), or has ended."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        if (folder / "manifest.json").exists() and len(parts(folder)) >= n_parts:
            return
        time.sleep(0.002)
    assert process.poll() is not None, f"no {n_parts} parts after {seconds} s"


def killed(folder: Path, games: int, n_parts: int, delay: float) -> int:
    """Start a run, kill it so long after so many parts are there, and say how it ended."""
    process = start(*RUN, 1, "--games", games, "--out", folder)
    wait_for(folder, process, n_parts)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    finished(process)
    return process.returncode


@pytest.mark.parametrize("kills", [2, pytest.param(12, marks=pytest.mark.long)])
def test_a_run_killed_at_random_moments_ends_up_as_if_undisturbed(kills: int, kept: Path, tmp_path: Path) -> None:
    folder, chance = tmp_path / "run", random.Random(2026)
    for extended_to in (20_000, GAMES):
        ends = [killed(folder, extended_to, chance.choice([0, len(parts(folder)) + 1]), chance.uniform(0, 0.15)) for _ in range(kills)]
        assert -signal.SIGKILL in ends, "every run was complete before it was to be killed"
        assert knotlab(*RUN, 2, "--games", extended_to, "--out", folder).status == 0
    assert contents(folder) == contents(kept)


# Plays in one child process that kills itself at the n-th change it makes to the run folder, then in another that may finish; for n = 1, 2, ...
DYING = """
import os, signal, sys, tempfile
from reports.app import main
from sim.job import compile_ahead
from analysis.play import make_job

def child(words, n=0):
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    left = [n]
    def counted(function):
        def call(*words, **more):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*words, **more)
        return call
    for module, name in ((os, "mkdir"), (tempfile, "mkstemp"), (os, "fsync"), (os, "chmod"), (os, "replace"), (os, "unlink")):
        setattr(module, name, counted(getattr(module, name)))
    try:
        main(words)
    except SystemExit as end:
        os._exit(end.code)

out, *words = sys.argv[1:]
compile_ahead(make_job(words[1], words[2:4]))
n = 0
while True:
    n += 1
    ended = child([*words, "--out", f"{out}/{n}"], n)
    again = child([*words, "--out", f"{out}/{n}"])
    print(n, ended, again)
    if ended != -signal.SIGKILL:
        break
"""


def test_a_run_that_dies_at_any_change_to_its_folder_ends_up_as_if_undisturbed(tmp_path: Path) -> None:
    words = ["play", GAME, "shed", "random", "--fixed-seats", "--games", "4200", "--workers", "1", "--json"]
    assert knotlab(*words, "--out", tmp_path / "undisturbed").status == 0
    (tmp_path / "runs").mkdir()
    ended = subprocess.run([sys.executable, "-c", DYING, tmp_path / "runs", *words], capture_output=True, text=True, timeout=120)
    folders = sorted((tmp_path / "runs").iterdir(), key=lambda folder: int(folder.name))
    assert ended.returncode == 0 and len(folders) > 15, ended.stderr
    assert [folder.name for folder in folders if not same(folder, tmp_path / "undisturbed")] == [], ended.stdout + ended.stderr


def same(folder: Path, other: Path) -> bool:
    """Whether two run folders hold the same."""
    return (folder / "manifest.json").exists() and contents(folder) == contents(other)


def test_an_interrupted_run_says_how_to_go_on_and_its_rerun_completes_it(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(*RUN, 2, "--games", GAMES, "--out", folder)
    wait_for(folder, process, 1)
    answer = interrupted(process)
    assert str(folder) in answer.line and "same command" in answer.line
    assert 1 <= len(parts(folder)) < 15, "the run was complete before it was to be interrupted"
    assert knotlab(*RUN, 2, "--games", GAMES, "--out", folder).status == 0
    assert contents(folder) == contents(kept)


def interrupted(process: subprocess.Popen[str]) -> Answer:
    """What a program says when it is interrupted; its status must be 130, within 3 seconds."""
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    answer = finished(process, timeout=30)
    assert answer.status == 130, answer
    assert time.monotonic() - sent < 3
    return answer


def test_an_interrupted_run_without_a_folder_says_how_games_are_kept(tmp_path: Path) -> None:
    process = start(*RUN, 2, "--games", "1e8")
    time.sleep(4)
    assert "--out" in interrupted(process).line


@pytest.mark.long
@pytest.mark.parametrize("after", [0.05, 0.2, 0.4, 0.7, 1.0, 1.5])
def test_a_run_interrupted_while_it_starts_ends_in_the_same_way(after: float, tmp_path: Path) -> None:
    process = start(*RUN, 2, "--games", "1e8", "--out", tmp_path / "run")
    time.sleep(after)
    assert "knotlab" in interrupted(process).line


@pytest.mark.long
def test_a_run_interrupted_while_it_compiles_ends_in_the_same_way(tmp_path: Path) -> None:
    process = start(*RUN, 2, "--games", 100, "--out", tmp_path / "run", env={"KNOTLAB_CACHE_DIR": tmp_path / "cache"})
    time.sleep(6)
    assert process.poll() is None, "the kernel was compiled already"
    assert str(tmp_path / "run") in interrupted(process).line


@pytest.mark.long
def test_an_interrupted_run_on_processes_ends_in_the_same_way_and_leaves_no_process(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(*RUN, 2, "--games", GAMES, "--out", folder, "--backend", "processes")
    wait_for(folder, process, 1)
    assert str(folder) in interrupted(process).line
    time.sleep(3)
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    assert knotlab(*RUN, 2, "--games", GAMES, "--out", folder).status == 0
    assert contents(folder) == contents(kept)


COMMANDS = {
    "records": ("records", GAME, "random", "random", "--games", "1e6", "--out", "games.jsonl"),
    "report": ("report", "--deals", "1e6", "--out", "report"),
    "bench": ("bench", "--games", "1e6"),
}


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_every_long_command_can_be_interrupted(command: str, tmp_path: Path) -> None:
    process = start(*COMMANDS[command], cwd=tmp_path, env={"PYTHONPATH": Path.cwd()})
    time.sleep(4)
    assert "interrupted" in interrupted(process).line


def test_a_second_program_is_refused_the_folder_and_does_no_harm(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = start(*RUN, 1, "--games", GAMES, "--out", folder)
    wait_for(folder, first, 1)
    line = refused(*RUN, 1, "--games", GAMES, "--out", folder)
    assert first.poll() is None, "the first program was done before the second was tried"
    assert str(folder) in line and "--out" in line
    answer = finished(first)
    assert (answer.status, answer.err) == (0, "")
    assert contents(folder) == contents(kept)


def test_two_programs_started_at_once_leave_a_sound_folder(tmp_path: Path) -> None:
    words = ("play", GAME, "shed:tremble=0.02", "random", "--games", 40_000, "--fixed-seats", "--workers", 1, "--out")
    both = [start(*words, tmp_path / "run") for _ in range(2)]
    answers = [finished(process) for process in both]
    assert {answer.status for answer in answers} <= {0, 2} and 0 in {answer.status for answer in answers}
    for answer in answers:
        assert answer.err == "" if answer.status == 0 else one_line(answer.err)
    assert program(*words, tmp_path / "alone").status == 0
    assert contents(tmp_path / "run") == contents(tmp_path / "alone")
